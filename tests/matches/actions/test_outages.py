"""Time in which our machines could not hear or judge counts for nobody, and no match is lost by a restart of ours."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from engines.i18n import translate_stored
from engines.verification import checks
from matches.actions import outages
from matches.actions.adjudication import FLAG_DELAY, _has_uncredited_outage, adjudicate
from matches.actions.creation import SeatPlan, create_match
from matches.actions.sweep import RESTART_GAP, record_heartbeat, record_stop, run_sweep
from matches.clock import TimeControl
from matches.liveness import Cause
from matches.models import Heartbeat, Match, Status
from matches.models.presence import WEB_PROCESSES, WORKERS
from matches.queries.replay import build_record
from matches.server_time import now, to_ms
from tests.factories import PlayerFactory
from tests.matches.actions.test_sweep import keep_alive
from tests.matches.conftest import S, TwoPlayerMatch
from tests.matches.recount import recount

StartMatch = Callable[..., TwoPlayerMatch]
MS = timedelta(milliseconds=1)
TEN = TimeControl(10_000, 0)


def outages_of(table: TwoPlayerMatch) -> list[str]:
    return [entry.do for entry in table.row.entries.filter(by=None, do__startswith="outage")]


def test_an_outage_stands_in_the_log_and_in_the_record_and_every_clock_skips_it(start_match: StartMatch) -> None:
    table = start_match(TEN).begin()
    before = table.row.deadline_at
    keep_alive(table.at)
    came_back = table.at + 60 * S
    run_sweep(came_back, cause=Cause.SUSPENDED)
    assert outages_of(table) == [f"outage {to_ms(table.at)}-{to_ms(came_back)}"]
    assert table.row.deadline_at == before + 60 * S
    entry = table.row.entries.last()
    assert entry is not None
    assert translate_stored(entry.texts["spectator"]) == (
        "The match was interrupted for 60 s. This time doesn't count on any clock. Cause: the server was suspended."
    )
    table.at = came_back
    table.say(0, "B4-B5", after=9)
    table.say(1, "resign", after=5)
    text = build_record(table.id)
    assert checks.find_fault(text) is None
    assert recount(text) == 2 * table.row.last_entry


@pytest.mark.parametrize("gap", [50 * MS, RESTART_GAP, RESTART_GAP + MS, 2500 * MS, 3000 * MS, 3001 * MS, 3600 * S])
def test_a_restart_of_ours_lets_no_flag_fall_that_would_have_fallen_in_it(start_match: StartMatch, gap: timedelta) -> None:
    table = start_match(TEN).begin()
    fell = table.row.deadline_at
    keep_alive(fell - MS)
    run_sweep(fell - MS + gap, interrupted=True)
    assert table.row.status == Status.PLAYING
    assert table.row.deadline_at == fell + gap


def test_a_process_that_joins_others_credits_nothing(start_match: StartMatch) -> None:
    table = start_match(TEN).begin()
    keep_alive(table.at + 1 * S)
    assert record_heartbeat(table.at + 2 * S, interrupted=True) == timedelta()
    assert outages_of(table) == []


def test_while_nobody_can_reach_us_no_flag_falls_though_somebody_judges(at: object, db: None) -> None:
    moment = now()
    record_heartbeat(moment)
    record_heartbeat(moment - 20 * S, kind=WEB_PROCESSES)
    table = TwoPlayerMatch(moment - 11 * S, TEN, advantage="red")
    fell = table.row.deadline_at
    adjudicate(match_id=table.id, at=fell + FLAG_DELAY)
    assert table.row.status == Status.PLAYING
    assert record_heartbeat(moment, kind=WEB_PROCESSES, interrupted=True) == 20 * S
    assert table.row.deadline_at == fell + 11 * S  # the outage lasted for as long as the match has
    assert not _has_uncredited_outage()


def test_when_the_last_web_process_ends_no_flag_falls_until_another_beats(db: None) -> None:
    moment = now()
    record_heartbeat(moment)
    record_heartbeat(moment, kind=WEB_PROCESSES)
    assert not _has_uncredited_outage()
    record_stop(moment, kind=WEB_PROCESSES)
    assert _has_uncredited_outage()
    record_heartbeat(moment + 200 * MS, kind=WEB_PROCESSES)
    assert not _has_uncredited_outage()


def test_a_flag_within_an_orderly_restart_of_the_web_is_moved_by_it(start_match: StartMatch) -> None:
    table = start_match(TEN).begin()
    fell = table.row.deadline_at
    record_heartbeat(fell - 400 * MS, kind=WEB_PROCESSES)
    record_stop(fell - 300 * MS, kind=WEB_PROCESSES)
    record_heartbeat(fell + 500 * MS, kind=WEB_PROCESSES)
    assert table.row.deadline_at == fell + 800 * MS


def test_where_no_web_process_has_ever_beaten_only_the_judges_count(db: None) -> None:
    assert _has_uncredited_outage()
    record_heartbeat(now())
    assert not _has_uncredited_outage()
    assert not Heartbeat.objects.filter(pk=WEB_PROCESSES).exists()


def test_what_both_kinds_of_process_missed_is_given_back_once(start_match: StartMatch) -> None:
    table = start_match(TimeControl(100_000, 0)).begin()
    before, began = table.row.deadline_at, table.at
    Heartbeat.objects.update_or_create(pk=WORKERS, defaults={"beat_at": began + 10 * S})
    Heartbeat.objects.update_or_create(pk=WEB_PROCESSES, defaults={"beat_at": began + 5 * S})
    record_heartbeat(began + 40 * S, cause=Cause.SUSPENDED)
    record_heartbeat(began + 45 * S, kind=WEB_PROCESSES, cause=Cause.SUSPENDED)
    assert table.row.deadline_at == before + 40 * S
    assert len(outages_of(table)) == 3


@pytest.fixture
def awaited(at: datetime, db: None) -> int:
    """A match that starts by ten minutes from `at`, or not at all."""
    seats = [SeatPlan(PlayerFactory().pk), SeatPlan(PlayerFactory().pk)]
    begins_by = at + 600 * S
    return create_match(game="field-tactics", options={}, seats=seats, control=TEN, at=at, start_by=begins_by)


@pytest.mark.parametrize(
    ("gaps", "union"),
    [
        ([(WORKERS, 10, 40), (WEB_PROCESSES, 5, 45)], 40),
        ([(WEB_PROCESSES, 5, 45), (WORKERS, 10, 40)], 40),
        ([(WEB_PROCESSES, 20, 30), (WORKERS, 10, 50)], 40),
        ([(WORKERS, 10, 20), (WEB_PROCESSES, 100, 130)], 40),
        ([(WORKERS, -30, 40), (WEB_PROCESSES, -20, 30)], 40),  # it did not exist before
    ],
)
def test_the_time_to_appear_is_longer_by_the_outages_and_each_moment_of_them_counts_once(
    awaited: int, at: datetime, gaps: list[tuple[int, int, int]], union: int
) -> None:
    for of, began, ended in gaps:
        Heartbeat.objects.update_or_create(pk=of, defaults={"beat_at": at + began * S})
        assert record_heartbeat(at + ended * S, kind=of, cause=Cause.SUSPENDED) == (ended - began) * S
    assert Match.objects.get(pk=awaited).deadline_at == at + (600 + union) * S


def test_nobody_fails_to_appear_while_nobody_can_reach_us_though_somebody_judges(awaited: int, at: datetime) -> None:
    moment = now()
    record_heartbeat(moment)
    Heartbeat.objects.create(pk=WEB_PROCESSES, beat_at=moment - 20 * S)
    adjudicate(match_id=awaited, at=at + 700 * S)
    assert Match.objects.get(pk=awaited).status == Status.OPEN
    Heartbeat.objects.filter(pk=WEB_PROCESSES).update(beat_at=moment)
    adjudicate(match_id=awaited, at=at + 700 * S)
    assert Match.objects.get(pk=awaited).status == Status.CLOSED


def test_nobody_fails_to_appear_within_a_restart_of_ours(awaited: int, at: datetime) -> None:
    keep_alive(at + 599 * S)
    run_sweep(at + 600 * S + FLAG_DELAY, interrupted=True)
    match = Match.objects.get(pk=awaited)
    assert (match.status, match.deadline_at) == (Status.OPEN, at + 601 * S + FLAG_DELAY)


def test_a_move_that_arrived_in_an_outage_costs_what_it_took_before(start_match: StartMatch) -> None:
    table = start_match(TEN).begin()
    keep_alive(table.at + 4 * S)
    table.send(0, "B4-B5", at=table.at + 30 * S)
    run_sweep(table.at + 60 * S, cause=Cause.SUSPENDED)
    entry = table.row.entries.get(by=0, do="B4-B5")
    assert entry.left[0] == [6_000, 0]
    assert entry.at == table.at + 30 * S
    assert table.row.deadline_at == table.at + 70 * S


def test_a_match_that_cannot_be_read_is_held_and_takes_no_time_from_others(
    start_match: StartMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, whole = start_match(TEN).begin(), start_match(TEN)
    before = whole.row.deadline_at
    real = outages.find_match

    def row(match_id: int, lock: str) -> Match | None:
        if match_id == broken.id:
            raise RuntimeError("no such engine")
        return real(match_id, lock)

    monkeypatch.setattr(outages, "find_match", row)
    keep_alive(broken.at)
    assert record_heartbeat(broken.at + 60 * S, cause=Cause.SUSPENDED) == 60 * S
    assert broken.row.status == Status.REVIEW
    assert whole.row.deadline_at > before


def test_a_limit_for_the_whole_match_skips_outages_too(at: datetime, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)
    began = at
    seats = [SeatPlan(PlayerFactory().pk, ready=True) for _ in range(2)]
    match_id = create_match(game="order-and-chaos", options={"classroom": True}, seats=seats, control=TimeControl(), at=began)
    limit = Match.objects.get(pk=match_id).deadline_at
    assert limit is not None
    keep_alive(began + 20 * S)
    run_sweep(began + 50 * S, cause=Cause.SUSPENDED)
    assert Match.objects.get(pk=match_id).deadline_at == limit + 30 * S
    keep_alive(limit + 30 * S)
    run_sweep(limit + 30 * S + FLAG_DELAY - MS)
    assert Match.objects.get(pk=match_id).status == Status.PLAYING
    run_sweep(limit + 30 * S + FLAG_DELAY)
    match = Match.objects.get(pk=match_id)
    assert (match.status, match.closed_at) == (Status.CLOSED, limit + 30 * S)
    text = build_record(match_id)
    assert checks.find_fault(text) is None
    recount(text)
