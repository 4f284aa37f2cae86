"""Time in which our machines could not hear or judge counts for nobody, and no match is lost by a restart of ours.

An overload, which requests can bring about, buys nobody time; other outages are credited whole, with their cause.
"""

import json
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.conf import LazySettings
from django.db import OperationalError

from engines.i18n import translate_stored
from engines.verification import checks
from matches.actions import outages
from matches.actions.adjudication import FLAG_DELAY, _has_uncredited_outage, adjudicate
from matches.actions.creation import SeatPlan, create_match
from matches.actions.outages import credit_outage, get_overload_credit
from matches.actions.sweep import OUTAGE, RESTART_GAP, record_heartbeat, record_stop, run_sweep
from matches.clock import TimeControl
from matches.liveness import Cause, Liveness
from matches.models import Heartbeat, Match, Outage, Status
from matches.models.presence import WEB_PROCESSES, WORKERS
from matches.server_time import now, to_ms
from tests.factories import PlayerFactory
from tests.matches.actions.test_sweep import keep_alive
from tests.matches.conftest import S, StartMatch, TwoPlayerMatch, begin_match, rehash

MS = timedelta(milliseconds=1)
TEN = TimeControl(10_000, 0)


@pytest.fixture(scope="module")
def begun_match(module_rows: None) -> TwoPlayerMatch:
    return begin_match(TEN)


def outages_of(table: TwoPlayerMatch) -> list[str]:
    return [entry.do for entry in table.row.entries.filter(by=None, do__startswith="outage")]


def test_an_outage_stands_in_the_log_and_in_the_record_and_every_clock_skips_it(table: TwoPlayerMatch) -> None:
    before = table.row.deadline_at
    keep_alive(table.at)
    assert record_heartbeat(table.at + OUTAGE) == timedelta(), "a short gap between sweeps is none"
    keep_alive(table.at)
    came_back = table.at + 60 * S
    run_sweep(came_back, cause=Cause.SUSPENDED)
    assert outages_of(table) == [f"outage {to_ms(table.at)}-{to_ms(came_back)}"]
    assert table.row.deadline_at == before + 60 * S
    entry = table.row.entries.last()
    assert translate_stored(entry.texts["spectator"]) == (
        "The match was interrupted for 60 s. This time doesn't count on any clock. Cause: the server was suspended."
    )
    table.at = came_back
    table.say(0, "B4-B5", after=9)
    table.at += 4 * S
    table.verify(by=1)


@pytest.mark.parametrize("gap", [50 * MS, RESTART_GAP + MS, 3000 * MS, 3600 * S])
def test_a_restart_of_ours_lets_no_flag_fall_that_would_have_fallen_in_it(table: TwoPlayerMatch, gap: timedelta) -> None:
    fell = table.row.deadline_at
    keep_alive(fell - MS)
    run_sweep(fell - MS + gap, interrupted=True)
    assert (table.row.status, table.row.deadline_at) == (Status.PLAYING, fell + gap)


def test_a_process_that_joins_others_credits_nothing(table: TwoPlayerMatch) -> None:
    keep_alive(table.at + 1 * S)
    assert record_heartbeat(table.at + 2 * S, interrupted=True) == timedelta()
    assert outages_of(table) == []


def test_while_nobody_can_reach_us_no_flag_falls_though_somebody_judges(db: None) -> None:
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


def test_a_flag_within_an_orderly_restart_of_the_web_is_moved_by_it(table: TwoPlayerMatch) -> None:
    fell = table.row.deadline_at
    record_heartbeat(fell - 400 * MS, kind=WEB_PROCESSES)
    record_stop(fell - 300 * MS, kind=WEB_PROCESSES)
    record_heartbeat(fell + 500 * MS, kind=WEB_PROCESSES)
    assert table.row.deadline_at == fell + 800 * MS


def test_no_flag_falls_until_the_judges_and_a_web_process_that_has_ended_beat_again(db: None) -> None:
    Heartbeat.objects.all().delete()
    moment = now()
    assert _has_uncredited_outage()
    record_heartbeat(moment)
    assert not _has_uncredited_outage(), "where no web process has ever beaten only the judges count"
    record_heartbeat(moment, kind=WEB_PROCESSES)
    record_stop(moment, kind=WEB_PROCESSES)
    assert _has_uncredited_outage()
    record_heartbeat(moment + 200 * MS, kind=WEB_PROCESSES)
    assert not _has_uncredited_outage()


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
    Heartbeat.objects.all().delete()
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


def test_a_move_that_arrived_in_an_outage_costs_what_it_took_before(table: TwoPlayerMatch) -> None:
    keep_alive(table.at + 4 * S)
    table.send(0, "B4-B5", at=table.at + 30 * S)
    run_sweep(table.at + 60 * S, cause=Cause.SUSPENDED)
    entry = table.row.entries.get(by=0, do="B4-B5")
    assert entry.left[0] == [6_000, 0]
    assert entry.at == table.at + 30 * S
    assert table.row.deadline_at == table.at + 70 * S


def test_an_unreadable_match_is_held_and_delays_no_others(start_match: StartMatch, monkeypatch: pytest.MonkeyPatch) -> None:
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


def notes_of(table: TwoPlayerMatch) -> list[tuple[str, str]]:
    return list(table.row.entries.filter(do__startswith="outage").order_by("n").values_list("do", "note"))


def overload(table: TwoPlayerMatch, began: timedelta, ended: timedelta) -> timedelta:
    """No web process responds from `began` to `ended` after the table's last moment, though all are there."""
    Heartbeat.objects.update_or_create(pk=WEB_PROCESSES, defaults={"beat_at": table.at + began})
    return record_heartbeat(table.at + ended, kind=WEB_PROCESSES, cause=Cause.OVERLOAD)


def test_an_overload_moves_only_clocks_that_run_out_in_it_and_is_logged(table: TwoPlayerMatch, start_match: StartMatch) -> None:
    other, fell = start_match(TimeControl(60_000, 0)), table.row.deadline_at
    before = other.row.deadline_at
    assert overload(table, 1 * S, 5 * S) == timedelta()
    assert (table.row.deadline_at, notes_of(table)) == (fell, [])
    overload(table, 4 * S, 12 * S)
    assert (table.row.deadline_at, other.row.deadline_at) == (fell + 8 * S, before)
    began, ended = to_ms(table.at + 4 * S), to_ms(table.at + 12 * S)
    assert notes_of(table) == [(f"outage {began}-{ended}", "overload")]
    entry = table.row.entries.last()
    assert translate_stored(entry.texts["spectator"]).endswith("Cause: the server was overloaded.")


def test_a_match_is_credited_with_a_minute_of_overloads_at_most(table: TwoPlayerMatch) -> None:
    for _ in range(9):
        deadline = table.row.deadline_at
        table.at = deadline - 1 * S
        overload(table, 0 * S, 8 * S)
    assert get_overload_credit(table.id) == timedelta(minutes=1)
    assert table.row.cut_ms == 2 * 8_000 - 60_000 % 8_000  # of the eighth a half, of the ninth all
    assert Outage.objects.filter(cut=1).count() == 2


@pytest.mark.parametrize(("limit_s", "cut_ms"), [(5, 2_000), (0, 0)])
def test_what_is_left_of_the_limit_is_credited_from_the_start_of_an_overload(
    table: TwoPlayerMatch, settings: LazySettings, limit_s: int, cut_ms: int
) -> None:
    settings.OVERLOAD_CREDIT_S = limit_s
    fell = table.row.deadline_at
    overload(table, 9 * S, 16 * S)
    assert (table.row.deadline_at, len(notes_of(table))) == (fell + limit_s * S, int(limit_s > 0))
    assert limit_s == 0 or table.row.cut_ms == cut_ms


def test_limits_count_both_parts_of_an_overload_around_a_credited_stop(table: TwoPlayerMatch, settings: LazySettings) -> None:
    settings.OVERLOAD_CREDIT_S = 3
    fell = table.row.deadline_at
    credit_outage(began=table.at + 9 * S, ended=table.at + 11 * S, cause=Cause.DATABASE)
    overload(table, 8 * S, 20 * S)
    assert table.row.deadline_at == fell + 2 * S + 3 * S  # one second before the stop and two behind it


def test_workers_that_are_overloaded_buy_no_time_for_moves_were_stored(table: TwoPlayerMatch) -> None:
    fell = table.row.deadline_at
    Heartbeat.objects.update_or_create(pk=WORKERS, defaults={"beat_at": fell - 1 * S})
    run_sweep(fell + 20 * S)
    assert (table.row.status, table.row.closed_at) == (Status.CLOSED, fell)


@pytest.mark.parametrize(
    ("part", "cause"), [(WORKERS, Cause.DATABASE), (WEB_PROCESSES, Cause.RESTART), (WEB_PROCESSES, Cause.SUSPENDED)]
)
def test_an_outage_of_our_own_is_credited_whole_beyond_the_limit(table: TwoPlayerMatch, part: int, cause: Cause) -> None:
    fell = table.row.deadline_at
    Heartbeat.objects.update_or_create(pk=part, defaults={"beat_at": table.at})
    assert record_heartbeat(table.at + 3600 * S, kind=part, cause=cause) == 3600 * S
    assert table.row.deadline_at == fell + 3600 * S
    assert [note for _, note in notes_of(table)] == [cause.value]
    assert list(Outage.objects.values_list("part", "cause", "matches", "cut")) == [(part, cause.value, 1, 0)]


def test_the_cause_is_a_part_of_the_record_and_another_word_is_refused(table: TwoPlayerMatch) -> None:
    credit_outage(began=table.at, ended=table.at + 5 * S, cause=Cause.DATABASE)
    table.at += 5 * S
    lines = [json.loads(line) for line in table.verify(by=0).splitlines()]
    (outage,) = (line for line in lines if line.get("note") == "database")
    outage["note"] = "my cat"
    assert "the cause of an outage must be one of" in str(checks.find_fault(rehash(lines)))


@pytest.mark.parametrize(
    ("ran_s", "cpu_s", "overslept_s", "passed_s", "cause"),
    [
        (10, 9.5, 9, 10, Cause.OVERLOAD),  # computing all the while
        (10, 2.0, 9, 10, Cause.OVERLOAD),  # one of several that compete for the processor
        (10, 0.1, 0, 10, Cause.OVERLOAD),  # the heartbeat itself waited
        (10, 0.1, 9, 10, Cause.SUSPENDED),  # stopped by a signal
        (1, 0.1, 0, 3600, Cause.SUSPENDED),  # the machine slept
        (1, 0.1, 0, -20, Cause.SUSPENDED),  # the clock was set back
    ],
)
def test_a_process_tells_an_overload_from_a_stop(
    monkeypatch: pytest.MonkeyPatch, at: datetime, ran_s: float, cpu_s: float, overslept_s: float, passed_s: float, cause: Cause
) -> None:
    seen = {"monotonic": 100.0, "process_time": 100.0}
    for clock in seen:
        monkeypatch.setattr(f"matches.liveness.time.{clock}", partial(seen.get, clock))
    liveness = Liveness()
    assert (liveness.attempt(at), liveness.is_interrupted) == (Cause.RESTART, True)
    liveness.succeed()
    liveness.record_sleep(1, 1 + overslept_s)
    seen["monotonic"] += ran_s
    seen["process_time"] += cpu_s
    assert (liveness.attempt(at + passed_s * S), liveness.is_interrupted) == (cause, False)


class _Refused(Exception):
    def __init__(self, sqlstate: str | None) -> None:
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("sqlstate", "text", "cause"),
    [
        (None, "connection refused", Cause.DATABASE),
        ("57P01", "terminating connection due to administrator command", Cause.DATABASE),
        ("53100", "could not extend file: No space left on device", Cause.DATABASE),
        ("53300", "too many connections", Cause.OVERLOAD), (None, "FATAL:  sorry, too many clients already", Cause.OVERLOAD),
        ("57014", "canceling statement due to statement timeout", Cause.OVERLOAD),
        ("55P03", "canceling statement due to lock timeout", Cause.OVERLOAD),
    ],
)  # fmt: skip
def test_a_database_that_is_full_of_clients_is_not_away(at: datetime, sqlstate: str | None, text: str, cause: Cause) -> None:
    error = OperationalError(text)
    error.__cause__ = _Refused(sqlstate)
    liveness = Liveness()
    liveness.attempt(at)
    liveness.succeed()
    liveness.fail(error)
    assert liveness.attempt(at + 5 * S) == cause
    liveness.succeed()
    assert liveness.attempt(at + 5 * S + 100 * MS) is not Cause.DATABASE
