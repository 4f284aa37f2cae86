"""A match that our own fault has stopped: held, its clocks standing still, for a person to look at."""

from datetime import datetime

from django.db import transaction

from matches.actions.keeping import keep_past
from matches.announce import changed, match_changed
from matches.lifecycle import check
from matches.models import RUNNING, Match, Status
from matches.queries.position import clock_of


@transaction.atomic
def hold_for_review(*, match_id: int, at: datetime) -> None:
    """Put a match that has begun into review; turns that ran are not charged. Others stay as they are."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.status not in RUNNING:
        return
    check(match.status, Status.REVIEW)
    if match.status == Status.PLAYING:  # a paused clock stands still already, and goes on with what it had
        match.clock = clock_of(match).forget_turn().dump()
    match.status = Status.REVIEW
    match.paused_at = match.paused_until = None
    match.deadline_at = match.bot_due_at = match.alarm_at = None
    match.save()
    keep_past(match, at)
    match_changed(match.pk, match.last_entry)
    changed("desk")
