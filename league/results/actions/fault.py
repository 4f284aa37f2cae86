"""An event that our own fault has stopped: paused, with its reason, until its staff resume it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from functools import wraps

from django.db import DatabaseError, transaction
from django.urls import reverse

from league.events.actions.event_lifecycle import announce, locked
from league.events.models import EventStatus
from league.notifications.actions.create import Told, tell
from league.notifications.kinds import Kind
from league.pairings.queries.due import HELD
from matches.refusals import Refused

logger = logging.getLogger(__name__)


def held_on_fault(act: Callable[..., object]) -> Callable[..., object]:
    """Wrap what the sweep does for an event: if it fails, hold this event alone, unless the database failed."""

    @wraps(act)
    def guarded(*, event_id: int, at: datetime) -> object:
        try:
            return act(event_id=event_id, at=at)
        except (Refused, DatabaseError):
            raise
        except Exception:
            logger.exception("event %s cannot go on; it is held for review", event_id)
            return hold_for_review(event_id=event_id, at=at)

    return guarded


@transaction.atomic
def hold_for_review(*, event_id: int, at: datetime) -> bool:
    """Pause a running event and tell its organiser; return whether that was new. Matches being played go on."""
    event = locked(event_id)
    if event.status != EventStatus.RUNNING or event.trouble == HELD:
        return False
    event.paused_at, event.next_round_at = event.paused_at or at, None
    event.trouble = HELD
    event.save(update_fields=["paused_at", "next_round_at", "trouble"])
    key = f"event.{event.pk}.{int(at.timestamp())}"
    about = {"event": event.name}
    tell([Told(event.organiser_id, key, about, reverse("event", args=[event.pk]), case="event")], kind=Kind.HELD, at=at)
    announce(event.pk)
    return True
