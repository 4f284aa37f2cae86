"""The sweep finds and does what is due, even if every hint was lost. Any number of processes may sweep at once."""

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Q, QuerySet

from matches.actions.adjudication import FLAG_DELAY, adjudicate
from matches.actions.bots import BOT_LATE
from matches.actions.close import purge_snapshots
from matches.actions.outages import credit_outage, record_outage
from matches.actions.presence import DISCONNECTED_AFTER, SWEEP, mark_disconnected, record_uptime
from matches.liveness import Cause
from matches.models import RUNNING, Heartbeat, Match, Presence, SpectatorSnapshot, Status, Submission
from matches.models.presence import WORKERS
from matches.pubsub import enqueue
from matches.queries.service_health import DATABASE_START_SQL, OUTAGE, SILENCE, find_database_start, get_oldest_valid_heartbeat
from matches.server_time import calibrate

logger = logging.getLogger(__name__)
ALARM_AHEAD = timedelta(milliseconds=2500)
"""Deadlines this near get an alarm, so that flags fall on time and not at the next sweep."""
RESTART_GAP = SILENCE
"""A longer gap before a process's first heartbeat means that no other process was alive. In a shorter gap nobody loses
on time either, but only players who would have lost are credited.
"""
HINT_LATE = timedelta(seconds=1)
"""A hint this late counts as lost."""
BATCH_SIZE = 200
BOTS = "bots"
Due = frozenset[str]
_HEARTBEAT_SQL = f"""
WITH up AS (UPDATE matches_uptime SET beat_at = %(at)s WHERE part = %(part)s AND beat_at >= %(since)s RETURNING 1)
UPDATE matches_heartbeat SET beat_at = %(at)s
WHERE id = %(of)s AND NOT stopped AND beat_at <= %(at)s AND beat_at >= %(since)s
AND (beat_at >= {DATABASE_START_SQL} OR {DATABASE_START_SQL} > %(at)s) RETURNING clock_timestamp(), EXISTS(SELECT 1 FROM up)
"""  # noqa: S608
DueQueries = Callable[[datetime], Mapping[str, QuerySet[Any]]]
"""Returns due rows by name for a moment. Its conditions may only depend on the moment by a shift."""
_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def run_sweep(at: datetime, *, interrupted: bool = False, cause: Cause | None = None, also: Sequence[DueQueries] = ()) -> Due:
    """Send a heartbeat, credit an outage, mark disconnected players, adjudicate, set alarms; return what was due.

    For `interrupted` and `cause` see `record_heartbeat`. `also` are further queries whose rows are only reported. A sweep with
    nothing due takes two SQL statements.
    """
    record_heartbeat(at, interrupted=interrupted, cause=cause)
    due = find_due(at, [_due_queries, *also])
    if not due:
        return due
    rows = _due_queries(at)
    if "gone" in due:
        with _log_failure("gone"):
            mark_disconnected(at)
    flags = rows["flags"].order_by("deadline_at").values_list("pk", flat=True)[:BATCH_SIZE]
    inbox = rows["inbox"].values_list("match_id", flat=True).distinct()[:BATCH_SIZE]
    for match_id in [*(flags if "flags" in due else ()), *(inbox if "inbox" in due else ())]:
        with _log_failure(f"match {match_id}"):
            adjudicate(match_id=match_id, at=at, skip_locked=True)
    if due & {"alarms", "flags", "inbox"}:
        set_alarms(at)
    if "snapshots" in due:
        with _log_failure("snapshots"):
            purge_snapshots(at)
    return due


@contextmanager
def _log_failure(name: str) -> Iterator[None]:
    try:
        yield
    except Exception:
        logger.exception("sweep of %s failed; retrying next round", name)


def _due_queries(at: datetime) -> Mapping[str, QuerySet[Any]]:
    running = Presence.objects.filter(match__status__in=[Status.OPEN, *RUNNING])
    near = Match.objects.filter(deadline_at__gt=at, deadline_at__lte=at + ALARM_AHEAD)
    return {
        "gone": running.filter(Q(gone_at__isnull=False) | Q(seen_at__lte=at - DISCONNECTED_AFTER)),
        "flags": Match.objects.filter(deadline_at__lte=at - FLAG_DELAY),
        "inbox": Submission.objects.filter(judged_at=None, received_at__lte=at - HINT_LATE),
        "alarms": near.filter(Q(alarm_at__isnull=True) | ~Q(alarm_at=F("deadline_at"))),
        "snapshots": SpectatorSnapshot.objects.filter(match__held_until__lte=at),
        BOTS: Match.objects.filter(bot_due_at__lte=at - BOT_LATE, status=Status.PLAYING),
    }


def record_heartbeat(at: datetime, *, kind: int = WORKERS, interrupted: bool = False, cause: Cause | None = None) -> timedelta:
    """Record that workers (or, with `kind`, web processes) are alive; credit clocks for a gap according to its cause.

    Return the time that was credited to all matches. `interrupted`: this process has just started or could not send
    heartbeats, so even a short gap may be an outage. `cause` is the cause of a gap as seen by the process; by default a
    restart if it was interrupted, otherwise an overload.
    """
    if not interrupted and _update_heartbeat(at, kind):
        return timedelta()
    if kind == WORKERS:
        record_uptime(SWEEP, at, OUTAGE)
    return _record_first_heartbeat(at, kind, interrupted, cause or (Cause.RESTART if interrupted else Cause.OVERLOAD))


def _update_heartbeat(at: datetime, kind: int) -> bool:
    """Update a recent heartbeat; return False if there was a gap. One statement, which also reads the server time."""
    if connection.vendor != "postgresql":
        if kind == WORKERS:
            record_uptime(SWEEP, at, OUTAGE)
        recent = Heartbeat.objects.filter(pk=kind, stopped=False, beat_at__gte=get_oldest_valid_heartbeat(at), beat_at__lte=at)
        return bool(recent.update(beat_at=at))
    started = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute(_HEARTBEAT_SQL, {"at": at, "since": at - OUTAGE, "of": kind, "part": SWEEP if kind == WORKERS else ""})
        row = cursor.fetchone()
    if row is None:
        return False
    calibrate(row[0], started, time.monotonic())
    return kind != WORKERS or bool(row[1])


def record_stop(at: datetime, *, kind: int) -> None:
    """Record that a process of this kind stops: no flag falls until another's heartbeat, which credits the gap."""
    Heartbeat.objects.filter(pk=kind, beat_at__lte=at).update(beat_at=at, stopped=True)


@transaction.atomic
def _record_first_heartbeat(at: datetime, kind: int, interrupted: bool, cause: Cause) -> timedelta:
    """Send the first heartbeat after a start or an outage. The lock lets only one process credit the gap."""
    Heartbeat.objects.get_or_create(pk=kind, defaults={"beat_at": at})
    heartbeat = Heartbeat.objects.select_for_update().get(pk=kind)
    gap = at - heartbeat.beat_at
    began = find_database_start(at)
    if gap <= timedelta():
        return timedelta()
    if began is not None and heartbeat.beat_at < began:
        cause, minimum = Cause.DATABASE, timedelta()
    elif heartbeat.stopped:
        cause, minimum = Cause.RESTART, RESTART_GAP
    else:
        minimum = RESTART_GAP if interrupted else OUTAGE
    Heartbeat.objects.filter(pk=kind).update(beat_at=at, stopped=False)
    if gap > minimum:
        return record_outage(part=kind, began=heartbeat.beat_at, ended=at, cause=cause)
    if interrupted or heartbeat.stopped:
        credit_outage(began=heartbeat.beat_at, ended=at, cause=cause, only_fallen=True)
    return timedelta()


def set_alarms(at: datetime) -> int:
    """Schedule adjudication at each near deadline that has no alarm yet; return how many were set."""
    count = 0
    for match_id, deadline in _due_queries(at)["alarms"].values_list("pk", "deadline_at")[:BATCH_SIZE]:
        if Match.objects.filter(pk=match_id, deadline_at=deadline).exclude(alarm_at=deadline).update(alarm_at=deadline):
            enqueue("matches.tasks.judge", eta=deadline + FLAG_DELAY, match_id=match_id)
            count += 1
    return count


def find_due(at: datetime, queries: Sequence[DueQueries]) -> frozenset[str]:
    """Return the names of the queries that have due rows at `at`, with one statement."""
    is_postgres = connection.vendor == "postgresql"
    names, sql, values = _compiled(tuple(queries)) if is_postgres else _compile(queries, at, "NULL")
    values = [value + (at - _ANY_TIME) if isinstance(value, datetime) else value for value in values]
    started = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        *flags, server_time = cursor.fetchone()
    if is_postgres:
        calibrate(server_time, started, time.monotonic())
    return frozenset(name for name, is_due in zip(names, flags, strict=True) if is_due)


@cache
def _compiled(queries: tuple[DueQueries, ...]) -> tuple[list[str], str, list[Any]]:
    """Return names, SQL and parameters, cached: building the statement costs more than running it."""
    return _compile(queries, _ANY_TIME, "clock_timestamp()")


def _compile(queries: Sequence[DueQueries], at: datetime, moment: str) -> tuple[list[str], str, list[Any]]:
    rows = {name: due for query in queries for name, due in query(at).items()}
    statements = [due.order_by().values("pk")[:1].query.sql_with_params() for due in rows.values()]
    parts = ", ".join([*(f"EXISTS({sql})" for sql, _ in statements), moment])
    return [*rows], f"SELECT {parts}", [value for _, values in statements for value in values]
