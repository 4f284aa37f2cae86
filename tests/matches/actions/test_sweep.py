"""The guarantee: what a lost message left behind is found by the next sweep."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from matches import pubsub
from matches.actions import sweep as sweep_module
from matches.actions.adjudication import FLAG_DELAY, adjudicate
from matches.actions.creation import SeatPlan, create_match, set_ready, take_seat
from matches.actions.sweep import ALARM_AHEAD, record_heartbeat, run_sweep, set_alarms
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Heartbeat, Match, Status, Submission
from matches.queries import service_health
from tests.factories import PlayerFactory
from tests.matches.conftest import S, StartMatch, TwoPlayerMatch

MS = timedelta(milliseconds=1)


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object) -> list[tuple[str, object]]:
    """The hints that would have been sent, as (task, eta)."""
    sent: list[tuple[str, object]] = []
    monkeypatch.setattr(pubsub, "_enqueue_now", lambda task, eta, arguments: sent.append((task, eta)))
    return sent


def keep_alive(until: datetime) -> None:
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": until})


def test_an_alarm_is_set_once_for_a_deadline_that_is_near_and_a_hint_that_comes_before_its_time_comes_again(
    table: TwoPlayerMatch, hints: list[tuple[str, object]], django_capture_on_commit_callbacks: Any
) -> None:
    deadline = table.row.deadline_at
    again = [("matches.tasks.judge", deadline + FLAG_DELAY)]
    with django_capture_on_commit_callbacks(execute=True):
        assert set_alarms(deadline - ALARM_AHEAD - MS) == 0
        assert set_alarms(deadline - ALARM_AHEAD) == 1
        assert set_alarms(deadline - ALARM_AHEAD + S) == 0
    assert hints == again
    keep_alive(deadline)
    with django_capture_on_commit_callbacks(execute=True):
        for early in (-MS, 0 * MS, FLAG_DELAY - MS):
            adjudicate(match_id=table.id, at=deadline + early)
    assert hints == again * 3
    assert table.row.status == Status.PLAYING
    adjudicate(match_id=table.id, at=deadline + FLAG_DELAY)
    assert table.row.status == Status.CLOSED


def test_a_new_deadline_gets_an_alarm_of_its_own(start_match: StartMatch) -> None:
    table = start_match(TimeControl(1_400, 1_000)).begin()
    assert set_alarms(table.at) == 1
    table.say(0, "B4-B5", after=0.1)
    assert set_alarms(table.at) == 1


def test_a_restart_of_the_database_is_an_outage_however_short(table: TwoPlayerMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it was away nobody could store a move, whatever the sweep's own pauses are."""
    before = table.row.deadline_at
    keep_alive(table.at)
    monkeypatch.setattr(service_health, "_read_database_start", lambda: table.at + S)
    later = f"'{(table.at + S).isoformat()}'::timestamptz"
    monkeypatch.setattr(
        sweep_module, "_HEARTBEAT_SQL", sweep_module._HEARTBEAT_SQL.replace(service_health.DATABASE_START_SQL, later)
    )
    assert service_health.has_uncredited_outage(table.at + 2 * S)
    assert record_heartbeat(table.at + 2 * S) == 2 * S
    assert table.row.deadline_at == before + 2 * S
    assert not service_health.has_uncredited_outage(table.at + 2 * S)
    assert record_heartbeat(table.at + 3 * S) == timedelta()


def test_a_clock_that_is_set_back_fells_nobody(table: TwoPlayerMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody read it before: a moment, and an arrival, that the clock no longer knows."""
    deadline = table.row.deadline_at
    monkeypatch.setattr("matches.actions.adjudication.fresh_now", lambda: table.at + S)
    sent = table.send(0, "B4-B5", at=deadline + S)
    assert adjudicate(match_id=table.id, at=deadline + 2 * S) == 1
    assert Submission.objects.get(pk=sent).entry == 4
    assert table.row.status == Status.PLAYING
    assert table.row.deadline_at <= deadline + S


@pytest.mark.parametrize(("ready", "ranks", "reason"), [(True, [1, 2], "no-show"), (False, [2, 2], "double-forfeit")])
def test_a_seat_not_taken_in_time_forfeits(at: datetime, no_outage: None, ready: bool, ranks: list[int], reason: str) -> None:
    seats = [SeatPlan(PlayerFactory().pk, ready=ready), SeatPlan(PlayerFactory().pk)]
    match_id = create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=at, start_by=at + 600 * S)
    keep_alive(at + 600 * S)
    run_sweep(at + 601 * S)
    match = Match.objects.get(pk=match_id)
    assert (match.status, match.ranks, match.reason) == (Status.CLOSED, ranks, reason)


def test_a_seat_is_taken_once_and_a_match_starts_when_the_last_player_is_ready(at: datetime, db: None) -> None:
    first, second, third = PlayerFactory(), PlayerFactory(), PlayerFactory()
    seats = [SeatPlan(first.pk), SeatPlan(None)]
    match_id = create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=at)
    with pytest.raises(ActionError, match="already have a seat"):
        take_seat(match_id=match_id, player_id=first.pk, at=at)
    assert take_seat(match_id=match_id, player_id=second.pk, at=at) == 1
    assert Match.objects.get(pk=match_id).status == Status.OPEN
    set_ready(match_id=match_id, player_id=first.pk, at=at + S, nonce="beef")
    match = Match.objects.get(pk=match_id)
    assert (match.status, match.started_at) == (Status.PLAYING, at + S)
    with pytest.raises(ActionError, match="no longer waiting"):
        take_seat(match_id=match_id, player_id=third.pk, at=at)
