"""Time in which our own machines could not hear or judge: no clock counts it, and the log of every match says so."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import InterfaceError, OperationalError, transaction

from engines import timewords
from matches.actions.reviewing import hold_for_review
from matches.actions.sitting import Sitting
from matches.models import Entry, Match, Status
from matches.moment import EPOCH, MS, in_ms, whole_ms
from matches.spans import NONE, Span, dumped, joined, loaded
from matches.statements import match_row

logger = logging.getLogger(__name__)


def credit_outage(*, began: datetime, ended: datetime, only_fallen: bool = False) -> int:
    """Give the time back to every match that is being played, and to those who are awaited at one; return to how many.

    `only_fallen`: no others than those in which somebody would have run out of time in it. A match that cannot be read
    is held for review and keeps nobody else's time. However many processes credit an outage, each moment of it is given
    back once: every match keeps what it has been given, under its lock.
    """
    timed = Match.objects.order_by("pk")
    if only_fallen:
        timed = timed.filter(deadline_at__gt=began, deadline_at__lte=ended)
    playing = timed.filter(status=Status.PLAYING)
    awaited = timed.filter(status=Status.OPEN, deadline_at__isnull=False, created_at__lt=ended)
    credited = sum(_credit_safely(match_id, began, ended) for match_id in list(playing.values_list("pk", flat=True)))
    longer = (_wait_longer(match_id, began, ended) for match_id in list(awaited.values_list("pk", flat=True)))
    return credited + sum(longer)


def _credit_safely(match_id: int, began: datetime, ended: datetime) -> bool:
    try:
        return _credit(match_id, began, ended)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("match %s cannot be given its time back; it is held for review", match_id)
        hold_for_review(match_id=match_id, at=ended)
        return False


@transaction.atomic
def _credit(match_id: int, began: datetime, ended: datetime) -> bool:
    match = match_row(match_id, "FOR UPDATE")
    if match is None or match.status != Status.PLAYING:
        return False
    outage = whole_ms(max(began, match.started_at or began)), whole_ms(ended)
    fresh = _outside(_credited(match_id), outage)
    if not fresh:
        return False
    sitting = Sitting.of(match)
    for first, last in fresh:
        sitting.clock = sitting.clock.skip(first, last)
        said = timewords.outage(in_ms(first), in_ms(last))
        sitting.enter(None, said.text, at=outage[1], resume_at=outage[1])
    sitting.write(outage[1], same_turn=True)
    return True


@transaction.atomic
def _wait_longer(match_id: int, began: datetime, ended: datetime) -> bool:
    """Those who are not ready yet get the time to appear that they could not use."""
    match = match_row(match_id, "FOR UPDATE")
    if match is None or match.status != Status.OPEN or match.deadline_at is None:
        return False
    outage, credited = (max(began, match.created_at), ended), loaded(match.credited or ())
    lost = sum((last - first for first, last in _outside(credited, outage)), NONE)
    if not lost:
        return False
    match.deadline_at += lost
    match.credited = dumped(joined(credited, outage))
    match.save(update_fields=["deadline_at", "credited"])
    return True


def _credited(match_id: int) -> tuple[Span, ...]:
    """The outages in the log: what two of our processes missed is given back once."""
    spans: tuple[Span, ...] = ()
    for do in Entry.objects.filter(match=match_id, by=None, do__startswith="outage ").values_list("do", flat=True):
        said = timewords.read(None, do)
        if said is not None:
            spans = joined(spans, (EPOCH + said.began * MS, EPOCH + said.ended * MS))
    return spans


def _outside(spans: tuple[Span, ...], one: Span) -> list[Span]:
    """The pieces of a span that lie in none of the others, which are in order and apart."""
    pieces, reached = [], one[0]
    for first, last in (*spans, (one[1], one[1])):
        if min(first, one[1]) > reached:
            pieces.append((reached, min(first, one[1])))
        reached = max(reached, last)
    return pieces
