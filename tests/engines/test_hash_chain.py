"""Keys as a site publishes them: which are trusted, and until when."""

import json
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from engines.hash_chain import BadKeys, parse_utc_ms, read_keyring

KEY = "ab" * 32


def published(**changed: object) -> str:
    return json.dumps({"keys": [{"public_key": KEY, "state": "active", "ended_at": None, **changed}]})


def test_moments_are_those_of_the_calendar() -> None:
    rng, epoch = Random(3), datetime(1970, 1, 1, tzinfo=UTC)
    for _ in range(200):
        moment = epoch + timedelta(milliseconds=rng.randrange(200 * 366 * 86_400_000))
        wanted = (moment - epoch) // timedelta(milliseconds=1)
        assert parse_utc_ms(moment.isoformat()) == parse_utc_ms(moment.isoformat().replace("+00:00", "Z")) == wanted


def test_a_revoked_key_is_trusted_until_its_end() -> None:
    assert read_keyring(published()).refusal(KEY, None) == ""
    assert read_keyring(published(state="retired", ended_at="2026-11-22T14:00:00Z")).refusal(KEY, 1 << 50) == ""
    revoked = read_keyring(published(state="revoked", ended_at="2026-11-22T14:00:00Z"))
    end = parse_utc_ms("2026-11-22T14:00:00Z")
    assert revoked.refusal(KEY.upper(), end - 1) == ""
    assert revoked.refusal(KEY, end) != ""
    assert revoked.refusal(KEY, None) != "", "it does not tell when it was signed"


@pytest.mark.parametrize("ended_at", [None, "", "yesterday", "2026-11-22", "2026-11-22T14:00:00+05:00", 5])
def test_a_revoked_key_without_its_end_is_no_key(ended_at: object) -> None:
    with pytest.raises(BadKeys):
        read_keyring(published(state="revoked", ended_at=ended_at))
