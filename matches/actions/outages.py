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
from matches.statements import match_row

logger = logging.getLogger(__name__)


def credit_outage(*, began: datetime, ended: datetime, only_fallen: bool = False) -> int:
    """Give the time back to every match that is being played; return to how many.

    `only_fallen`: no others than those in which somebody would have run out of time in it. A match that cannot be read
    is held for review and keeps nobody else's time.
    """
    playing = Match.objects.filter(status=Status.PLAYING).order_by("pk")
    if only_fallen:
        playing = playing.filter(deadline_at__gt=began, deadline_at__lte=ended)
    return sum(_credit_safely(match_id, began, ended) for match_id in list(playing.values_list("pk", flat=True)))


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
    began, ended = whole_ms(max(began, match.started_at or began, _credited_to(match_id))), whole_ms(ended)
    if ended <= began:
        return False
    sitting = Sitting.of(match)
    sitting.clock = sitting.clock.skip(began, ended)
    said = timewords.outage(in_ms(began), in_ms(ended))
    sitting.enter(None, said.text, at=ended, resume_at=ended)
    sitting.write(ended)
    return True


def _credited_to(match_id: int) -> datetime:
    """The end of the last outage in the log: what two of our processes missed is given back once."""
    last = Entry.objects.filter(match=match_id, by=None, do__startswith="outage ").order_by("-n").first()
    said = timewords.read(None, last.do) if last else None
    return EPOCH + (said.ended if said else 0) * MS
