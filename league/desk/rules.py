"""What brings a match to the referee's desk. Nothing here fetches."""

from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_lazy

from matches.models import Match, Status

SLOW = timedelta(minutes=5)
SLOW_TURNS = 2
"""A match is slow when nothing has been played for so many times the turn's time, and for SLOW."""
MISSING = timedelta(minutes=2)
"""A player is missing who is not there so long before the match is forfeited."""
CUT_FOR = timedelta(hours=24)
"""For so long after its end a match stays on the desk that was not credited with all of an overload."""
CALL_AFTER = timedelta(hours=24)
"""For so long after the end of a match its players may call the referee."""


class Need(models.TextChoices):
    """Why a match needs a referee, the most pressing first."""

    REVIEW = "review", gettext_lazy("Held for review")
    DISPUTE = "dispute", gettext_lazy("Referee called")
    GONE = "gone", gettext_lazy("Player missing")
    TIME_CUT = "time_cut", gettext_lazy("Overload limit reached")
    PAUSED = "paused", gettext_lazy("Paused")
    ANNULLED = "annulled", gettext_lazy("Annulled")
    SLOW = "slow", gettext_lazy("Slow")


def needs(
    match: Match, at: datetime, *, called: bool, gone: bool, missing: bool, undecided: bool, quiet: datetime | None
) -> tuple[Need, ...]:
    """Return why the match needs a referee now; empty where it does not.

    `called`: nobody has answered a player's call. `gone`: a player's connection has been gone for some time.
    `missing`: a player is not there yet. `undecided`: its pairing has no result. `quiet` is when its last entry was.
    """
    status = Status(match.status)
    is_late = status == Status.OPEN and match.deadline_at is not None and missing and at >= match.deadline_at - MISSING
    patience = max(SLOW, SLOW_TURNS * timedelta(milliseconds=match.control["turn_ms"]))
    found = {
        Need.REVIEW: status == Status.REVIEW,
        Need.DISPUTE: called,
        Need.GONE: gone or is_late,
        Need.TIME_CUT: match.cut_ms > 0 and (match.closed_at is None or at - match.closed_at <= CUT_FOR),
        Need.PAUSED: status == Status.PAUSED and match.paused_until is None,
        Need.ANNULLED: status == Status.VOID and undecided,
        Need.SLOW: status == Status.PLAYING and quiet is not None and at - quiet >= patience,
    }
    return tuple(need for need, is_so in found.items() if is_so)
