"""An overload, which requests can bring about, buys nobody time; other outages are credited whole, with their cause."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import OperationalError

from engines.i18n import translate_stored
from engines.verification import checks
from matches.actions.outages import credit_outage, get_overload_credit
from matches.actions.sweep import record_heartbeat, run_sweep
from matches.clock import TimeControl
from matches.liveness import Cause, Liveness
from matches.models import Heartbeat, Outage, Status
from matches.models.presence import WEB_PROCESSES, WORKERS
from matches.queries.replay import build_record
from matches.server_time import to_ms
from tests.matches.conftest import S, TwoPlayerMatch

StartMatch = Callable[..., TwoPlayerMatch]
MS = timedelta(milliseconds=1)
TURN = TimeControl(10_000, 0)


def notes_of(table: TwoPlayerMatch) -> list[tuple[str, str]]:
    return list(table.row.entries.filter(do__startswith="outage").order_by("n").values_list("do", "note"))


def overload(table: TwoPlayerMatch, began: timedelta, ended: timedelta) -> timedelta:
    """No web process responds from `began` to `ended` after the table's last moment, though all are there."""
    Heartbeat.objects.update_or_create(pk=WEB_PROCESSES, defaults={"beat_at": table.at + began})
    return record_heartbeat(table.at + ended, kind=WEB_PROCESSES, cause=Cause.OVERLOAD)


def test_an_overload_moves_no_clock_that_does_not_run_out_in_it(start_match: StartMatch) -> None:
    table = start_match(TimeControl(60_000, 0)).begin()
    before = table.row.deadline_at
    assert overload(table, 1 * S, 30 * S) == timedelta()
    assert table.row.deadline_at == before
    assert notes_of(table) == []


def test_nobody_loses_on_time_by_an_overload_and_the_log_tells_the_cause(start_match: StartMatch) -> None:
    table = start_match(TURN).begin()
    fell = table.row.deadline_at
    overload(table, 4 * S, 12 * S)
    assert table.row.deadline_at == fell + 8 * S
    began, ended = to_ms(table.at + 4 * S), to_ms(table.at + 12 * S)
    assert notes_of(table) == [(f"outage {began}-{ended}", "overload")]
    entry = table.row.entries.last()
    assert entry is not None
    assert translate_stored(entry.texts["spectator"]).endswith("Cause: the server was overloaded.")


def test_a_match_is_credited_with_a_minute_of_overloads_at_most(start_match: StartMatch) -> None:
    table = start_match(TURN).begin()
    for _ in range(9):
        deadline = table.row.deadline_at
        table.at = deadline - 1 * S
        overload(table, 0 * S, 8 * S)
    assert get_overload_credit(table.id) == timedelta(minutes=1)
    assert table.row.cut_ms == 2 * 8_000 - 60_000 % 8_000  # of the eighth a half, of the ninth all
    assert Outage.objects.filter(cut=1).count() == 2


def test_what_is_left_of_the_limit_is_credited_from_the_start_of_an_overload(
    start_match: StartMatch, settings: LazySettings
) -> None:
    settings.OVERLOAD_CREDIT_S = 5
    table = start_match(TURN).begin()
    fell = table.row.deadline_at
    overload(table, 9 * S, 16 * S)
    assert table.row.deadline_at == fell + 5 * S
    assert table.row.cut_ms == 2_000


def test_a_limit_of_nothing_credits_no_overload(start_match: StartMatch, settings: LazySettings) -> None:
    settings.OVERLOAD_CREDIT_S = 0
    table = start_match(TURN).begin()
    fell = table.row.deadline_at
    overload(table, 9 * S, 16 * S)
    assert (table.row.deadline_at, notes_of(table)) == (fell, [])


def test_workers_that_are_overloaded_buy_no_time_for_moves_were_stored(start_match: StartMatch) -> None:
    table = start_match(TURN).begin()
    fell = table.row.deadline_at
    Heartbeat.objects.update_or_create(pk=WORKERS, defaults={"beat_at": fell - 1 * S})
    run_sweep(fell + 20 * S)
    assert (table.row.status, table.row.closed_at) == (Status.CLOSED, fell)


@pytest.mark.parametrize("cause", [Cause.DATABASE, Cause.RESTART, Cause.SUSPENDED])
@pytest.mark.parametrize("part", [WORKERS, WEB_PROCESSES])
def test_an_outage_of_our_own_is_credited_whole_beyond_the_limit(start_match: StartMatch, part: int, cause: Cause) -> None:
    table = start_match(TURN).begin()
    fell = table.row.deadline_at
    Heartbeat.objects.update_or_create(pk=part, defaults={"beat_at": table.at})
    assert record_heartbeat(table.at + 3600 * S, kind=part, cause=cause) == 3600 * S
    assert table.row.deadline_at == fell + 3600 * S
    assert [note for _, note in notes_of(table)] == [cause.value]
    assert list(Outage.objects.values_list("part", "cause", "matches", "cut")) == [(part, cause.value, 1, 0)]


def test_the_cause_is_a_part_of_the_record_and_another_word_is_refused(start_match: StartMatch) -> None:
    table = start_match(TURN).begin()
    credit_outage(began=table.at, ended=table.at + 5 * S, cause=Cause.DATABASE)
    table.at += 5 * S
    table.say(0, "resign")
    text = build_record(table.id)
    assert checks.find_fault(text) is None
    assert '"note":"database"' in text
    forged = checks.find_fault(_with_note(text, "my cat"))
    assert forged is not None
    assert "the cause of an outage must be one of" in forged


def _with_note(text: str, note: str) -> str:
    """The record with another cause, and its hashes made anew."""
    import json

    from engines import hash_chain

    lines = [json.loads(line) for line in text.splitlines()]
    last = hash_chain.hash_header(lines[0])
    for line in lines[1:-1]:
        line["prev"] = last
        if line["do"].startswith("outage"):
            line["note"] = note
        line.pop("hash")
        last = line["hash"] = hash_chain.hash_entry(last, line)
    return "".join(hash_chain.canonical_json(line) + "\n" for line in lines)


class Seen:
    """A process's own clocks, as a test sets them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monotonic = self.cpu = 100.0
        monkeypatch.setattr("matches.liveness.time.monotonic", lambda: self.monotonic)
        monkeypatch.setattr("matches.liveness.time.process_time", lambda: self.cpu)

    def passes(self, ran_s: float, cpu_s: float) -> None:
        self.monotonic += ran_s
        self.cpu += cpu_s


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    return Seen(monkeypatch)


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
    seen: Seen, start_match: StartMatch, ran_s: float, cpu_s: float, overslept_s: float, passed_s: float, cause: Cause
) -> None:
    at = start_match().at
    liveness = Liveness()
    assert (liveness.attempt(at), liveness.is_interrupted) == (Cause.RESTART, True)
    liveness.succeed()
    liveness.record_sleep(1, 1 + overslept_s)
    seen.passes(ran_s, cpu_s)
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
        ("53300", "too many connections", Cause.OVERLOAD),
        (None, "FATAL:  sorry, too many clients already", Cause.OVERLOAD),
        ("57014", "canceling statement due to statement timeout", Cause.OVERLOAD),
        ("55P03", "canceling statement due to lock timeout", Cause.OVERLOAD),
    ],
)
def test_a_database_that_is_full_of_clients_is_not_away(
    start_match: StartMatch, sqlstate: str | None, text: str, cause: Cause
) -> None:
    at, error = start_match().at, OperationalError(text)
    error.__cause__ = _Refused(sqlstate)
    liveness = Liveness()
    liveness.attempt(at)
    liveness.succeed()
    liveness.fail(error)
    assert liveness.attempt(at + 5 * S) == cause
    liveness.succeed()
    assert liveness.attempt(at + 5 * S + 100 * MS) is not Cause.DATABASE
