"""The keys that sign records: kept nowhere, replaced by command, published for ever; records are signed at the end."""

from __future__ import annotations

import io
import json
import secrets
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from engines import hash_chain, record
from engines.__main__ import main as engines_command
from engines.verification import checks
from engines.verification.report import examine_record
from matches.actions.record_signing import load_private_keys, revoke_key, rotate_key
from matches.errors import ActionError
from matches.models import Match, RecordKey
from matches.queries.record_verification import list_keys, load_keyring
from matches.queries.replay import build_record
from tests.matches.conftest import S, TwoPlayerMatch

StartMatch = Callable[..., TwoPlayerMatch]


def ended(start_match: StartMatch) -> TwoPlayerMatch:
    table = start_match().begin()
    table.say(0, "resign")
    return table


@pytest.fixture
def add_secret(settings: Any) -> Callable[[], None]:
    """Put one more secret into RECORD_KEY, as an operator does before a rotation."""
    return lambda: setattr(settings, "RECORD_KEY", f"{settings.RECORD_KEY},{secrets.token_hex(32)}")


def end_of(text: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(text.splitlines()[-1])
    return told


def test_a_record_is_signed_by_a_published_key_that_it_names(start_match: StartMatch) -> None:
    text = build_record(ended(start_match).id)
    (key,) = list_keys()
    assert checks.find_fault(text, key.public_key) is None
    assert end_of(text)["key_id"] == key.key_id == hash_chain.compute_key_id(key.public_key)


def test_after_a_rotation_old_records_stay_as_they_were_and_new_ones_bear_the_new_key(
    start_match: StartMatch, at: datetime, add_secret: Callable[[], None]
) -> None:
    before = ended(start_match)
    text = build_record(before.id)
    add_secret()
    new = rotate_key(at=at + 60 * S, reason="yearly")
    assert build_record(before.id) == text, "byte for byte"
    after = build_record(ended(start_match).id)
    old = list_keys()[1]
    assert end_of(after)["public_key"] == new.public_key != old.public_key
    assert checks.find_fault(after, [old.public_key, new.public_key]) is None
    assert "signed with a different key" in str(checks.find_fault(text, new.public_key))
    assert (old.ended_at, old.reason) == (at + 60 * S, "yearly")


def test_who_changes_the_log_in_the_database_has_no_signature_for_it(start_match: StartMatch) -> None:
    table = ended(start_match)
    assert checks.find_fault(build_record(table.id)) is None
    entries = list(table.row.entries.all())
    made = record.build_entry(entries[-2].hash, len(entries), 1, "resign", at=1, left=[1, 1])
    table.row.entries.filter(n=len(entries)).update(by=1, hash=made["hash"])
    Match.objects.filter(pk=table.id).update(last_hash=made["hash"], ranks=[1, 2])
    last = record.parse_record(build_record(table.id)).closing or {}
    signed = str(made["hash"]), last["outcome"], last["seed"], last["signed_at"]
    assert not hash_chain.is_signed_by(last["public_key"], last["signature"], hash_chain.build_signed_value(*signed))


def test_a_match_that_ended_before_signatures_were_kept_is_signed_when_it_is_asked_for(start_match: StartMatch) -> None:
    table = ended(start_match)
    Match.objects.filter(pk=table.id).update(signature="", signed_by="")
    assert checks.find_fault(build_record(table.id), list_keys()[0].public_key) is None


def test_another_secret_signs_nothing_until_a_key_of_it_is_published(
    start_match: StartMatch, settings: Any, at: datetime
) -> None:
    ended(start_match)
    settings.RECORD_KEY = "11" * 32
    unsigned = ended(start_match)
    assert (unsigned.row.signature, end_of(build_record(unsigned.id))["public_key"]) == ("", None)
    assert "must be signed, but this one is not" in str(checks.find_fault(build_record(unsigned.id)))
    new = rotate_key(at=at + S, reason="the old one may have been read")
    assert checks.find_fault(build_record(unsigned.id), new.public_key) is None


def test_a_rotation_needs_a_secret_of_its_own(start_match: StartMatch, at: datetime) -> None:
    ended(start_match)
    with pytest.raises(ActionError, match="no new secret"):
        rotate_key(at=at)
    assert [key.state for key in list_keys()] == ["active"]


def test_each_key_has_its_own_secret_and_the_old_one_can_be_destroyed(
    start_match: StartMatch, at: datetime, settings: Any, add_secret: Callable[[], None]
) -> None:
    before = ended(start_match)
    old = settings.RECORD_KEY
    add_secret()
    rotate_key(at=at)
    new = settings.RECORD_KEY.removeprefix(f"{old},")
    settings.RECORD_KEY = new
    after = ended(start_match)
    assert [key.state for key in list_keys()] == ["active", "retired"]
    assert list(load_private_keys(settings.RECORD_KEY)) == [list_keys()[0].public_key], "the new secret gives the new key alone"
    for table in (before, after):
        assert checks.find_fault(build_record(table.id), load_keyring()) is None


def test_a_record_signed_by_a_revoked_key_after_its_end_is_not_accepted(
    start_match: StartMatch, at: datetime, add_secret: Callable[[], None]
) -> None:
    after = ended(start_match)
    stolen = build_record(after.id)
    old = list_keys()[0]
    add_secret()
    revoke_key(key_id=old.key_id, since=at - 60 * S, at=at + 3600 * S, reason="a backup was lost")
    ring = load_keyring()
    assert [key.state for key in list_keys()] == ["active", "revoked"]
    assert f"The key {old.key_id} was revoked before this was signed" in str(checks.find_fault(stolen, ring))
    assert checks.find_fault(stolen, old.public_key) is None, "who pins the key by hand says that it is good"
    assert examine_record(stolen, ring).sound is False
    # What the site itself had signed since then bears the new key.
    assert end_of(build_record(after.id))["public_key"] == list_keys()[0].public_key
    assert checks.find_fault(build_record(after.id), ring) is None


def test_a_record_before_the_end_of_a_revoked_key_stays_valid(
    start_match: StartMatch, at: datetime, add_secret: Callable[[], None]
) -> None:
    text = build_record(ended(start_match).id)
    key = list_keys()[0]
    add_secret()
    rotate_key(at=at + 3600 * S)
    revoke_key(key_id=key.key_id, since=at + 1800 * S, at=at + 7200 * S)
    assert checks.find_fault(text, load_keyring()) is None
    revoke_key(key_id=key.key_id, since=at - S, at=at + 7300 * S)
    assert "was revoked" in str(checks.find_fault(text, load_keyring())), "an earlier moment can be named later"


def test_a_key_is_revoked_only_if_there_is_one_and_from_a_moment_that_has_come(start_match: StartMatch, at: datetime) -> None:
    ended(start_match)
    key = list_keys()[0]
    for key_id, since, code in (
        ("0" * 16, at, "no-such-key"),
        (key.key_id, at + 2 * S, "bad-time"),
        (key.key_id, at, "no-new-secret"),
    ):
        with pytest.raises(ActionError) as refused:
            revoke_key(key_id=key_id, since=since, at=at + S)
        assert refused.value.code == code
    assert list_keys() == [key]


def test_the_published_keys_can_be_saved_and_pinned_as_a_file(
    start_match: StartMatch, at: datetime, tmp_path: Path, add_secret: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    text = build_record(ended(start_match).id)
    (tmp_path / "match.jsonl").write_text(text)
    keys = tmp_path / "keys.json"
    command = ["verify", str(tmp_path / "match.jsonl"), "--keys", str(keys)]
    keys.write_bytes(Client().get("/api/v1/record-keys/").content)
    assert (engines_command(command), capsys.readouterr().out) == (0, "")
    add_secret()
    revoke_key(key_id=list_keys()[0].key_id, since=at - 3600 * S, at=at + S)
    keys.write_bytes(Client().get("/api/v1/record-keys/").content)
    assert engines_command(command) == 1
    assert "was revoked" in capsys.readouterr().err
    for broken in ("", "{}", '{"keys":[1]}', '{"keys":[{"public_key":"zz","state":"active"}]}'):
        keys.write_text(broken)
        assert engines_command(command) == 2
        assert "--keys" in capsys.readouterr().err


def test_one_key_is_in_force_at_a_time(start_match: StartMatch, at: datetime, add_secret: Callable[[], None]) -> None:
    ended(start_match)
    for _ in range(2):
        add_secret()
        rotate_key(at=at)
    assert [key.ended_at is None for key in list_keys()] == [True, False, False]
    with pytest.raises(IntegrityError), transaction.atomic():
        RecordKey.objects.create(number=9, public_key="00" * 32, began_at=at)


def test_a_reason_is_one_short_line(db: None, at: datetime) -> None:
    for reason in ("x" * 201, "two\nlines"):
        with pytest.raises(ActionError, match="one line"):
            rotate_key(at=at, reason=reason)
        with pytest.raises(CommandError, match="one line"):
            call_command("record_keys", "rotate", reason=reason)
    assert not RecordKey.objects.exists()


def test_the_command_rotates_revokes_and_lists(start_match: StartMatch, add_secret: Callable[[], None]) -> None:
    ended(start_match)
    add_secret()
    told = io.StringIO()
    call_command("record_keys", "rotate", reason="yearly", stdout=told)
    first, old, new = told.getvalue().splitlines()
    assert first.startswith(f"Records are now signed with key {list_keys()[0].key_id}")
    assert ("retired" in old, "yearly" in old, "active" in new) == (True, True, True)
    assert list_keys()[0].public_key in new
    told = io.StringIO()
    call_command("record_keys", "revoke", key=list_keys()[1].key_id, since="2020-01-01T00:00", stdout=told)
    assert "revoked" in told.getvalue().splitlines()[1]
    for since in ("", "yesterday"):
        with pytest.raises(CommandError, match="--since"):
            call_command("record_keys", "revoke", key=list_keys()[1].key_id, since=since)
    told = io.StringIO()
    call_command("record_keys", "secret", stdout=told)
    assert len(bytes.fromhex(told.getvalue())) == 32


def test_the_endpoint_publishes_all_keys_to_everybody(
    start_match: StartMatch, at: datetime, add_secret: Callable[[], None]
) -> None:
    ended(start_match)
    add_secret()
    rotate_key(at=at + S, reason="yearly")
    told = Client().get("/api/v1/record-keys/").json()
    assert told["algorithm"] == "Ed25519"
    assert [(key["key_id"], key["reason"]) for key in told["keys"]] == [
        (key.key_id, key.reason) for key in list_keys()
    ]  # fmt: skip
    assert told["keys"][0]["ended_at"] is None
    assert [key["state"] for key in told["keys"]] == ["active", "retired"]
