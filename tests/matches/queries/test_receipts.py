"""Running hashes and signed receipts: what a player can keep against an operator who changes a match afterwards."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from engines import hash_chain, receipts, record
from engines.__main__ import main as engines_command
from engines.hash_chain import Keyring, to_keyring
from engines.verification import checks
from matches.actions.adjudication import adjudicate
from matches.actions.record_signing import load_private_keys
from matches.models import Match, Submission
from matches.queries.board_view import get_board
from matches.queries.record_verification import list_keys
from matches.queries.replay import build_record
from matches.queries.spectator_delay import visible_match
from matches.queries.submission_status import build_receipt, build_verdict
from tests.engines.games import withheld
from tests.matches.conftest import BLUE_ARMY, RED_ARMY, S, TwoPlayerMatch

StartMatch = Callable[..., TwoPlayerMatch]
OTHER_ARMY = BLUE_ARMY.replace("EN C1", "C1 EN", 1)


def receipt(said: Submission) -> dict[str, Any]:
    made = build_receipt(said)
    assert made is not None
    return json.loads(json.dumps(made))


def kept_from(table: TwoPlayerMatch, seat: int) -> list[dict[str, Any]]:
    rows = table.row.submissions.filter(seat=seat, entry__isnull=False).order_by("entry")
    return [receipt(row) for row in rows]


def swapped(text: str) -> str:
    """The record of an operator who swaps Blue's sealed set-up, computes everything anew, and signs it."""
    head, *entries, end = (json.loads(line) for line in text.splitlines())
    seed = bytes.fromhex(end["seed"])
    last = record.hash_header(head)
    for made in entries:
        if "sealed" in made and made["by"] == 1:
            made["do"] = OTHER_ARMY
            made["sealed"] = hash_chain.seal(checks.derive_salt(seed, head["match"], made["n"]), OTHER_ARMY)
        made["prev"] = last
        made["hash"] = last = record.hash_entry(last, made)
    key = next(iter(load_private_keys(settings.RECORD_KEY).values()))
    _, end["signature"] = hash_chain.sign(key, last, end["outcome"], end["seed"], end["signed_at"])
    return "".join(record.format_lines([head, *entries, end]))


def test_an_accepted_move_is_answered_with_a_receipt_that_its_record_fits(start_match: StartMatch) -> None:
    table = start_match().begin()
    table.say(0, "resign")
    read = record.parse_record(build_record(table.id))
    for seat in (0, 1):
        kept = kept_from(table, seat)
        assert kept
        assert receipts.verify_receipts(read, kept) == len(kept)
        assert receipts.verify_receipts(read, kept, to_keyring(list_keys()[0].public_key)) == len(kept)


def test_a_refused_or_waiting_move_has_no_receipt(start_match: StartMatch) -> None:
    table = start_match().begin()
    refused = table.say(0, "A1-A9")
    assert (refused.code != "", build_verdict(refused)["receipt"]) == (True, None)
    waiting = Submission.objects.get(pk=table.send(0, "resign", at=table.at + S))
    assert build_verdict(waiting)["receipt"] is None
    adjudicate(match_id=table.id, at=table.at + S)
    waiting.refresh_from_db()
    assert receipt(waiting)["n"] == table.row.last_entry


def test_a_swapped_set_up_passes_verification_but_not_with_receipts(start_match: StartMatch, tmp_path: Path) -> None:
    table = start_match().begin()
    table.say(0, "resign")
    honest, forged = build_record(table.id), swapped(build_record(table.id))
    key = list_keys()[0].public_key
    assert checks.find_fault(forged, key) is None, "without receipts the operator's word stands"
    file, keep = tmp_path / "match.jsonl", tmp_path / "receipts.jsonl"
    command = ["verify", str(file), "--key", key, "--receipts", str(keep)]
    for seat, caught in ((0, 1), (1, 1)):
        keep.write_text("".join(json.dumps(one) + "\n" for one in kept_from(table, seat)))
        file.write_text(honest)
        assert engines_command(command) == 0
        file.write_text(forged)
        assert engines_command(command) == caught


@pytest.mark.parametrize("change", [("n", 2), ("n", 99_999), ("hash", "0" * 64), ("seat", 1), ("at", 1), ("site", "x")])
def test_a_changed_receipt_holds_nothing(start_match: StartMatch, change: tuple[str, Any]) -> None:
    table = start_match().begin()
    table.say(0, "resign")
    made = kept_from(table, 0)[0]
    made[change[0]] = change[1]
    read = record.parse_record(build_record(table.id))
    if change[0] == "site":
        assert receipts.verify_receipts(read, [made]) == 0, "of another site"
        return
    with pytest.raises(receipts.BadReceipt, match="The signature of receipt 1 is invalid"):
        receipts.verify_receipts(read, [made])


def test_a_receipt_of_a_stranger_or_of_a_revoked_key_is_refused(start_match: StartMatch) -> None:
    table = start_match().begin()
    table.say(0, "resign")
    kept, read = kept_from(table, 0), record.parse_record(build_record(table.id))
    with pytest.raises(receipts.BadReceipt, match="not signed by a known key"):
        receipts.verify_receipts(read, kept, to_keyring("00" * 32))
    with pytest.raises(receipts.BadReceipt, match="was revoked"):
        receipts.verify_receipts(read, kept, Keyring({kept[0]["public_key"]: kept[0]["at"]}))


@pytest.mark.parametrize("text", ["x", "[1]", '{"format":1}', "\xff", "[" * 5000, '{"n":' + "9" * 5000 + "}"])
def test_a_file_that_holds_no_receipts_is_refused_in_one_line(
    start_match: StartMatch, tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = start_match().begin()
    table.say(0, "resign")
    (tmp_path / "match.jsonl").write_text(build_record(table.id))
    (tmp_path / "receipts").write_bytes(text.encode("latin-1"))
    assert engines_command(["verify", str(tmp_path / "match.jsonl"), "--receipts", str(tmp_path / "receipts")]) == 1
    assert capsys.readouterr().err in (
        "Each line must be a receipt as one JSON object.\n",
        "Receipt 1 is not a receipt for a move.\n",
    )


def test_receipts_of_other_matches_alone_prove_nothing(start_match: StartMatch, tmp_path: Path) -> None:
    one, other = start_match().begin(), start_match().begin()
    one.say(0, "resign")
    (tmp_path / "match.jsonl").write_text(build_record(one.id))
    (tmp_path / "receipts").write_text("".join(json.dumps(made) + "\n" for made in kept_from(other, 0)))
    assert engines_command(["verify", str(tmp_path / "match.jsonl"), "--receipts", str(tmp_path / "receipts")]) == 1


def test_every_board_shows_the_running_hash_and_every_entry_its_hash_and_seal(start_match: StartMatch) -> None:
    table = start_match().begin()
    seen = {}
    for player in (table.red.pk, table.blue.pk, None):
        shown = get_board(table.id, player)
        assert shown is not None
        assert shown["hash"] == table.row.last_hash == shown["log"][-1]["hash"]
        seen[player] = [(line["n"], line["hash"], line.get("sealed")) for line in shown["log"]]
    assert len({json.dumps(lines) for lines in seen.values()}) == 1
    table.say(0, "resign")
    entries = record.parse_record(build_record(table.id)).entries
    assert seen[None] == [(made["n"], made["hash"], made.get("sealed")) for made in entries[: len(seen[None])]]


def test_a_running_hash_follows_from_what_everybody_may_know(start_match: StartMatch) -> None:
    """The hashes shown while a match runs are those of its record without the secret actions."""
    table = start_match().begin()
    shown = get_board(table.id)
    assert shown is not None
    table.say(0, "resign")
    head, *entries, _ = (json.loads(line) for line in build_record(table.id).splitlines())
    public = [withheld(made) for made in entries[: len(shown["log"])]]
    assert any("do" not in made for made in public)
    last = record.hash_header(head)
    for made, line in zip(public, shown["log"], strict=True):
        last = record.hash_entry(last, made)
        assert last == line["hash"]


def test_with_a_delay_spectators_see_the_hash_of_what_they_see(start_match: StartMatch, at: datetime) -> None:
    table = start_match()
    Match.objects.filter(pk=table.id).update(delay_ms=60_000)
    table.begin()
    young, _ = visible_match(table.row, table.at)
    assert (young.last_entry, young.last_hash) == (0, "")
    seen = set()
    for second in range(70):
        shown, _ = visible_match(table.row, table.at + second * S)
        entry = table.row.entries.filter(n=shown.last_entry).first()
        assert entry is None or shown.last_hash == entry.hash
        seen.add(shown.last_hash)
    assert len(seen) > 2
    assert table.row.last_hash in seen


def test_the_api_answers_with_the_receipt(start_match: StartMatch) -> None:
    table = start_match().begin()
    client = Client()
    client.force_login(table.red)
    address = f"/api/v1/matches/{table.id}/submissions/"
    body = {"turn": table.row.turns[0], "text": "resign", "key": "k"}
    table.send(0, "resign", at=table.at + S, key="k")
    assert client.post(address, body, content_type="application/json").json()["receipt"] is None
    adjudicate(match_id=table.id, at=table.at + S)
    again = client.post(address, body, content_type="application/json").json()
    assert again["receipt"]["hash"] == table.row.last_hash
    assert RED_ARMY not in json.dumps(again["receipt"])
