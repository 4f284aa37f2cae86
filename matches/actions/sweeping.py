"""The guarantee behind every hint: finds what is due and not done. Any number of processes may sweep at once."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from matches.actions.being_there import SWEEP, alive, sweep_gone
from matches.actions.bot_queue import play_late_bots
from matches.actions.judging import SETTLING, adjudicate
from matches.actions.keeping import forget_told
from matches.actions.outages import credit_outage, settle_outage
from matches.announce import wake
from matches.liveness import Cause
from matches.models import Heartbeat, Match, Submission
from matches.models.heartbeat import JUDGES
from matches.queries.outages import OUTAGE, SILENCE, database_began, expected_since

logger = logging.getLogger(__name__)
AHEAD = timedelta(milliseconds=2500)
"""Deadlines this near get an alarm of their own, so that flags fall on time and not at the next sweep."""
RESTART = SILENCE
"""A longer gap before the first beat of a process means that no other process lived meanwhile. In a shorter one nobody
loses on time either, but only those get time back who would have."""
LATE = timedelta(seconds=1)
"""A hint that is this late counts as lost."""
MOST = 200


def sweep(at: datetime, *, interrupted: bool = False, cause: Cause | None = None) -> None:
    """One round: beat, credit an outage, note who has gone, judge what is due, set alarms.

    `interrupted` and `cause` as for `beat`.
    """
    beat(at, interrupted=interrupted, cause=cause)
    _each("gone", [0], lambda _: sweep_gone(at))
    _each("flag", _due(at), lambda match_id: adjudicate(match_id=match_id, at=at, skip_locked=True))
    _each("inbox", _unjudged(at), lambda match_id: adjudicate(match_id=match_id, at=at, skip_locked=True))
    set_alarms(at)
    _each("pasts", [0], lambda _: forget_told(at))


def sweep_bots(at: datetime, clock: Callable[[], datetime] | None = None) -> None:
    """Play bots that nobody has played in time, for a moment.

    Run it beside `sweep`, never in its way: bots think, and flags do not wait. Here they think less.
    """
    play_late_bots(at=at, clock=clock)


def beat(at: datetime, *, of: int = JUDGES, interrupted: bool = False, cause: Cause | None = None) -> timedelta:
    """Record that judging lives, or (`of` DOORS) that the web does; credit clocks with a gap, as its cause deserves.

    Return the time that was credited to all. `interrupted`: this process has just started or could not beat, so that
    even a short gap may be an outage of ours. `cause` of a gap, as the process saw it: usually a restart where it was
    interrupted, an overload where it was not.
    """
    if of == JUDGES:
        alive(SWEEP, at, OUTAGE)
    if not interrupted:
        since = expected_since(at)
        fresh = Heartbeat.objects.filter(pk=of, stopped=False, beat_at__gte=since, beat_at__lte=at)
        if fresh.update(beat_at=at):
            return timedelta()
    return _first_beat(at, of, interrupted, cause or (Cause.RESTART if interrupted else Cause.OVERLOAD))


def stop_beating(at: datetime, *, of: int) -> None:
    """A process of this kind ends: no flag falls before another one beats, which credits the time between."""
    Heartbeat.objects.filter(pk=of, beat_at__lte=at).update(beat_at=at, stopped=True)


@transaction.atomic
def _first_beat(at: datetime, of: int, interrupted: bool, cause: Cause) -> timedelta:
    """After a start or an outage: the lock lets one of many processes credit the gap, once."""
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
    """Ask for a judgement at each deadline that is near and has no alarm yet; return how many were set."""
    near = Match.objects.filter(deadline_at__gt=at, deadline_at__lte=at + AHEAD)
    unset = near.filter(Q(alarm_at__isnull=True) | ~Q(alarm_at=F("deadline_at")))
    return sum(_set_alarm(pk, when) for pk, when in unset.values_list("pk", "deadline_at")[:MOST] if when)


@transaction.atomic
def _set_alarm(match_id: int, when: datetime) -> bool:
    fresh = Match.objects.filter(pk=match_id, deadline_at=when).exclude(alarm_at=when)
    if not fresh.update(alarm_at=when):
        return False
    wake("matches.tasks.judge", eta=when + SETTLING, match_id=match_id)
    return True


def _due(at: datetime) -> list[int]:
    due = Match.objects.filter(deadline_at__lte=at - SETTLING).order_by("deadline_at")
    return list(due.values_list("pk", flat=True)[:MOST])


def _unjudged(at: datetime) -> list[int]:
    late = Submission.objects.filter(judged_at=None, received_at__lte=at - LATE)
    return list(late.values_list("match_id", flat=True).distinct()[:MOST])


def _each(what: str, match_ids: Iterable[int], act: Callable[[int], object]) -> None:
    for match_id in match_ids:
        try:
            act(match_id)
        except Exception:
            logger.exception("sweep of %s: match %s is left for the next round", what, match_id)
