"""The state of adjudication, and times in which the server could not be reached or adjudicate, from the database."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Count, Max, Min

from matches.models import Heartbeat, Match, Status, Submission
from matches.models.presence import WEB_PROCESSES, WORKERS

SAMPLE_SIZE = 200
"""Number of recent submissions that measure the time until adjudication."""
SAMPLE_AGE = timedelta(minutes=1)
OPEN_STATUSES = (Status.OPEN, Status.PLAYING, Status.PAUSED, Status.REVIEW)
OUTAGE = timedelta(seconds=3)
"""A heartbeat older than this means that nobody could adjudicate or reach the server: the gap is credited."""
SILENCE = timedelta(milliseconds=1500)
"""No flag falls while a heartbeat is older than this: it must first be decided whether that was an outage."""
DATABASE_START_SQL = "pg_postmaster_start_time()"
"""PostgreSQL's function for the time at which its server was started."""


@dataclass(frozen=True)
class ServiceMetrics:
    """Key figures of adjudication, with times in seconds."""

    matches: dict[str, int]
    """The number of matches that have not ended, by status."""
    waiting: int
    oldest_wait_s: float
    flags_due: int
    latest_flag_s: float
    """Lateness of the most overdue flag."""
    submissions: int
    """The id of the newest submission, which grows with each one."""
    judged: tuple[float, ...]
    """Times from arrival to verdict of the newest submissions of the last minute, sorted."""
    silent_s: dict[str, float]
    """Time since the last heartbeat of sweeps and of web processes; infinite if there was none."""
    bot_late_s: float = 0.0
    """Lateness of the most overdue bot."""


def read_service_metrics(at: datetime) -> ServiceMetrics:
    """Return the metrics of adjudication at `at`."""
    waiting = Submission.objects.filter(judged_at=None).aggregate(count=Count("pk"), oldest=Min("received_at"))
    due = Match.objects.filter(deadline_at__lte=at).aggregate(count=Count("pk"), oldest=Min("deadline_at"))
    bots = Match.objects.filter(bot_due_at__lte=at).aggregate(oldest=Min("bot_due_at"))
    by_status = Match.objects.filter(status__in=OPEN_STATUSES).order_by().values_list("status").annotate(Count("pk"))
    counts = dict(by_status)
    beats = dict(Heartbeat.objects.values_list("pk", "beat_at"))
    newest = Submission.objects.order_by("-pk").values_list("received_at", "judged_at")[:SAMPLE_SIZE]
    durations = [
        (adjudicated - received).total_seconds()
        for received, adjudicated in newest
        if adjudicated and adjudicated > at - SAMPLE_AGE
    ]
    return ServiceMetrics(
        matches={status.value: counts.get(status.value, 0) for status in OPEN_STATUSES},
        waiting=waiting["count"],
        oldest_wait_s=_seconds_since(waiting["oldest"], at),
        flags_due=due["count"],
        latest_flag_s=_seconds_since(due["oldest"], at),
        bot_late_s=_seconds_since(bots["oldest"], at),
        submissions=Submission.objects.aggregate(newest=Max("pk"))["newest"] or 0,
        judged=tuple(sorted(durations)),
        silent_s={
            name: _seconds_since(beats[kind], at) if kind in beats else math.inf
            for kind, name in ((WORKERS, "sweep"), (WEB_PROCESSES, "web"))
        },
    )


def _seconds_since(moment: datetime | None, at: datetime) -> float:
    return max(0.0, (at - moment).total_seconds()) if moment else 0.0


def get_oldest_valid_heartbeat(at: datetime, tolerance: timedelta = OUTAGE) -> datetime:
    """Return the earliest time of a last heartbeat that is not an outage: `at - tolerance`, or the start of the database."""
    began = find_database_start(at)
    return at - tolerance if began is None else max(at - tolerance, began)


def has_uncredited_outage(at: datetime) -> bool:
    """Return whether an outage may still have to be credited; until that is known no flag may fall."""
    beats = Heartbeat.objects.in_bulk()
    since = get_oldest_valid_heartbeat(at, SILENCE)
    return WORKERS not in beats or any(heartbeat.stopped or heartbeat.beat_at < since for heartbeat in beats.values())


def find_database_start(at: datetime) -> datetime | None:
    """Return when the database server was started; None for SQLite."""
    began = _read_database_start()
    return began if began is not None and began <= at else None


def _read_database_start() -> datetime | None:
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {DATABASE_START_SQL}")
        began: datetime = cursor.fetchone()[0]
    return began
