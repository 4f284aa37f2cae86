"""Turns of several steps: one turn time for all of them, and the last step may be taken back."""

from __future__ import annotations

from collections.abc import Callable

from engines.i18n import translate_stored
from engines.verification import checks
from matches.clock import TimeControl
from matches.models import Status
from matches.queries.board_view import get_board
from matches.queries.replay import build_record
from tests.matches.actions.test_judging import clock_of
from tests.matches.conftest import S, TwoPlayerMatch

StartMatch = Callable[..., TwoPlayerMatch]


def may_undo(table: TwoPlayerMatch, player: int) -> bool:
    shown = get_board(table.id, player)
    assert shown is not None
    return bool(shown["can"]["undo"])


def test_the_steps_of_a_turn_share_its_time(start_zero_order_match: StartMatch) -> None:
    table = start_zero_order_match(TimeControl(60_000, 100_000))
    assert not table.say(0, "tile CO B3").code
    assert not table.say(1, "tile CO D6", after=40).code
    assert clock_of(table.row).remaining(1, table.at).turn == 20_000
    assert table.row.deadline_at == table.at + 120 * S
    assert not table.say(1, "tile EX D7", after=30).code
    assert clock_of(table.row).remaining(1, table.at).reserve == 90_000


def test_a_step_is_taken_back_and_the_log_says_so(start_zero_order_match: StartMatch) -> None:
    table = start_zero_order_match()
    assert not table.say(0, "tile CO B3").code
    before = table.row
    assert not may_undo(table, table.blue.pk)
    assert not table.say(1, "tile CO D6").code
    assert may_undo(table, table.blue.pk)
    assert not may_undo(table, table.red.pk)
    said = table.say(1, "undo")
    after = table.row
    assert (said.code, after.state, after.last_entry) == ("", before.state, before.last_entry + 2)
    assert translate_stored(after.entries.get(n=after.last_entry).texts["spectator"]) == "Grey undoes the last action."
    assert not may_undo(table, table.blue.pk)
    assert not table.say(1, "tile CO D7").code


def test_taking_back_wins_no_time(start_zero_order_match: StartMatch) -> None:
    table = start_zero_order_match(TimeControl(60_000, 0))
    table.say(0, "tile CO B3")
    for text in ("tile CO D6", "undo", "tile CO D6", "undo"):
        assert not table.say(1, text, after=14).code
    assert table.say(1, "tile CO D6", after=10).code == "match-over"
    assert (table.row.status, table.row.reason) == (Status.CLOSED, "time")


def test_only_ones_own_unfinished_turn_can_be_taken_back(start_zero_order_match: StartMatch) -> None:
    table = start_zero_order_match()
    assert table.say(0, "undo").code == "nothing-to-undo"
    table.say(0, "tile CO B3")
    assert table.say(0, "undo").code == "not-your-turn"
    assert table.say(1, "undo").code == "nothing-to-undo"


def test_a_record_with_steps_taken_back_verifies(start_zero_order_match: StartMatch) -> None:
    table = start_zero_order_match()
    for seat, text in ((0, "tile CO B3"), (1, "tile CO D6"), (1, "undo"), (1, "tile CO D7"), (1, "resign")):
        assert not table.say(seat, text).code
    assert checks.find_fault(build_record(table.id)) is None
