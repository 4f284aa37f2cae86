"""Running hashes and signed receipts, kept against an operator who changes a match, and clocks that follow from a record."""

import json
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
from matches.actions.creation import SeatPlan, create_match, set_ready
from matches.actions.endings import resign
from matches.actions.record_signing import load_private_keys
from matches.clock import TimeControl
from matches.models import Match, Submission
from matches.queries.board_view import get_board
from matches.queries.record_verification import list_keys
from matches.queries.replay import build_record
from matches.queries.submission_status import build_receipt
from tests.engines.games import withheld
from tests.factories import PlayerFactory
from tests.matches.actions.test_lag import line_of
from tests.matches.conftest import BLUE_ARMY, RED_ARMY, S, StartMatch, TwoPlayerMatch, rehash

OTHER_ARMY = BLUE_ARMY.replace("EN C1", "C1 EN", 1)


def receipt(said: Submission) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(build_receipt(said)))
    return made


def kept_from(table: TwoPlayerMatch, seat: int) -> list[dict[str, Any]]:
    rows = table.row.submissions.filter(seat=seat, entry__isnull=False).order_by("entry")
    return [receipt(row) for row in rows]


def swapped(text: str) -> str:
    """The record of an operator who swaps Blue's sealed set-up, computes everything anew, and signs it."""
    head, *entries, end = lines = [json.loads(line) for line in text.splitlines()]
    seed = bytes.fromhex(end["seed"])
    for made in entries:
        if "sealed" in made and made["by"] == 1:
            made["do"] = OTHER_ARMY
            made["sealed"] = hash_chain.seal(checks.derive_salt(seed, head["match"], made["n"]), OTHER_ARMY)
    rehash(lines)
    key = next(iter(load_private_keys(settings.RECORD_KEY).values()))
    _, end["signature"] = hash_chain.sign(key, entries[-1]["hash"], end["outcome"], end["seed"], end["signed_at"])
    return "".join(record.format_lines(lines))


def test_a_receipt_fits_its_record_and_a_changed_one_holds_nothing(ended_match: TwoPlayerMatch, db: None) -> None:
    read = record.parse_record(build_record(ended_match.id))
    for seat in (0, 1):
        kept = kept_from(ended_match, seat)
        assert kept
        assert receipts.verify_receipts(read, kept) == len(kept)
        assert receipts.verify_receipts(read, kept, to_keyring(list_keys()[0].public_key)) == len(kept)
    made = kept_from(ended_match, 0)[0]
    for key, value in (("n", 2), ("n", 99_999), ("hash", "0" * 64), ("seat", 1), ("at", 1)):
        with pytest.raises(receipts.BadReceipt, match="The signature of receipt 1 is invalid"):
            receipts.verify_receipts(read, [{**made, key: value}])
    assert receipts.verify_receipts(read, [{**made, "site": "x"}]) == 0, "of another site"
    with pytest.raises(receipts.BadReceipt, match="not signed by a known key"):
        receipts.verify_receipts(read, [made], to_keyring("00" * 32))
    with pytest.raises(receipts.BadReceipt, match="was revoked"):
        receipts.verify_receipts(read, [made], Keyring({made["public_key"]: made["at"]}))


def test_a_swapped_set_up_passes_verification_but_not_with_receipts(table: TwoPlayerMatch, tmp_path: Path) -> None:
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


def test_a_file_that_holds_no_receipts_or_those_of_another_match_is_refused_in_one_line(
    ended_match: TwoPlayerMatch, start_match: StartMatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "match.jsonl").write_text(build_record(ended_match.id))
    command = ["verify", str(tmp_path / "match.jsonl"), "--receipts", str(tmp_path / "receipts")]
    for text in ("x", "[1]", '{"format":1}', "\xff", "[" * 5000, '{"n":' + "9" * 5000 + "}"):
        (tmp_path / "receipts").write_bytes(text.encode("latin-1"))
        assert engines_command(command) == 1
        assert capsys.readouterr().err in (
            "Each line must be a receipt as one JSON object.\n",
            "Receipt 1 is not a receipt for a move.\n",
        )
    other = start_match()
    other.say(0, "resign")
    (tmp_path / "receipts").write_text("".join(json.dumps(made) + "\n" for made in kept_from(other, 0)))
    assert engines_command(command) == 1


def test_every_board_shows_the_running_hash_which_follows_from_what_everybody_may_know(table: TwoPlayerMatch) -> None:
    """The hashes shown while a match runs are those of its record without the secret actions."""
    seen = {}
    for player in (table.red.pk, table.blue.pk, None):
        shown: Any = get_board(table.id, player)
        assert shown["hash"] == table.row.last_hash == shown["log"][-1]["hash"]
        seen[player] = [(line["n"], line["hash"], line.get("sealed")) for line in shown["log"]]
    assert len({json.dumps(lines) for lines in seen.values()}) == 1
    table.say(0, "resign")
    head, *entries, _ = (json.loads(line) for line in build_record(table.id).splitlines())
    assert seen[None] == [(made["n"], made["hash"], made.get("sealed")) for made in entries[: len(seen[None])]]
    public = [withheld(made) for made in entries[: len(seen[None])]]
    assert any("do" not in made for made in public)
    last = record.hash_header(head)
    for made, (_n, shown_hash, _sealed) in zip(public, seen[None], strict=True):
        last = record.hash_entry(last, made)
        assert last == shown_hash


def test_the_api_answers_a_move_with_a_receipt_once_it_is_accepted_and_a_refused_one_with_none(
    table: TwoPlayerMatch, client: Client
) -> None:
    client.force_login(table.red)
    turn = table.row.turns[0]

    def send(text: str) -> Any:
        body = {"turn": turn, "text": text, "key": text}
        return client.post(f"/api/v1/matches/{table.id}/submissions/", body, content_type="application/json").json()

    for text in ("A1-A9", "resign"):
        table.send(0, text, at=table.at + S, key=text)
        assert send(text)["receipt"] is None
        adjudicate(match_id=table.id, at=table.at + S)
    assert (send("A1-A9")["state"], send("A1-A9")["receipt"]) == ("refused", None)
    made = send("resign")["receipt"]
    assert (made["hash"], made["n"]) == (table.row.last_hash, table.row.last_entry)
    assert RED_ARMY not in json.dumps(made)


def test_every_clock_follows_from_a_record_that_ends_by_a_flag_with_a_slow_line_and_an_overrun(start_match: StartMatch) -> None:
    table = start_match(TimeControl(5_000, 8_000, 1_000)).begin()
    line_of(table, 0, 400)
    assert not table.say(0, "B4-B5", after=7).code
    table.say(1, "resign", after=40)
    assert table.row.reason == "time"
    head = json.loads(table.verify().splitlines()[0])
    assert head["control"] == {"turn_ms": 5_000, "reserve_ms": 8_000, "increment_ms": 1_000}


def test_a_match_from_before_keeps_its_header_and_its_chain(at: datetime, start_match: StartMatch) -> None:
    red, blue = PlayerFactory(), PlayerFactory()
    match_id = create_match(
        game="field-tactics", options={}, seats=[SeatPlan(red.pk, ready=True), SeatPlan(blue.pk)], control=TimeControl(), at=at
    )
    Match.objects.filter(pk=match_id).update(tells_time=False)
    set_ready(match_id=match_id, player_id=blue.pk, at=at)
    resign(match_id=match_id, player_id=red.pk, received_at=at)
    adjudicate(match_id=match_id, at=at)
    text = build_record(match_id)
    assert checks.find_fault(text) is None
    assert not {"control", "began"} & set(json.loads(text.splitlines()[0]))
