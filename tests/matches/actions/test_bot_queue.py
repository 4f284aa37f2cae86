"""Bots: people first, everybody in turn, played once however many call, by their own clock, never in the referee's way."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from celery import current_app

from engines import bots as engine_bots
from matches.actions import bots
from matches.actions.bots import BOT_LATE, LEASE, list_due_matches, play_due_bots, play_next_bots, sweep_bots
from matches.actions.creation import MatchPlan, SeatPlan, create_match, create_matches
from matches.actions.match_session import WATCHED_FOR
from matches.actions.presence import record_watched
from matches.actions.sweep import run_sweep
from matches.clock import TimeControl
from matches.models import Heartbeat, Match, Submission
from matches.tasks import judge, play_bots
from tests.factories import BotFactory, PlayerFactory

pytestmark = pytest.mark.django_db
MS = timedelta(milliseconds=1)


@pytest.fixture(autouse=True)
def _nobody_served(monkeypatch: pytest.MonkeyPatch, at: datetime) -> None:
    monkeypatch.setattr(bots, "_last_served", {})
    Heartbeat.objects.create(pk=1, beat_at=at)


def open_(count: int, *, at: datetime, served_for: int, person: bool = False, pace_ms: int = 0, **plan: Any) -> list[int]:
    """Matches of Order & Chaos in which a bot is to move, against a person or another bot."""
    first, second = BotFactory(bot="random"), PlayerFactory() if person else BotFactory(bot="random")
    seats = [
        SeatPlan(first.pk, bot="random", pace_ms=pace_ms),
        SeatPlan(second.pk, bot=second.bot, pace_ms=pace_ms, ready=True),
    ]
    plans = [MatchPlan("order-and-chaos", {}, seats, TimeControl(), served_for=served_for, **plan)] * count
    return create_matches(plans, at=at)


def moved() -> list[int]:
    return list(Submission.objects.order_by("pk").values_list("match", flat=True))


def test_a_match_of_a_person_is_played_before_many_of_bots(at: datetime) -> None:
    open_(8, at=at, served_for=1)
    (human,) = open_(1, at=at + 5 * MS, served_for=2, person=True)
    assert play_next_bots(at=at + 10 * MS)
    assert moved() == [human]


@pytest.mark.parametrize("person", [False, True])
def test_everybody_is_served_in_turn(person: bool, at: datetime) -> None:
    """Ada has many matches, Ben one that came last: Ben's is played second."""
    of_ada = open_(5, at=at, served_for=1, person=person)
    (of_ben,) = open_(1, at=at + MS, served_for=2, person=person)
    for _ in range(3):
        play_next_bots(at=at + 10 * MS)
    assert set(moved()[:2]) == {of_ada[0], of_ben}
    assert moved()[2] in of_ada


def test_a_hint_for_one_match_plays_whichever_is_next_and_none_twice(at: datetime) -> None:
    made = open_(3, at=at, served_for=1, person=True)
    for _ in range(4):
        play_next_bots(at=at + MS)
    assert sorted(moved()) == made
    assert not list_due_matches(at + MS)


def test_those_who_wait_share_the_thinking_time(at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    monkeypatch.setattr(bots, "play_due_bots", lambda **given: told.append(given["think_s"]))
    for person in range(4):
        open_(2, at=at, served_for=person, person=True)
    open_(2, at=at, served_for=9)
    play_next_bots(at=at + MS, think_s=1.0)
    assert told == [1 / 4]


def test_the_sweep_plays_late_matches_of_people_and_one_of_bots_alone(at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs where moves are judged: what is left waits for the bots' own processes."""
    monkeypatch.setattr(bots, "SWEEP_S", 600)
    of_people = open_(2, at=at, served_for=1, person=True)
    of_bots = open_(3, at=at, served_for=2)
    sweep_bots(at + BOT_LATE)
    assert set(moved()) >= set(of_people)
    assert len(set(moved()) & set(of_bots)) == 1


def due_after(match_id: int, at: datetime) -> timedelta:
    due = Match.objects.get(pk=match_id).bot_due_at
    return due - at


def test_bots_wait_for_people_and_in_the_demo_and_alone_not_unless_somebody_watches(at: datetime) -> None:
    (human,) = open_(1, at=at, served_for=1, person=True, pace_ms=1_000)
    (demo,) = open_(1, at=at, served_for=1, pace_ms=1_000, keeps_pace=True)
    assert due_after(human, at) == due_after(demo, at) == 1_000 * MS
    record_watched([human], at)
    assert Match.objects.get(pk=human).watched_at is None, "only where bots are alone is it noted"
    (alone,) = open_(1, at=at, served_for=1, pace_ms=1_000)
    assert due_after(alone, at) == timedelta()
    record_watched([alone], at)
    play_next_bots(at=at)
    assert due_after(alone, at) == 1_000 * MS
    later = at + WATCHED_FOR + 2_000 * MS
    play_due_bots(match_id=alone, at=later)
    assert due_after(alone, later) == timedelta()


S = timedelta(seconds=1)


@pytest.fixture
def table(at: datetime) -> int:
    seats = [SeatPlan(BotFactory(bot="greedy").pk, bot="greedy"), SeatPlan(PlayerFactory().pk, ready=True)]
    return create_match(game="order-and-chaos", options={}, seats=seats, control=TimeControl(60_000, 0), at=at)


def test_a_bots_clock_stops_when_it_has_thought_and_not_when_it_began(table: int, at: datetime) -> None:
    play_due_bots(match_id=table, at=at, clock=lambda: at + 5 * S)
    assert Submission.objects.get().received_at == at + 5 * S
    assert Match.objects.get(pk=table).entries.get().left[0] == [55_000, 0]


def test_a_bot_that_thinks_past_its_flag_has_lost_like_anybody(table: int, at: datetime, no_outage: None) -> None:
    play_due_bots(match_id=table, at=at, clock=lambda: at + 61 * S)
    match = Match.objects.get(pk=table)
    assert (match.reason, match.ranks) == ("time", [2, 1])


def test_a_bot_in_play_is_left_alone_until_the_lease_is_over(table: int, at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[datetime] = []

    def think(*given: Any) -> str:
        """While one process thinks, another is asked."""
        calls.append(at)
        if len(calls) == 1:
            play_due_bots(match_id=table, at=at)
        return str(sorted(given[4])[0])

    monkeypatch.setattr(engine_bots, "choose_action", think)
    play_due_bots(match_id=table, at=at)
    assert len(calls) == 1
    assert Submission.objects.count() == 1


def test_a_bot_whose_process_died_is_played_by_the_sweep_after_the_lease(table: int, at: datetime) -> None:
    run_sweep(at + 10 * S)  # the referee's, which plays no bot and so waits for none
    Match.objects.filter(pk=table).update(bot_due_at=at + LEASE)  # as one that claims it
    sweep_bots(at + LEASE)
    assert not Submission.objects.exists()
    sweep_bots(at + LEASE + BOT_LATE)
    assert Submission.objects.get().entry


def test_two_that_move_for_the_same_bot_make_one_move(table: int, at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """The claim has run out while one still thinks; both come to different moves."""

    def think(*given: Any) -> str:
        monkeypatch.setattr(engine_bots, "choose_action", lambda *again: sorted(again[4])[1])
        play_due_bots(match_id=table, at=at + LEASE)
        return str(sorted(given[4])[0])

    monkeypatch.setattr(engine_bots, "choose_action", think)
    play_due_bots(match_id=table, at=at)
    match = Match.objects.get(pk=table)
    assert match.turns == [1, 0]
    assert match.entries.count() == 1


def test_a_bot_that_takes_too_long_or_fails_plays_at_random(table: int, at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: Any) -> str:
        raise RuntimeError("soft time limit")

    monkeypatch.setattr(engine_bots, "choose_action", fails)
    play_due_bots(match_id=table, at=at)
    assert Submission.objects.get().entry


def test_bots_are_called_on_a_queue_of_their_own_with_a_time_limit() -> None:
    queues = [current_app.amqp.router.route({}, task)["queue"].name for task in (play_bots.name, judge.name)]
    assert queues == ["league-zero-bots", "league-zero"]
    assert play_bots.soft_time_limit < play_bots.time_limit < LEASE.total_seconds()


def test_a_budget_ends_when_its_seconds_are_over_and_is_small_where_time_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(bots.time, "monotonic", lambda: now[0])
    more = bots.compute_budget(600_000)
    assert more()
    now[0] += 0.5
    assert more()
    assert more.spent == pytest.approx(0.5)
    now[0] += 0.6
    assert not more()
    assert bots.compute_budget(600_000).seconds == bots.THINK_S
    assert bots.compute_budget(1_600).seconds == pytest.approx(0.2)
    assert not bots.compute_budget(0)()
