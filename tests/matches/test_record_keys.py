"""The keys that sign records: kept nowhere, replaced by command, published for ever; records are signed at the end."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from engines import chain, record, verify
from matches.actions.signing import rotate
from matches.models import Match, RecordKey
from matches.queries.record_keys import published
from matches.queries.replay import record_of
from matches.refusals import Refused
from tests.matches.conftest import S, Sat

Sit = Callable[..., Sat]


def ended(sit: Sit) -> Sat:
    table = sit().begin()
    table.say(0, "resign")
    return table


def end_of(text: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(text.splitlines()[-1])
    return told


def test_a_record_is_signed_by_a_published_key_that_it_names(sit: Sit) -> None:
    text = record_of(ended(sit).id)
    (key,) = published()
    assert verify.fault(text, key.public_key) is None
    assert end_of(text)["key_id"] == key.key_id == chain.key_id(key.public_key)


def test_after_a_rotation_old_records_stay_as_they_were_and_new_ones_bear_the_new_key(sit: Sit, at: datetime) -> None:
    before = ended(sit)
    text = record_of(before.id)
    new = rotate(at=at + 60 * S, reason="yearly")
    assert record_of(before.id) == text, "byte for byte"
    after = record_of(ended(sit).id)
    old = published()[1]
    assert end_of(after)["public_key"] == new.public_key != old.public_key
    assert verify.fault(after, [old.public_key, new.public_key]) is None
    assert "another key" in str(verify.fault(text, new.public_key))
    assert (old.ended_at, old.reason) == (at + 60 * S, "yearly")


def test_who_changes_the_log_in_the_database_has_no_signature_for_it(sit: Sit) -> None:
    table = ended(sit)
    assert verify.fault(record_of(table.id)) is None
    entries = list(table.row.entries.all())
    made = record.entry(entries[-2].hash, len(entries), 1, "resign", at=1, left=[1, 1])
    table.row.entries.filter(n=len(entries)).update(by=1, hash=made["hash"])
    Match.objects.filter(pk=table.id).update(last_hash=made["hash"], ranks=[1, 2])
    last = record.read(record_of(table.id)).closing or {}
    signed = str(made["hash"]), last["outcome"], last["seed"], last["signed_at"]
    assert not chain.signed_by(last["public_key"], last["signature"], *signed)


def test_a_match_that_ended_before_signatures_were_kept_is_signed_when_it_is_asked_for(sit: Sit) -> None:
    table = ended(sit)
    Match.objects.filter(pk=table.id).update(signature="", signed_by="")
    assert verify.fault(record_of(table.id), published()[0].public_key) is None


def test_another_secret_signs_nothing_until_a_key_of_it_is_published(sit: Sit, settings: Any, at: datetime) -> None:
    ended(sit)
    settings.RECORD_KEY = "11" * 32
    unsigned = ended(sit)
    assert (unsigned.row.signature, end_of(record_of(unsigned.id))["public_key"]) == ("", None)
    assert "which signs its records, but it is not signed" in str(verify.fault(record_of(unsigned.id)))
    new = rotate(at=at + S, reason="the old one may have been read")
    assert verify.fault(record_of(unsigned.id), new.public_key) is None


def test_one_key_is_in_force_at_a_time(sit: Sit, at: datetime) -> None:
    ended(sit)
    rotate(at=at)
    rotate(at=at)
    assert [key.ended_at is None for key in published()] == [True, False, False]
    with pytest.raises(IntegrityError), transaction.atomic():
        RecordKey.objects.create(number=9, public_key="00" * 32, began_at=at)


def test_a_reason_is_one_short_line(db: None, at: datetime) -> None:
    for reason in ("x" * 201, "two\nlines"):
        with pytest.raises(Refused, match="one line"):
            rotate(at=at, reason=reason)
        with pytest.raises(CommandError, match="one line"):
            call_command("record_keys", "rotate", reason=reason)
    assert not RecordKey.objects.exists()


def test_the_command_rotates_and_lists(sit: Sit) -> None:
    ended(sit)
    told = io.StringIO()
    call_command("record_keys", "rotate", reason="yearly", stdout=told)
    first, old, new = told.getvalue().splitlines()
    assert first.startswith(f"records are signed with key {published()[0].key_id}")
    assert ("yearly" in old, "in force" in new) == (True, True)
    assert published()[0].public_key in new


def test_the_door_publishes_all_keys_to_everybody(sit: Sit, at: datetime) -> None:
    ended(sit)
    rotate(at=at + S, reason="yearly")
    told = Client().get("/api/v1/record-keys/").json()
    assert told["algorithm"] == "Ed25519"
    assert [(key["key_id"], key["reason"]) for key in told["keys"]] == [
        (key.key_id, key.reason) for key in published()
    ]  # fmt: skip
    assert told["keys"][0]["ended_at"] is None
