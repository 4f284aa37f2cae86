"""Bots: played once however many call, by their own clock, and never in the referee's way."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from celery import current_app

from engines import bots as engine_bots
from matches.actions import bots
from matches.actions.bots import BOT_LATE, LEASE, play_due_bots, sweep_bots
from matches.actions.creation import SeatPlan, create_match
from matches.actions.sweep import run_sweep
from matches.clock import TimeControl
from matches.models import Heartbeat, Match, Submission
from matches.tasks import judge, play_bots
from tests.factories import BotFactory, PlayerFactory

pytestmark = pytest.mark.django_db
S = timedelta(seconds=1)


@pytest.fixture
def table(at: datetime) -> int:
    """A match of Order & Chaos in which the greedy bot is to move."""
    Heartbeat.objects.create(pk=1, beat_at=at)
    seats = [SeatPlan(BotFactory(bot="greedy").pk, bot="greedy"), SeatPlan(PlayerFactory().pk, ready=True)]
    return create_match(game="order-and-chaos", options={}, seats=seats, control=TimeControl(60_000, 0), at=at)


def test_a_bots_clock_stops_when_it_has_thought_and_not_when_it_began(table: int, at: datetime) -> None:
    play_due_bots(match_id=table, at=at, clock=lambda: at + 5 * S)
    assert Submission.objects.get().received_at == at + 5 * S
    assert Match.objects.get(pk=table).entries.get().left[0] == [55_000, 0]


def test_a_bot_that_thinks_past_its_flag_has_lost_like_anybody(
    table: int, at: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)
    play_due_bots(match_id=table, at=at, clock=lambda: at + 61 * S)
    match = Match.objects.get(pk=table)
    assert (match.reason, match.ranks) == ("time", [2, 1])


def test_a_bot_that_somebody_plays_already_is_left_alone_until_the_lease_is_over(
    table: int, at: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_the_referees_sweep_plays_no_bot_and_so_waits_for_none(table: int, at: datetime) -> None:
    run_sweep(at + 10 * S)
    assert not Submission.objects.exists()
    sweep_bots(at + 10 * S)
    assert Submission.objects.get().entry


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


def test_a_budget_ends_when_its_seconds_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(bots.time, "monotonic", lambda: now[0])
    more = bots.compute_budget(600_000)
    assert more()
    now[0] += 0.5
    assert more()
    assert more.spent == pytest.approx(0.5)
    now[0] += 0.6
    assert not more()


def test_a_bot_that_is_short_of_time_hurries() -> None:
    assert bots.compute_budget(600_000).seconds == bots.THINK_S
    assert bots.compute_budget(1_600).seconds == pytest.approx(0.2)
    assert not bots.compute_budget(0)()
