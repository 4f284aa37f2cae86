"""The keys that sign records, replaced by command, published for ever; the header of a record, which is signed too."""

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

from engines import hash_chain, record, record_packing
from engines.__main__ import main as engines_command
from engines.verification import checks
from engines.verification.report import examine_record
from league.account.deletion import delete_account
from matches.actions.record_signing import load_private_keys, revoke_key, rotate_key
from matches.errors import ActionError
from matches.models import Match, RecordKey
from matches.queries.record_verification import list_keys, load_keyring
from matches.queries.replay import build_record
from tests.factories import PASSWORD
from tests.matches.conftest import S, StartMatch, TwoPlayerMatch, refuses, rehash


@pytest.fixture
def ended(ended_match: TwoPlayerMatch, start_match: StartMatch) -> TwoPlayerMatch:
    return ended_match


def resigned(start_match: StartMatch) -> TwoPlayerMatch:
    table = start_match()
    table.say(0, "resign")
    return table


@pytest.fixture
def add_secret(settings: Any) -> Callable[[], None]:
    """Put one more secret into RECORD_KEY, as an operator does before a rotation."""
    return lambda: setattr(settings, "RECORD_KEY", f"{settings.RECORD_KEY},{secrets.token_hex(32)}")


def end_of(text: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(text.splitlines()[-1])
    return told


def test_a_record_is_signed_by_a_published_key_that_it_names(ended: TwoPlayerMatch) -> None:
    (key,) = list_keys()
    text = build_record(ended.id)
    Match.objects.filter(pk=ended.id).update(signature="", signed_by="")  # as of one that ended before they were kept
    for signed in (text, build_record(ended.id)):
        assert checks.find_fault(signed, key.public_key) is None
        assert end_of(signed)["key_id"] == key.key_id == hash_chain.compute_key_id(key.public_key)


def test_after_a_rotation_old_records_stay_as_they_were_and_new_ones_bear_the_new_key(
    ended: TwoPlayerMatch, start_match: StartMatch, at: datetime, settings: Any, add_secret: Callable[[], None]
) -> None:
    text, secret = build_record(ended.id), settings.RECORD_KEY
    with pytest.raises(ActionError, match="no new secret"):
        rotate_key(at=at)
    assert [key.state for key in list_keys()] == ["active"]
    add_secret()
    new = rotate_key(at=at + 60 * S, reason="yearly")
    settings.RECORD_KEY = settings.RECORD_KEY.removeprefix(f"{secret},")  # the old one can be destroyed
    assert list(load_private_keys(settings.RECORD_KEY)) == [new.public_key], "the new secret gives the new key alone"
    assert build_record(ended.id) == text, "byte for byte"
    after = build_record(resigned(start_match).id)
    old = list_keys()[1]
    assert end_of(after)["public_key"] == new.public_key != old.public_key
    assert [checks.find_fault(one, load_keyring()) for one in (text, after)] == [None, None]
    assert "signed with a different key" in str(checks.find_fault(text, new.public_key))
    assert (old.state, new.ended_at, old.ended_at, old.reason) == ("retired", None, at + 60 * S, "yearly")
    with pytest.raises(IntegrityError), transaction.atomic():  # one key is in force at a time
        RecordKey.objects.create(number=9, public_key="00" * 32, began_at=at)


def test_who_changes_the_log_in_the_database_has_no_signature_for_it(ended: TwoPlayerMatch) -> None:
    entries = list(ended.row.entries.all())
    made = record.build_entry(entries[-2].hash, len(entries), 1, "resign", at=1, left=[1, 1])
    ended.row.entries.filter(n=len(entries)).update(by=1, hash=made["hash"])
    Match.objects.filter(pk=ended.id).update(last_hash=made["hash"], ranks=[1, 2])
    last = record.parse_record(build_record(ended.id)).closing or {}
    signed = str(made["hash"]), last["outcome"], last["seed"], last["signed_at"]
    assert not hash_chain.is_signed_by(last["public_key"], last["signature"], hash_chain.build_signed_value(*signed))


def test_another_secret_signs_nothing_until_a_key_of_it_is_published(
    ended: TwoPlayerMatch, start_match: StartMatch, settings: Any, at: datetime
) -> None:
    settings.RECORD_KEY = "11" * 32
    unsigned = resigned(start_match)
    assert (unsigned.row.signature, end_of(build_record(unsigned.id))["public_key"]) == ("", None)
    assert "must be signed, but this one is not" in str(checks.find_fault(build_record(unsigned.id)))
    new = rotate_key(at=at + S, reason="the old one may have been read")
    assert checks.find_fault(build_record(unsigned.id), new.public_key) is None


def test_a_record_of_a_revoked_key_is_not_accepted(ended: TwoPlayerMatch, at: datetime, add_secret: Callable[[], None]) -> None:
    stolen = build_record(ended.id)
    old = list_keys()[0]
    add_secret()
    revoke_key(key_id=old.key_id, since=at - 60 * S, at=at + 3600 * S, reason="a backup was lost")
    ring = load_keyring()
    assert [key.state for key in list_keys()] == ["active", "revoked"]
    assert f"The key {old.key_id} was revoked before this was signed" in str(checks.find_fault(stolen, ring))
    assert checks.find_fault(stolen, old.public_key) is None, "who pins the key by hand says that it is good"
    assert examine_record(stolen, ring).sound is False
    # What the site itself had signed since then bears the new key.
    assert end_of(build_record(ended.id))["public_key"] == list_keys()[0].public_key
    assert checks.find_fault(build_record(ended.id), ring) is None


def test_a_record_before_a_revocation_stays_valid(ended: TwoPlayerMatch, at: datetime, add_secret: Callable[[], None]) -> None:
    text = build_record(ended.id)
    key = list_keys()[0]
    add_secret()
    rotate_key(at=at + 3600 * S)
    revoke_key(key_id=key.key_id, since=at + 1800 * S, at=at + 7200 * S)
    assert checks.find_fault(text, load_keyring()) is None
    revoke_key(key_id=key.key_id, since=at - S, at=at + 7300 * S)
    assert "was revoked" in str(checks.find_fault(text, load_keyring())), "an earlier moment can be named later"


def test_a_key_is_revoked_only_if_there_is_one_and_from_a_moment_that_has_come(ended: TwoPlayerMatch, at: datetime) -> None:
    key = list_keys()[0]
    for key_id, since, code in (
        ("0" * 16, at, "no-such-key"), (key.key_id, at + 2 * S, "bad-time"), (key.key_id, at, "no-new-secret"),
    ):  # fmt: skip
        with refuses(code):
            revoke_key(key_id=key_id, since=since, at=at + S)
    assert list_keys() == [key]


def test_the_published_keys_can_be_saved_and_pinned_as_a_file(
    ended: TwoPlayerMatch, at: datetime, tmp_path: Path, add_secret: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    text = build_record(ended.id)
    (tmp_path / "match.jsonl").write_text(text)
    keys = tmp_path / "keys.json"
    command = ["verify", str(tmp_path / "match.jsonl"), "--keys", str(keys)]
    keys.write_bytes(Client().get("/api/v1/record-keys/").content)
    assert (engines_command(command), capsys.readouterr().out) == (0, "")
    add_secret()
    revoke_key(key_id=list_keys()[0].key_id, since=at - 3600 * S, at=at + S)
    published = Client().get("/api/v1/record-keys/")
    assert (published.json()["algorithm"], published.json()["keys"][0]["ended_at"]) == ("Ed25519", None)
    assert [(key["key_id"], key["state"], key["reason"]) for key in published.json()["keys"]] == [
        (key.key_id, key.state, key.reason) for key in list_keys()
    ]
    keys.write_bytes(published.content)
    assert engines_command(command) == 1
    assert "was revoked" in capsys.readouterr().err
    for broken in ("", "{}", '{"keys":[1]}', '{"keys":[{"public_key":"zz","state":"active"}]}'):
        keys.write_text(broken)
        assert engines_command(command) == 2
        assert "--keys" in capsys.readouterr().err


def test_the_command_rotates_revokes_and_lists(ended: TwoPlayerMatch, add_secret: Callable[[], None]) -> None:
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
    kept = list_keys()
    for reason in ("x" * 201, "two\nlines"):
        with pytest.raises(CommandError, match="one line"):
            call_command("record_keys", "rotate", reason=reason)
    assert list_keys() == kept
    for since in ("", "yesterday"):
        with pytest.raises(CommandError, match="--since"):
            call_command("record_keys", "revoke", key=list_keys()[1].key_id, since=since)
    told = io.StringIO()
    call_command("record_keys", "secret", stdout=told)
    assert len(bytes.fromhex(told.getvalue())) == 32


Lines = list[dict[str, Any]]


def lines_of(table: TwoPlayerMatch) -> Lines:
    return [json.loads(line) for line in build_record(table.id).splitlines()]


@pytest.fixture
def lines(ended_match: TwoPlayerMatch, db: None) -> Lines:
    return lines_of(ended_match)


def test_the_header_names_site_event_and_players_as_they_were_called_at_the_start(table: TwoPlayerMatch, settings: Any) -> None:
    players = [(str(player.pk), str(player)) for player in (table.red, table.blue)]
    type(table.red).objects.filter(pk=table.red.pk).update(display_name="Somebody else")
    table.say(0, "resign")
    head = lines_of(table)[0]
    assert (head["format"], head["site"], head["event"]) == ("league-zero/2", settings.SITE_URL, None)
    assert [(one["id"], one["name"]) for one in head["players"]] == players
    text = build_record(table.id)
    assert checks.find_fault(text, list_keys()[0].public_key) is None
    assert record_packing.unpack(record_packing.pack(text)) == text


def test_no_part_of_the_header_can_be_changed_and_no_player_renamed_or_left_out(lines: Lines) -> None:
    head, *rest = lines
    one, other = head["players"]
    for key, value in (
        ("site", "https://elsewhere.org"), ("event", {"id": "1", "name": "Cup", "place": "Final"}), ("match", "12345"),
        ("players", [other, one]),
    ):  # fmt: skip
        changed = [{**head, key: value}, *map(dict, rest)]
        assert checks.find_fault("".join(record.format_lines(changed))) is not None
        assert checks.find_fault(rehash(changed)) is not None
    lines[0] = {**head, "players": [{**one, "name": "A better player"}, other]}
    assert "does not match its seal" in str(checks.find_fault("".join(record.format_lines(lines))))
    lines[0] = {**head, "players": [one]}
    assert "2 players" in str(checks.find_fault(rehash(lines)))


def test_a_record_of_a_site_is_refused_without_its_signature_or_with_a_part_of_it_missing_or_changed(lines: Lines) -> None:
    closing = lines[-1]
    for key in ("key_id", "signed_at", "public_key", "signature"):
        lines[-1] = {name: value for name, value in closing.items() if name != key}
        assert f"The key {key!r} is missing" in str(checks.find_fault(rehash(lines)))
    lines[-1] = {**closing, "signed_at": closing["signed_at"] + 1}
    assert "The signature is invalid" in str(checks.find_fault(rehash(lines)))
    lines[-1] = {**closing, "public_key": None, "signature": None}
    del lines[-1]["key_id"], lines[-1]["signed_at"]
    assert "must be signed, but this one is not" in str(checks.find_fault(rehash(lines)))


def test_the_name_goes_with_the_account_and_the_record_stays_valid(ended_match: TwoPlayerMatch, lines: Lines, at: Any) -> None:
    delete_account(player_id=ended_match.red.pk, password=PASSWORD, at=at)
    head = lines_of(ended_match)[0]
    assert set(head["players"][0]) == {"id", "sealed"}
    assert head["players"][1] == lines[0]["players"][1]
    assert hash_chain.hash_header(head) == hash_chain.hash_header(lines[0])
    assert checks.find_fault(build_record(ended_match.id), list_keys()[0].public_key) is None
