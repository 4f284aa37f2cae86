"""Whoever offered a match long ago may have gone: they are asked again before it starts."""

from datetime import datetime, timedelta

from matches.models import Match, Presence
from matches.offers import Terms, claim_after

TRUSTED = timedelta(minutes=5)
"""How long somebody who said "ready" is taken at the word."""
WATCHED = timedelta(seconds=15)
"""Who had the match open so short a time ago is there."""
PATIENCE = timedelta(minutes=3)
"""How long the others wait before the match is called off."""


def ask_who_is_there(match: Match, at: datetime) -> None:
    """Once everybody at a locked challenge is ready: those who said so long ago must say it again.

    Matches in which absence loses have their own time to appear, and in correspondence nobody has to be there.
    """
    lenient = not Terms.load(match.terms).absent_lose and claim_after(match.control_value) is not None
    if not lenient or match.seats.filter(ready_at=None).exists():
        return
    watching = Presence.objects.filter(match=match, seen_at__gt=at - WATCHED).values_list("seat", flat=True)
    stale = match.seats.filter(bot="", ready_at__lte=at - TRUSTED).exclude(number__in=list(watching))
    if stale.update(ready_at=None):
        match.deadline_at = at + PATIENCE
        match.save(update_fields=["deadline_at"])


def stop_asking(match: Match) -> None:
    """A seat of the locked match is free again: it waits for a player as long as before."""
    if match.deadline_at is not None and not Terms.load(match.terms).absent_lose:
        match.deadline_at = None
        match.save(update_fields=["deadline_at"])
