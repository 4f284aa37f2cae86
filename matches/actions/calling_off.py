"""Calling off a match that has not begun."""

from datetime import datetime

from django.db import transaction

from matches.actions.opening import locked_open
from matches.announce import changed, match_changed
from matches.lifecycle import Message, check
from matches.models import Status
from matches.signals import open_matches_changed


@transaction.atomic
def call_off(*, match_id: int, at: datetime) -> None:
    """Make an open match void: it counts for nothing. Refused once it is being played."""
    match = locked_open(match_id, Message.CALL_OFF)
    check(match.status, Status.VOID)
    match.status, match.closed_at, match.deadline_at = Status.VOID, at, None
    match.save(update_fields=["status", "closed_at", "deadline_at"])
    match_changed(match.pk, match.last_entry)
    open_matches_changed.send(None)
    changed("home")
