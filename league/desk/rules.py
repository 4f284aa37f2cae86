"""Rules for when a match needs a referee; no database access."""

from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_lazy

from matches.models import Match, Status

SLOW = timedelta(minutes=5)
SLOW_TURNS = 2
"""A match is slow without a move for this many turn times, and at least for SLOW."""
MISSING = timedelta(minutes=2)
"""A player is missing if absent this long before the forfeit."""
UNCREDITED_SHOWN_FOR = timedelta(hours=24)
"""How long after its end a match with uncredited overload time stays on the dashboard."""
CALL_PERIOD = timedelta(hours=24)
"""How long after the end of a match its players may call the referee."""


class Need(models.TextChoices):
    """Why a match needs a referee, most urgent first."""

    REVIEW = "review", gettext_lazy("Under review")
    DISPUTE = "dispute", gettext_lazy("Referee called")
    GONE = "gone", gettext_lazy("Player absent")
    TIME_CUT = "time_cut", gettext_lazy("Overload limit reached")
    PAUSED = "paused", gettext_lazy("Paused")
    ANNULLED = "annulled", gettext_lazy("Annulled")
    SLOW = "slow", gettext_lazy("Slow")


def list_needs(
    match: Match, at: datetime, *, called: bool, offline: bool, missing: bool, undecided: bool, quiet: datetime | None
) -> tuple[Need, ...]:
    """Return why the match needs a referee now; empty if it does not.

    `called`: a call is unanswered. `offline`: a player has been disconnected for some time. `missing`: a player is not
    there yet. `undecided`: its pairing has no result. `quiet`: time of its last entry.
    """
    status = Status(match.status)
    is_late = status == Status.OPEN and match.deadline_at is not None and missing and at >= match.deadline_at - MISSING
    patience = max(SLOW, SLOW_TURNS * timedelta(milliseconds=match.control["turn_ms"]))
    flags = {
        Need.REVIEW: status == Status.REVIEW,
        Need.DISPUTE: called,
        Need.GONE: offline or is_late,
        Need.TIME_CUT: match.cut_ms > 0 and (match.closed_at is None or at - match.closed_at <= UNCREDITED_SHOWN_FOR),
        Need.PAUSED: status == Status.PAUSED and match.paused_until is None,
        Need.ANNULLED: status == Status.VOID and undecided,
        Need.SLOW: status == Status.PLAYING and quiet is not None and at - quiet >= patience,
    }
    return tuple(need for need, applies in flags.items() if applies)
