"""The referee: every submission judged once, in order of arrival, charged to its arrival; turns of several steps."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from engines.i18n import translate_stored
from matches.actions.adjudication import FLAG_DELAY, adjudicate, adjudicate_batch
from matches.actions.creation import SeatPlan, create_match
from matches.actions.endings import resign
from matches.actions.match_session import MatchSession
from matches.actions.submission import MAX_WAITING, submit
from matches.clock import TimeControl
from matches.models import Match, Status, Submission
from matches.queries.board_view import get_board
from matches.queries.position import load_clock
from tests.factories import PlayerFactory
from tests.matches.conftest import BLUE_ARMY, RED_ARMY, S, StartMatch, TwoPlayerMatch, refuses

MS = timedelta(milliseconds=1)


def test_a_match_begins_when_both_sit_and_asks_first_who_has_the_advantage_given_or_drawn(start_match: StartMatch) -> None:
    match = start_match().row
    assert (match.status, match.to_act) == (Status.PLAYING, [0])
    assert match.deadline_at == match.started_at + 480 * S
    match = start_match(advantage=None).row
    drawn = match.entries.get(n=1)
    assert (drawn.by, match.to_act) == (None, [["advantage red", "advantage blue"].index(drawn.do)])


def test_setting_up_runs_both_clocks_until_each_has_handed_in_a_whole_army(start_match: StartMatch) -> None:
    table = start_match()
    table.say(0, "first red")
    said = table.say(0, RED_ARMY.rsplit("/", 1)[0])
    assert said.code
    assert said.refusal
    assert load_clock(table.row).running == {0, 1} == set(table.row.to_act)
    table.say(0, RED_ARMY)
    assert load_clock(table.row).running == {1}
    table.say(1, BLUE_ARMY)
    assert load_clock(table.row).running == {0}


def test_refusals_have_codes_cost_nothing_but_time_and_a_battle_is_logged_with_the_referees_note(table: TwoPlayerMatch) -> None:
    before = table.row
    for seat, text, turn, code in (
        (0, "A1-A9", None, "malformed"), (1, "B5-B4", None, "not-your-turn"), (0, "B4-B5", 99, "stale-turn"),
        (0, "B4-B5", 0, "stale-turn"), (0, "MN G1 / FL", None, "malformed"), (0, RED_ARMY, None, "wrong-phase"),
        (0, "flag 1", None, "malformed"), (0, "x" * 2000, None, "malformed"),
    ):  # fmt: skip
        said, after = table.say(seat, text, turn=turn), table.row
        assert (said.entry, said.code, translate_stored(said.refusal)[-1]) == (None, code, "."), text
        assert (before.state, before.clock, before.last_entry) == (after.state, after.clock, after.last_entry)
    entry = table.row.entries.get(n=table.say(0, "b4-b5").entry)
    assert (entry.do, entry.note) == ("B4-B5", "B4xB5o C2")


def test_a_move_that_arrives_exactly_at_the_deadline_has_lost(table: TwoPlayerMatch) -> None:
    deadline = table.row.deadline_at
    sent = table.send(0, "B4-B5", at=deadline)
    assert adjudicate(match_id=table.id, at=deadline) == 0, "one that arrived before it may still be on its way"
    adjudicate(match_id=table.id, at=deadline + FLAG_DELAY)
    match = table.row
    assert Submission.objects.get(pk=sent).code == "match-over"
    assert (match.status, match.ranks, match.reason) == (Status.CLOSED, [2, 1], "time")
    assert match.closed_at == deadline


def test_time_in_our_queue_is_charged_to_nobody(table: TwoPlayerMatch) -> None:
    arrived = table.at + 10 * S
    judged = arrived + 60 * S
    table.send(0, "B4-B5", at=arrived)
    adjudicate(match_id=table.id, at=judged)
    clock = load_clock(table.row)
    assert clock.reserve == (300_000, 300_000)
    assert clock.remaining(1, judged).turn == 180_000


def test_both_flags_in_set_up_are_a_double_forfeit(start_match: StartMatch) -> None:
    table = start_match()
    table.say(0, "first red")
    adjudicate(match_id=table.id, at=table.at + 481 * S)
    assert (table.row.ranks, table.row.reason) == ([2, 2], "double-forfeit")


def test_resigning_is_possible_on_the_others_turn_then_nobody_acts_and_what_waits_is_refused(table: TwoPlayerMatch) -> None:
    resign(match_id=table.id, player_id=table.blue.pk, received_at=table.at)
    late = table.send(0, "B4-B5", at=table.at + MS)
    adjudicate(match_id=table.id, at=table.at + S)
    assert (table.row.ranks, table.row.reason) == ([1, 2], "resigned")
    assert Submission.objects.get(pk=late).code == "match-over"
    with refuses("match-over"):
        table.send(1, "B5-B4", at=table.at)


@pytest.mark.django_db
def test_a_seat_that_left_a_match_that_goes_on_is_not_offered_to_resign(at: datetime) -> None:
    people = [PlayerFactory() for _ in range(3)]
    seats = [SeatPlan(one.pk, ready=True) for one in people]
    match_id = create_match(game="zero-day", options={}, seats=seats, control=TimeControl(), at=at)
    resign(match_id=match_id, player_id=people[1].pk, received_at=at)
    adjudicate(match_id=match_id, at=at)
    boards = [get_board(match_id, one.pk) for one in people]
    assert [one["can"]["resign"] for one in boards if one] == [True, False, True]
    assert all(one["status"] == Status.PLAYING for one in boards if one)


def test_the_same_key_is_the_same_submission(table: TwoPlayerMatch) -> None:
    first = table.send(0, "B4-B5", at=table.at, key="once")
    assert table.send(0, "B4-B5", at=table.at + S, turn=2, key="once") == first
    with refuses("key-reused"):
        table.send(0, "E4-E5", at=table.at, key="once")


def test_a_move_is_stored_by_one_statement(table: TwoPlayerMatch, django_assert_num_queries: Callable[[int], Any]) -> None:
    with django_assert_num_queries(1):
        stored = submit(
            match_id=table.id, player_id=table.red.pk, turn=2, text="B4-B5", key="k", received_at=table.at
        )  # fmt: skip
    kept = Submission.objects.get(pk=stored.pk)
    assert (kept.match_id, kept.seat, kept.turn, kept.text, kept.key) == (table.id, 0, 2, "B4-B5", "k")
    assert (kept.received_at, kept.judged_at, kept.entry, kept.code) == (table.at, None, None, "")


def test_a_seat_may_have_twenty_submissions_waiting_whatever_the_other_one_has(table: TwoPlayerMatch) -> None:
    for n in range(MAX_WAITING):
        table.send(0, "B4-B5", at=table.at, key=f"k{n}")
    with refuses("too-many"):
        table.send(0, "B4-B5", at=table.at, key="another")
    assert table.send(0, "B4-B5", at=table.at, key="k3")
    assert table.send(1, "B5-B4", at=table.at)
    assert Submission.objects.filter(match=table.id, judged_at=None).count() == MAX_WAITING + 1


def test_a_database_that_is_away_leaves_the_match_as_it_is(table: TwoPlayerMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    table.send(0, "B4-B5", at=table.at)

    def away(*_: object) -> None:
        raise OperationalError("the server closed the connection")

    with monkeypatch.context() as broken:
        broken.setattr("matches.actions.adjudication.list_waiting_submissions", away)
        with pytest.raises(OperationalError):
            adjudicate(match_id=table.id, at=table.at)
    assert table.row.status == Status.PLAYING
    assert adjudicate(match_id=table.id, at=table.at) == 1


def test_many_matches_are_judged_in_no_more_statements_than_one(start_match: StartMatch) -> None:
    tables = [start_match().begin() for _ in range(3)]
    sent = [table.send(0, "B4-B5", at=table.at) for table in tables]
    with CaptureQueriesContext(connection) as asked:
        assert adjudicate_batch(match_ids=[table.id for table in tables], at=tables[0].at) == []
    said = [one["sql"].split()[0] for one in asked if "SAVEPOINT" not in one["sql"]]
    each = 1 if connection.vendor == "postgresql" else 3 * len(tables)
    assert (said[:2], len(said)) == (["SELECT", "SELECT"], 2 + each)
    for table, submission in zip(tables, sent, strict=True):
        assert Submission.objects.get(pk=submission).entry == table.row.last_entry == 4
        assert table.row.entries.get(n=4).hash == table.row.last_hash


def test_what_is_judged_together_comes_to_the_same_as_what_is_judged_alone(start_match: StartMatch) -> None:
    """Moves, one that is refused, a match that ends, one that waits for its players, one where nothing waits."""

    def tables() -> list[TwoPlayerMatch]:
        made = [start_match().begin() for _ in range(3)] + [start_match()]
        made[0].send(0, "B4-B5", at=made[0].at)
        made[0].send(1, "B8-B7", at=made[0].at)
        made[1].send(0, "A1-A9", at=made[1].at)
        made[2].send(0, "resign", at=made[2].at)
        return made

    alone, together = tables(), tables()
    for table in alone:
        adjudicate(match_id=table.id, at=alone[0].at)
    assert adjudicate_batch(match_ids=[table.id for table in together], at=alone[0].at) == []
    assert [_come_to(table.id) for table in alone] == [_come_to(table.id) for table in together]


def _come_to(match_id: int) -> object:
    match = Match.objects.get(pk=match_id)
    row = (match.status, match.state, match.clock, match.to_act, match.turns, match.deadline_at, match.ranks)
    entries = match.entries.values_list("n", "by", "do", "note", "texts", "at", "judged_at", "left", "lag_ms")
    answers = match.submissions.order_by("pk").values_list("judged_at", "entry", "code", "refusal")
    return row, list(entries), list(answers)


def test_a_failing_engine_has_the_others_judged_alone(start_match: StartMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, well = start_match().begin(), start_match().begin()
    for table in (broken, well):
        table.send(0, "B4-B5", at=table.at)
    of = MatchSession.of

    def fail(match: Match) -> MatchSession:
        if match.pk == broken.id:
            raise ZeroDivisionError
        return of(match)

    monkeypatch.setattr(MatchSession, "of", fail)
    ids = [well.id, broken.id]
    assert adjudicate_batch(match_ids=ids, at=well.at) == ids
    assert well.row.last_entry == 3
    for match_id in ids:
        adjudicate(match_id=match_id, at=well.at)
    assert (well.row.last_entry, broken.row.status) == (4, Status.REVIEW)


def may_undo(table: TwoPlayerMatch, player: int) -> bool:
    shown: Any = get_board(table.id, player)
    return bool(shown["can"]["undo"])


def test_the_steps_of_a_turn_share_its_time(start_zero_order_match: StartMatch) -> None:
    table = start_zero_order_match(TimeControl(60_000, 100_000))
    assert not table.say(0, "tile CO B3").code
    assert not table.say(1, "tile CO D6", after=40).code
    assert load_clock(table.row).remaining(1, table.at).turn == 20_000
    assert table.row.deadline_at == table.at + 120 * S
    assert not table.say(1, "tile EX D7", after=30).code
    assert load_clock(table.row).remaining(1, table.at).reserve == 90_000


def test_a_step_of_ones_own_unfinished_turn_is_taken_back_and_the_log_says_so(start_zero_order_match: StartMatch) -> None:
    table = start_zero_order_match()
    assert table.say(0, "undo").code == "nothing-to-undo"
    assert not table.say(0, "tile CO B3").code
    assert [table.say(seat, "undo").code for seat in (0, 1)] == ["not-your-turn", "nothing-to-undo"]
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
    table.verify(by=1)


def test_taking_back_wins_no_time(start_zero_order_match: StartMatch) -> None:
    table = start_zero_order_match(TimeControl(60_000, 0))
    table.say(0, "tile CO B3")
    for text in ("tile CO D6", "undo", "tile CO D6", "undo"):
        assert not table.say(1, text, after=14).code
    assert table.say(1, "tile CO D6", after=10).code == "match-over"
    assert (table.row.status, table.row.reason) == (Status.CLOSED, "time")
