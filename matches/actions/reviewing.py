"""A match that our own fault has stopped: held, its clocks standing still, for a person to look at."""

from datetime import datetime

from django.db import transaction

from matches.actions.keeping import keep_past
from matches.announce import changed, match_changed
from matches.clock import Clock
from matches.lifecycle import check
from matches.models import RUNNING, Entry, Match, Status
from matches.moment import whole_ms
from matches.queries.position import clock_of


@transaction.atomic
def hold_for_review(*, match_id: int, at: datetime) -> None:
    """Put a match that has begun into review. What ran since the last entry is charged to nobody: the fault was ours.

    The log says so with the first ruling (`Sitting.end_hold`). A match that has not begun or is over stays as it is.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.status not in RUNNING:
        return
    check(match.status, Status.REVIEW)
    if match.status == Status.PLAYING:  # a paused clock stands still already, and goes on with what it had
        match.clock = _held(match, clock_of(match), whole_ms(at)).dump()
    match.status = Status.REVIEW
    match.paused_at = match.paused_until = None
    match.deadline_at = match.bot_due_at = match.alarm_at = None
    match.save()
    keep_past(match, at)
    match_changed(match.pk, match.last_entry)
    changed("desk")


def _held(match: Match, clock: Clock, at: datetime) -> Clock:
    """Held since the clocks began to run, but not from before the last entry, which has told what was left by then."""
    began = [since for since in clock.since if since is not None]
    told = Entry.objects.filter(match=match, n=match.last_entry).values_list("at", flat=True).first()
    first = min(began, default=at)
    return clock.hold(min(at, max(first, told or first)))
