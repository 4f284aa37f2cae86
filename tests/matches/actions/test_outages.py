"""Time in which our machines could not hear or judge counts for nobody, and no match is lost by a restart of ours."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from engines.verification import checks
from engines.words import retell
from matches.actions import outages
from matches.actions.creation import SeatPlan, open_match
from matches.actions.judging import SETTLING, _outage_uncredited, adjudicate
from matches.actions.sweep import RESTART, beat, stop_beating, sweep
from matches.clock import Control
from matches.liveness import Cause
from matches.models import Heartbeat, Match, Status
from matches.models.presence import DOORS, JUDGES
from matches.moment import in_ms, now
from matches.queries.replay import record_of
from tests.factories import PlayerFactory
from tests.matches.actions.test_sweep import keep_alive
from tests.matches.conftest import S, Sat
from tests.matches.recount import recount

Sit = Callable[..., Sat]
MS = timedelta(milliseconds=1)
TEN = Control(10_000, 0)


def outages_of(table: Sat) -> list[str]:
    return [entry.do for entry in table.row.entries.filter(by=None, do__startswith="outage")]


def test_an_outage_stands_in_the_log_and_in_the_record_and_every_clock_skips_it(sit: Sit) -> None:
    table = sit(TEN).begin()
    before = table.row.deadline_at
    keep_alive(table.at)
    came_back = table.at + 60 * S
    sweep(came_back, cause=Cause.SUSPENDED)
    assert outages_of(table) == [f"outage {in_ms(table.at)}-{in_ms(came_back)}"]
    assert table.row.deadline_at == before + 60 * S
    entry = table.row.entries.last()
    assert entry is not None
    assert retell(entry.texts["spectator"]) == (
        "The match was interrupted for 60 s. This time doesn't count on any clock. Cause: the server was suspended."
    )
    table.at = came_back
    table.say(0, "B4-B5", after=9)
    table.say(1, "resign", after=5)
    text = record_of(table.id)
    assert checks.find_fault(text) is None
    assert recount(text) == 2 * table.row.last_entry


@pytest.mark.parametrize("gap", [50 * MS, RESTART, RESTART + MS, 2500 * MS, 3000 * MS, 3001 * MS, 3600 * S])
def test_a_restart_of_ours_lets_no_flag_fall_that_would_have_fallen_in_it(sit: Sit, gap: timedelta) -> None:
    table = sit(TEN).begin()
    fell = table.row.deadline_at
    keep_alive(fell - MS)
    sweep(fell - MS + gap, interrupted=True)
    assert table.row.status == Status.PLAYING
    assert table.row.deadline_at == fell + gap


def test_a_process_that_joins_others_credits_nothing(sit: Sit) -> None:
    table = sit(TEN).begin()
    keep_alive(table.at + 1 * S)
    assert beat(table.at + 2 * S, interrupted=True) == timedelta()
    assert outages_of(table) == []


def test_while_nobody_can_reach_us_no_flag_falls_though_somebody_judges(at: object, db: None) -> None:
    moment = now()
    beat(moment)
    beat(moment - 20 * S, of=DOORS)
    table = Sat(moment - 11 * S, TEN, advantage="red")
    fell = table.row.deadline_at
    adjudicate(match_id=table.id, at=fell + SETTLING)
    assert table.row.status == Status.PLAYING
    assert beat(moment, of=DOORS, interrupted=True) == 20 * S
    assert table.row.deadline_at == fell + 11 * S  # the outage lasted for as long as the match has
    assert not _outage_uncredited()


def test_when_the_last_web_process_ends_no_flag_falls_until_another_beats(db: None) -> None:
    moment = now()
    beat(moment)
    beat(moment, of=DOORS)
    assert not _outage_uncredited()
    stop_beating(moment, of=DOORS)
    assert _outage_uncredited()
    beat(moment + 200 * MS, of=DOORS)
    assert not _outage_uncredited()


def test_a_flag_within_an_orderly_restart_of_the_web_is_moved_by_it(sit: Sit) -> None:
    table = sit(TEN).begin()
    fell = table.row.deadline_at
    beat(fell - 400 * MS, of=DOORS)
    stop_beating(fell - 300 * MS, of=DOORS)
    beat(fell + 500 * MS, of=DOORS)
    assert table.row.deadline_at == fell + 800 * MS


def test_where_no_web_process_has_ever_beaten_only_the_judges_count(db: None) -> None:
    assert _outage_uncredited()
    beat(now())
    assert not _outage_uncredited()
    assert not Heartbeat.objects.filter(pk=DOORS).exists()


def test_what_both_kinds_of_process_missed_is_given_back_once(sit: Sit) -> None:
    table = sit(Control(100_000, 0)).begin()
    before, began = table.row.deadline_at, table.at
    Heartbeat.objects.update_or_create(pk=JUDGES, defaults={"beat_at": began + 10 * S})
    Heartbeat.objects.update_or_create(pk=DOORS, defaults={"beat_at": began + 5 * S})
    beat(began + 40 * S, cause=Cause.SUSPENDED)
    beat(began + 45 * S, of=DOORS, cause=Cause.SUSPENDED)
    assert table.row.deadline_at == before + 40 * S
    assert len(outages_of(table)) == 3


@pytest.fixture
def awaited(at: datetime, db: None) -> int:
    """A match that starts by ten minutes from `at`, or not at all."""
    seats = [SeatPlan(PlayerFactory().pk), SeatPlan(PlayerFactory().pk)]
    begins_by = at + 600 * S
    return open_match(game="field-tactics", options={}, seats=seats, control=TEN, at=at, start_by=begins_by)


@pytest.mark.parametrize(
    ("gaps", "union"),
    [
        ([(JUDGES, 10, 40), (DOORS, 5, 45)], 40),
        ([(DOORS, 5, 45), (JUDGES, 10, 40)], 40),
        ([(DOORS, 20, 30), (JUDGES, 10, 50)], 40),
        ([(JUDGES, 10, 20), (DOORS, 100, 130)], 40),
        ([(JUDGES, -30, 40), (DOORS, -20, 30)], 40),  # it did not exist before
    ],
)
def test_the_time_to_appear_is_longer_by_the_outages_and_each_moment_of_them_counts_once(
    awaited: int, at: datetime, gaps: list[tuple[int, int, int]], union: int
) -> None:
    for of, began, ended in gaps:
        Heartbeat.objects.update_or_create(pk=of, defaults={"beat_at": at + began * S})
        assert beat(at + ended * S, of=of, cause=Cause.SUSPENDED) == (ended - began) * S
    assert Match.objects.get(pk=awaited).deadline_at == at + (600 + union) * S


def test_nobody_fails_to_appear_while_nobody_can_reach_us_though_somebody_judges(awaited: int, at: datetime) -> None:
    moment = now()
    beat(moment)
    Heartbeat.objects.create(pk=DOORS, beat_at=moment - 20 * S)
    adjudicate(match_id=awaited, at=at + 700 * S)
    assert Match.objects.get(pk=awaited).status == Status.OPEN
    Heartbeat.objects.filter(pk=DOORS).update(beat_at=moment)
    adjudicate(match_id=awaited, at=at + 700 * S)
    assert Match.objects.get(pk=awaited).status == Status.CLOSED


def test_nobody_fails_to_appear_within_a_restart_of_ours(awaited: int, at: datetime) -> None:
    keep_alive(at + 599 * S)
    sweep(at + 600 * S + SETTLING, interrupted=True)
    match = Match.objects.get(pk=awaited)
    assert (match.status, match.deadline_at) == (Status.OPEN, at + 601 * S + SETTLING)


def test_a_move_that_arrived_in_an_outage_costs_what_it_took_before(sit: Sit) -> None:
    table = sit(TEN).begin()
    keep_alive(table.at + 4 * S)
    table.send(0, "B4-B5", at=table.at + 30 * S)
    sweep(table.at + 60 * S, cause=Cause.SUSPENDED)
    entry = table.row.entries.get(by=0, do="B4-B5")
    assert entry.left[0] == [6_000, 0]
    assert entry.at == table.at + 30 * S
    assert table.row.deadline_at == table.at + 70 * S


def test_a_match_that_cannot_be_read_is_held_and_takes_no_time_from_others(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, whole = sit(TEN).begin(), sit(TEN)
    before = whole.row.deadline_at
    real = outages.match_row

    def row(match_id: int, lock: str) -> Match | None:
        if match_id == broken.id:
            raise RuntimeError("no such engine")
        return real(match_id, lock)

    monkeypatch.setattr(outages, "match_row", row)
    keep_alive(broken.at)
    assert beat(broken.at + 60 * S, cause=Cause.SUSPENDED) == 60 * S
    assert broken.row.status == Status.REVIEW
    assert whole.row.deadline_at > before


def test_a_limit_for_the_whole_match_skips_outages_too(at: datetime, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.actions.judging._outage_uncredited", lambda: False)
    began = at
    seats = [SeatPlan(PlayerFactory().pk, ready=True) for _ in range(2)]
    match_id = open_match(game="order-and-chaos", options={"classroom": True}, seats=seats, control=Control(), at=began)
    limit = Match.objects.get(pk=match_id).deadline_at
    assert limit is not None
    keep_alive(began + 20 * S)
    sweep(began + 50 * S, cause=Cause.SUSPENDED)
    assert Match.objects.get(pk=match_id).deadline_at == limit + 30 * S
    keep_alive(limit + 30 * S)
    sweep(limit + 30 * S + SETTLING - MS)
    assert Match.objects.get(pk=match_id).status == Status.PLAYING
    sweep(limit + 30 * S + SETTLING)
    match = Match.objects.get(pk=match_id)
    assert (match.status, match.closed_at) == (Status.CLOSED, limit + 30 * S)
    text = record_of(match_id)
    assert checks.find_fault(text) is None
    recount(text)
