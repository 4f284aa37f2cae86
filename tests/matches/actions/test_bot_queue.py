"""The queue of bots: people first, everybody in turn, and no waiting where nobody watches."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from matches.actions import bots
from matches.actions.bots import BOT_LATE, list_due_matches, play_next_bots, sweep_bots
from matches.actions.creation import MatchPlan, SeatPlan, create_matches
from matches.actions.match_session import WATCHED_FOR
from matches.actions.presence import record_watched
from matches.clock import TimeControl
from matches.models import Heartbeat, Match, Submission
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


def test_a_match_of_a_person_is_played_before_a_hundred_of_bots(at: datetime) -> None:
    open_(100, at=at, served_for=1)
    (human,) = open_(1, at=at + 5 * MS, served_for=2, person=True)
    assert play_next_bots(at=at + 10 * MS)
    assert moved() == [human]


@pytest.mark.parametrize("person", [False, True])
def test_everybody_is_served_in_turn(person: bool, at: datetime) -> None:
    """Ada has twenty matches, Ben one that came last: Ben's is played second."""
    of_ada = open_(20, at=at, served_for=1, person=person)
    (of_ben,) = open_(1, at=at + MS, served_for=2, person=person)
    for _ in range(3):
        play_next_bots(at=at + 10 * MS)
    assert set(moved()[:2]) == {of_ada[0], of_ben}
    assert moved()[2] in of_ada


def test_a_hint_for_one_match_plays_whichever_is_next_and_none_twice(at: datetime) -> None:
    made = open_(3, at=at, served_for=1, person=True)
    for _ in range(5):
        play_next_bots(at=at + MS)
    assert sorted(moved()) == made
    assert not list_due_matches(at + MS)


def test_those_who_wait_share_the_thinking_time(at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    monkeypatch.setattr(bots, "play_due_bots", lambda **given: told.append(given["think_s"]))
    for person in range(4):
        open_(5, at=at, served_for=person, person=True)
    open_(5, at=at, served_for=9)
    play_next_bots(at=at + MS, think_s=1.0)
    assert told == [1 / 4]


def test_the_sweep_plays_late_matches_of_people_and_one_of_bots_alone(at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs where moves are judged: what is left waits for the bots' own processes."""
    monkeypatch.setattr(bots, "SWEEP_S", 600)
    of_people = open_(3, at=at, served_for=1, person=True)
    of_bots = open_(5, at=at, served_for=2)
    sweep_bots(at + BOT_LATE)
    assert set(moved()) >= set(of_people)
    assert len(set(moved()) & set(of_bots)) == 1


def due_after(match_id: int, at: datetime) -> timedelta:
    due = Match.objects.get(pk=match_id).bot_due_at
    assert due is not None
    return due - at


def test_bots_alone_do_not_wait_unless_somebody_watches(at: datetime) -> None:
    (alone,) = open_(1, at=at, served_for=1, pace_ms=1_000)
    assert due_after(alone, at) == timedelta()
    record_watched([alone], at)
    play_next_bots(at=at)
    assert due_after(alone, at) == 1_000 * MS
    later = at + WATCHED_FOR + 2_000 * MS
    play_next_bots(at=later)
    assert due_after(alone, later) == timedelta()


def test_bots_wait_for_people_and_in_the_demo(at: datetime) -> None:
    (human,) = open_(1, at=at, served_for=1, person=True, pace_ms=1_000)
    (demo,) = open_(1, at=at, served_for=1, pace_ms=1_000, keeps_pace=True)
    assert due_after(human, at) == due_after(demo, at) == 1_000 * MS


def test_only_matches_of_bots_alone_are_noted_as_watched(at: datetime) -> None:
    (human,) = open_(1, at=at, served_for=1, person=True)
    (alone,) = open_(1, at=at, served_for=1)
    record_watched([human, alone], at)
    assert Match.objects.get(pk=human).watched_at is None
    assert Match.objects.get(pk=alone).watched_at == at
