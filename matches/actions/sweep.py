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

from matches.actions.bots import BOT_LATE
from matches.actions.closing import forget_told
from matches.actions.judging import SETTLING, adjudicate
from matches.actions.outages import credit_outage, settle_outage
from matches.actions.presence import GONE, SWEEP, alive, sweep_gone
from matches.announce import wake
from matches.liveness import Cause
from matches.models import RUNNING, Heartbeat, Match, Past, Presence, Status, Submission
from matches.models.presence import JUDGES
from matches.moment import learn
from matches.queries.service_health import BEGAN, OUTAGE, SILENCE, database_began, expected_since

logger = logging.getLogger(__name__)
AHEAD = timedelta(milliseconds=2500)
"""Deadlines this near get an alarm, so that flags fall on time and not at the next sweep."""
RESTART = SILENCE
"""A longer gap before a process's first heartbeat means that no other process was alive. In a shorter gap nobody loses
on time either, but only players who would have lost are credited.
"""
LATE = timedelta(seconds=1)
"""A hint this late counts as lost."""
MOST = 200
BOTS = "bots"
Due = frozenset[str]
_BEAT = f"""
WITH up AS (UPDATE matches_uptime SET beat_at = %(at)s WHERE part = %(part)s AND beat_at >= %(since)s RETURNING 1)
UPDATE matches_heartbeat SET beat_at = %(at)s
WHERE id = %(of)s AND NOT stopped AND beat_at <= %(at)s AND beat_at >= %(since)s
AND (beat_at >= {BEGAN} OR {BEGAN} > %(at)s) RETURNING clock_timestamp(), EXISTS(SELECT 1 FROM up)
"""  # noqa: S608
Looks = Callable[[datetime], Mapping[str, QuerySet[Any]]]
"""Returns due rows by name for a moment. Its conditions may only depend on the moment by a shift."""
_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def sweep(at: datetime, *, interrupted: bool = False, cause: Cause | None = None, also: Sequence[Looks] = ()) -> Due:
    """Send a heartbeat, credit an outage, mark disconnected players, adjudicate, set alarms; return what was due.

    For `interrupted` and `cause` see `beat`. `also` are further queries whose rows are only reported. A round with
    nothing due takes two statements.
    """
    beat(at, interrupted=interrupted, cause=cause)
    due = find_due(at, [_looks, *also])
    if not due:
        return due
    rows = _looks(at)
    if "gone" in due:
        with _left_if_it_fails("gone"):
            sweep_gone(at)
    flags = rows["flags"].order_by("deadline_at").values_list("pk", flat=True)[:MOST]
    inbox = rows["inbox"].values_list("match_id", flat=True).distinct()[:MOST]
    for match_id in [*(flags if "flags" in due else ()), *(inbox if "inbox" in due else ())]:
        with _left_if_it_fails(f"match {match_id}"):
            adjudicate(match_id=match_id, at=at, skip_locked=True)
    if due & {"alarms", "flags", "inbox"}:
        set_alarms(at)
    if "pasts" in due:
        with _left_if_it_fails("pasts"):
            forget_told(at)
    return due


@contextmanager
def _left_if_it_fails(what: str) -> Iterator[None]:
    try:
        yield
    except Exception:
        logger.exception("sweep of %s is left for the next round", what)


def _looks(at: datetime) -> Mapping[str, QuerySet[Any]]:
    running = Presence.objects.filter(match__status__in=[Status.OPEN, *RUNNING])
    near = Match.objects.filter(deadline_at__gt=at, deadline_at__lte=at + AHEAD)
    return {
        "gone": running.filter(Q(gone_at__isnull=False) | Q(seen_at__lte=at - GONE)),
        "flags": Match.objects.filter(deadline_at__lte=at - SETTLING),
        "inbox": Submission.objects.filter(judged_at=None, received_at__lte=at - LATE),
        "alarms": near.filter(Q(alarm_at__isnull=True) | ~Q(alarm_at=F("deadline_at"))),
        "pasts": Past.objects.filter(match__held_until__lte=at),
        BOTS: Match.objects.filter(bot_due_at__lte=at - BOT_LATE, status=Status.PLAYING),
    }


def beat(at: datetime, *, of: int = JUDGES, interrupted: bool = False, cause: Cause | None = None) -> timedelta:
    """Record that workers (or, with `of`, web processes) are alive; credit clocks for a gap according to its cause.

    Return the time that was credited to all matches. `interrupted`: this process has just started or could not send
    heartbeats, so even a short gap may be an outage. `cause` is the cause of a gap as seen by the process; by default a
    restart if it was interrupted, otherwise an overload.
    """
    if not interrupted and _beat_again(at, of):
        return timedelta()
    if of == JUDGES:
        alive(SWEEP, at, OUTAGE)
    return _first_beat(at, of, interrupted, cause or (Cause.RESTART if interrupted else Cause.OVERLOAD))


def _beat_again(at: datetime, of: int) -> bool:
    """Update a recent heartbeat; return False if there was a gap. One statement, which also reads the server time."""
    if connection.vendor != "postgresql":
        if of == JUDGES:
            alive(SWEEP, at, OUTAGE)
        fresh = Heartbeat.objects.filter(pk=of, stopped=False, beat_at__gte=expected_since(at), beat_at__lte=at)
        return bool(fresh.update(beat_at=at))
    before = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute(_BEAT, {"at": at, "since": at - OUTAGE, "of": of, "part": SWEEP if of == JUDGES else ""})
        found = cursor.fetchone()
    if found is None:
        return False
    learn(found[0], before, time.monotonic())
    return of != JUDGES or bool(found[1])


def stop_beating(at: datetime, *, of: int) -> None:
    """Record that a process of this kind stops: no flag falls until another's heartbeat, which credits the gap."""
    Heartbeat.objects.filter(pk=of, beat_at__lte=at).update(beat_at=at, stopped=True)


@transaction.atomic
def _first_beat(at: datetime, of: int, interrupted: bool, cause: Cause) -> timedelta:
    """Send the first heartbeat after a start or an outage. The lock lets only one process credit the gap."""
    Heartbeat.objects.get_or_create(pk=of, defaults={"beat_at": at})
    heart = Heartbeat.objects.select_for_update().get(pk=of)
    gap = at - heart.beat_at
    began = database_began(at)
    if gap <= timedelta():
        return timedelta()
    if began is not None and heart.beat_at < began:
        cause, least = Cause.DATABASE, timedelta()
    elif heart.stopped:
        cause, least = Cause.RESTART, RESTART
    else:
        least = RESTART if interrupted else OUTAGE
    Heartbeat.objects.filter(pk=of).update(beat_at=at, stopped=False)
    if gap > least:
        return settle_outage(part=of, began=heart.beat_at, ended=at, cause=cause)
    if interrupted or heart.stopped:
        credit_outage(began=heart.beat_at, ended=at, cause=cause, only_fallen=True)
    return timedelta()


def set_alarms(at: datetime) -> int:
    """Schedule adjudication at each near deadline that has no alarm yet; return how many were set."""
    count = 0
    for match_id, when in _looks(at)["alarms"].values_list("pk", "deadline_at")[:MOST]:
        if Match.objects.filter(pk=match_id, deadline_at=when).exclude(alarm_at=when).update(alarm_at=when):
            wake("matches.tasks.judge", eta=when + SETTLING, match_id=match_id)
            count += 1
    return count


def find_due(at: datetime, looks: Sequence[Looks]) -> frozenset[str]:
    """Return the names of the queries that have due rows at `at`, with one statement."""
    is_postgres = connection.vendor == "postgresql"
    names, sql, values = _compiled(tuple(looks)) if is_postgres else _compile(looks, at, "NULL")
    values = [value + (at - _ANY_TIME) if isinstance(value, datetime) else value for value in values]
    before = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        *found, moment = cursor.fetchone()
    if is_postgres:
        learn(moment, before, time.monotonic())
    return frozenset(name for name, is_due in zip(names, found, strict=True) if is_due)


@cache
def _compiled(looks: tuple[Looks, ...]) -> tuple[list[str], str, list[Any]]:
    """Return names, SQL and parameters, cached: building the statement costs more than running it."""
    return _compile(looks, _ANY_TIME, "clock_timestamp()")


def _compile(looks: Sequence[Looks], at: datetime, moment: str) -> tuple[list[str], str, list[Any]]:
    rows = {name: found for look in looks for name, found in look(at).items()}
    asked = [found.order_by().values("pk")[:1].query.sql_with_params() for found in rows.values()]
    parts = ", ".join([*(f"EXISTS({sql})" for sql, _ in asked), moment])
    return [*rows], f"SELECT {parts}", [value for _, values in asked for value in values]
