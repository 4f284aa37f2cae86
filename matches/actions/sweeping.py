"""The guarantee behind every hint: finds what is due and not done. Any number of processes may sweep at once."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from matches.actions.botting import play_due_bots
from matches.actions.judging import SETTLING, adjudicate
from matches.announce import wake
from matches.models import Heartbeat, Match, Status, Submission
from matches.queries.outages import expected_since
from matches.queries.position import clock_of

logger = logging.getLogger(__name__)
AHEAD = timedelta(milliseconds=2500)
"""Deadlines this near get an alarm of their own, so that flags fall on time and not at the next sweep."""
LATE = timedelta(seconds=1)
"""A hint that is this late counts as lost."""
BOT_LATE = timedelta(seconds=3)
"""A bot that is this late is played by the sweep."""
SHORT_THINK_S = 0.2
MOST = 200


def sweep(at: datetime) -> None:
    """One round: beat, credit an outage, judge what is due, set alarms."""
    beat(at)
    _each("flag", _due(at), lambda match_id: adjudicate(match_id=match_id, at=at, skip_locked=True))
    _each("inbox", _unjudged(at), lambda match_id: adjudicate(match_id=match_id, at=at, skip_locked=True))
    set_alarms(at)


def sweep_bots(at: datetime, clock: Callable[[], datetime] | None = None) -> None:
    """Play the bots that nobody has played in time: their hint was lost, or their queue is down or too full.

    Run it beside `sweep`, never in its way: bots think, and flags do not wait. Here they think less.
    """
    late = _late_bots(at)
    _each("bot", late, lambda match_id: play_due_bots(match_id=match_id, at=at, clock=clock, think_s=SHORT_THINK_S))


def beat(at: datetime) -> timedelta:
    """Record that judging lives; credit every running clock with the time in which it did not. Return that time."""
    since = expected_since(at)
    alive = Heartbeat.objects.filter(pk=1, beat_at__gte=since, beat_at__lte=at)
    return timedelta() if alive.update(beat_at=at) else _first_beat(at, since)


@transaction.atomic
def _first_beat(at: datetime, since: datetime) -> timedelta:
    """After a start or an outage: the lock lets one of many sweeps credit the gap, once."""
    Heartbeat.objects.get_or_create(pk=1, defaults={"beat_at": at})
    heart = Heartbeat.objects.select_for_update().get(pk=1)
    gap = at - heart.beat_at
    if gap > timedelta():
        Heartbeat.objects.filter(pk=1).update(beat_at=at)
    if heart.beat_at >= since:
        return timedelta()
    logger.warning("nobody judged for %.1f s; the time is credited to every running clock", gap.total_seconds())
    _credit(heart.beat_at, at)
    return gap


def _credit(began: datetime, ended: datetime) -> None:
    for match in Match.objects.select_for_update().filter(status=Status.PLAYING).order_by("pk"):
        clock = clock_of(match).skip(began, ended)
        match.clock, match.deadline_at = clock.dump(), clock.deadline()
        match.save(update_fields=["clock", "deadline_at"])
    waiting = Match.objects.filter(status=Status.OPEN, deadline_at__isnull=False, created_at__lte=began)
    waiting.update(deadline_at=F("deadline_at") + (ended - began))


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


def _late_bots(at: datetime) -> list[int]:
    return list(Match.objects.filter(bot_due_at__lte=at - BOT_LATE).values_list("pk", flat=True)[:MOST])


def _each(what: str, match_ids: Iterable[int], act: Callable[[int], object]) -> None:
    for match_id in match_ids:
        try:
            act(match_id)
        except Exception:
            logger.exception("sweep of %s: match %s is left for the next round", what, match_id)
