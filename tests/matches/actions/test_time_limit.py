"""A match with one limit for all of it, Order & Chaos by the classroom model: no turn clocks, and `time` ends it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from engines.verification import checks
from matches.actions import referee
from matches.actions.adjudication import FLAG_DELAY, adjudicate
from matches.actions.close import hold_for_review
from matches.actions.creation import SeatPlan, create_match
from matches.actions.sweep import ALARM_AHEAD, record_heartbeat, run_sweep, set_alarms
from matches.clock import Clock, TimeControl, TimeLeft
from matches.liveness import Cause
from matches.models import Heartbeat, Match, Status, Submission
from matches.queries.board_view import get_board
from matches.queries.replay import build_record
from tests.factories import PlayerFactory
from tests.matches.conftest import S, TwoPlayerMatch
from tests.matches.recount import recount

MS = timedelta(milliseconds=1)
LIMIT = 300 * S  # tests/engines/order_and_chaos/test_classroom.py: 300,000 ms by the rules


class Lesson(TwoPlayerMatch):
    def __init__(self, at: datetime, **options: object) -> None:
        self.red, self.blue = PlayerFactory(), PlayerFactory()
        seats = [SeatPlan(player.pk, ready=True) for player in (self.red, self.blue)]
        given = {"classroom": True, **options}
        control = TimeControl(turn_ms=1000, reserve_ms=0)
        self.id = create_match(game="order-and-chaos", options=given, seats=seats, control=control, at=at)
        self.at = at


@pytest.fixture
def lesson(at: datetime, db: None, monkeypatch: pytest.MonkeyPatch) -> Lesson:
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)
    record_heartbeat(at)
    return Lesson(at)


def test_no_turn_runs_out_and_the_limit_counts_from_the_first_turn(lesson: Lesson, at: datetime) -> None:
    assert lesson.row.deadline_at == at + LIMIT
    lesson.send(0, "B1-W1", at=at + 120 * S)  # where a turn would have one second
    assert adjudicate(match_id=lesson.id, at=at + 121 * S) == 1
    assert lesson.row.deadline_at == at + LIMIT
    assert [entry.left for entry in lesson.row.entries.all()] == [[[0, 180_000], [0, 180_000]]]


@pytest.mark.parametrize(("early", "ended"), [(-MS, False), (0 * MS, True), (MS, True)])
def test_the_referee_ends_it_at_the_limit_and_not_before(lesson: Lesson, at: datetime, early: timedelta, ended: bool) -> None:
    adjudicate(match_id=lesson.id, at=at + LIMIT + FLAG_DELAY + early)
    match = lesson.row
    assert (match.status == Status.CLOSED) == ended
    if ended:
        last = match.entries.get(n=match.last_entry)
        assert (last.by, last.do, last.at) == (None, "time", at + LIMIT)
        assert (match.reason, match.closed_at) == ("classroom", at + LIMIT)


@pytest.mark.parametrize(("early", "beats"), [(-MS, True), (0 * MS, False), (MS, False)])
def test_a_move_received_before_the_limit_beats_it(lesson: Lesson, at: datetime, early: timedelta, beats: bool) -> None:
    sent = lesson.send(0, "B1-W1", at=at + LIMIT + early)
    adjudicate(match_id=lesson.id, at=at + LIMIT + 30 * S)
    submission, match = Submission.objects.get(pk=sent), lesson.row
    assert (submission.code == "") == beats
    assert submission.code in ("", "match-over")
    assert [entry.do for entry in match.entries.all()] == (["B1-W1", "time"] if beats else ["time"])
    assert (match.status, match.closed_at) == (Status.CLOSED, at + LIMIT)


def test_the_sweep_ends_it_and_an_alarm_is_set_for_it(lesson: Lesson, at: datetime) -> None:
    assert set_alarms(at + LIMIT - ALARM_AHEAD - MS) == 0
    assert set_alarms(at + LIMIT - ALARM_AHEAD) == 1
    Heartbeat.objects.update(beat_at=at + LIMIT)
    run_sweep(at + LIMIT + FLAG_DELAY - MS)
    assert lesson.row.status == Status.PLAYING
    run_sweep(at + LIMIT + FLAG_DELAY)
    assert (lesson.row.status, lesson.row.closed_at) == (Status.CLOSED, at + LIMIT)


def test_an_outage_of_ours_is_credited_to_the_match(lesson: Lesson, at: datetime) -> None:
    record_heartbeat(at + 10 * S)
    record_heartbeat(at + 70 * S, cause=Cause.SUSPENDED)
    deadline = lesson.row.deadline_at
    assert deadline is not None
    assert timedelta() < deadline - (at + LIMIT) <= 70 * S


def test_resigning_and_review_are_as_in_every_match(lesson: Lesson, at: datetime) -> None:
    assert not lesson.say(1, "resign").code
    assert (lesson.row.ranks, lesson.row.deadline_at) == ([1, 2], None)
    held = Lesson(at)
    hold_for_review(match_id=held.id, at=at + S)
    assert (held.row.status, held.row.deadline_at) == (Status.REVIEW, None)


def test_a_hold_for_review_is_no_part_of_its_time(lesson: Lesson, at: datetime) -> None:
    lesson.say(0, "B1-W1")
    told = lesson.row.entries.get().at
    hold_for_review(match_id=lesson.id, at=told + 30 * S)
    later = told + timedelta(hours=1)
    referee.resume(match_id=lesson.id, why="The fault is mended.", at=later)
    assert lesson.row.deadline_at == at + LIMIT + timedelta(hours=1)
    adjudicate(match_id=lesson.id, at=later + LIMIT)
    assert (lesson.row.reason, lesson.row.closed_at) == ("classroom", at + LIMIT + timedelta(hours=1))
    assert checks.find_fault(build_record(lesson.id)) is None
    recount(build_record(lesson.id))


def test_both_see_what_is_left_of_the_match(lesson: Lesson) -> None:
    shown = get_board(lesson.id, lesson.red.pk)
    assert shown is not None
    assert (shown["clock"]["turn_ms"], shown["clock"]["reserve_ms"]) == (0, 300_000)
    assert [seat["running"] for seat in shown["clock"]["seats"]] == [True, False]


def test_its_record_is_sound(lesson: Lesson, at: datetime) -> None:
    lesson.say(0, "B1-W1")
    adjudicate(match_id=lesson.id, at=at + LIMIT + S)
    assert checks.find_fault(build_record(lesson.id)) is None


def test_a_match_with_turn_clocks_has_no_limit(at: datetime, db: None) -> None:
    record_heartbeat(at)
    table = Lesson(at, classroom=False)
    assert table.row.deadline_at == at + S
    assert "limit_ms" not in (Match.objects.get(pk=table.id).clock or {})


class TestClock:
    """The value alone."""

    CLOCK = Clock.create(TimeControl(), 2, 5000)

    def test_the_limit_begins_with_the_first_turn_and_only_then(self, at: datetime) -> None:
        assert self.CLOCK.remaining(0, at) == TimeLeft(0, 5000)
        assert self.CLOCK.deadline() is None
        begun = self.CLOCK.start({0}, at)
        assert begun.pause(0, at + S).start({1}, at + S).deadline() == at + 5 * S
        assert begun.remaining(1, at + 2 * S) == begun.remaining(0, at + 2 * S) == TimeLeft(0, 3000)
        assert begun.remaining(1, at + 9 * S) == TimeLeft(0, 0)
        assert begun.remaining(1, at + MS / 2) == TimeLeft(0, 5000)

    def test_nobodys_flag_falls_but_the_match_ends(self, at: datetime) -> None:
        begun = self.CLOCK.start({0}, at)
        assert begun.fallen(at + 5 * S - MS) is None
        assert begun.fallen(at + 5 * S) == (at + 5 * S, frozenset())

    def test_what_is_skipped_moves_the_end(self, at: datetime) -> None:
        begun = self.CLOCK.start({0}, at)
        assert begun.skip(at + S, at + 3 * S).deadline() == at + 7 * S
        assert begun.skip(at - 9 * S, at + S).deadline() == at + 6 * S
        assert begun.skip(at - 9 * S, at - S).deadline() == at + 5 * S

    def test_it_survives_dump_and_load(self, at: datetime) -> None:
        for clock in (self.CLOCK, self.CLOCK.start({1}, at), self.CLOCK.start({1}, at).forget_turn()):
            assert Clock.load(TimeControl(), clock.dump()) == clock
        assert self.CLOCK.start({1}, at).halt(at + S).reserve == (4000, 4000)
