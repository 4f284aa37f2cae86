"""What brings a match to the referee's desk. Nothing here fetches."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum

from engines.words import marked, told

SLOW = timedelta(minutes=5)
SLOW_TURNS = 2
"""A match is slow when nothing has been played for so many times the turn's time, and for SLOW."""
MISSING = timedelta(minutes=2)
"""A player is missing who is not there so long before the match is forfeited."""
CUT_FOR = timedelta(hours=24)
"""For so long after its end a match stays on the desk that was not credited with all of an overload."""
CALL_AFTER = timedelta(hours=24)
"""For so long after the end of a match its players may call the referee."""


class Need(IntEnum):
    """Why a match needs a referee, the most pressing first."""

    REVIEW = 1
    DISPUTE = 2
    GONE = 3
    TIME_CUT = 4
    PAUSED = 5
    ANNULLED = 6
    SLOW = 7

    @property
    def text(self) -> str:
        return told(TEXTS[self])


TEXTS = {
    Need.REVIEW: marked("Held for review"),
    Need.DISPUTE: marked("Referee called"),
    Need.GONE: marked("Player missing"),
    Need.TIME_CUT: marked("Overload limit reached"),
    Need.PAUSED: marked("Paused"),
    Need.ANNULLED: marked("Annulled"),
    Need.SLOW: marked("Slow"),
}


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a match without looking at its position. `quiet_since` is its last entry, or its beginning."""

    status: str
    called: bool
    """A player has called, and nobody has answered."""
    turn_ms: int
    quiet_since: datetime | None
    start_by: datetime | None
    missing: int
    gone: bool
    """It is played, and a player's connection has been gone for some time."""
    agreed: bool
    """Its pause is the players' own, and ends by itself."""
    waits_for_decision: bool
    """It is void, and its pairing has no result yet."""
    cut: bool = False
    """It was not credited with all of an overload, because it had reached the limit, and no referee has added time."""
    closed_at: datetime | None = None


def needs(facts: Facts, at: datetime) -> tuple[Need, ...]:
    """Why the match needs a referee now; empty where it does not."""
    is_late = facts.start_by is not None and facts.missing > 0 and at >= facts.start_by - MISSING
    patience = max(SLOW, SLOW_TURNS * timedelta(milliseconds=facts.turn_ms))
    is_slow = facts.quiet_since is not None and at - facts.quiet_since >= patience
    found = {
        Need.REVIEW: facts.status == "review",
        Need.DISPUTE: facts.called,
        Need.GONE: facts.gone or (facts.status == "open" and is_late),
        Need.TIME_CUT: facts.cut and (facts.closed_at is None or at - facts.closed_at <= CUT_FOR),
        Need.PAUSED: facts.status == "paused" and not facts.agreed,
        Need.ANNULLED: facts.waits_for_decision,
        Need.SLOW: facts.status == "playing" and is_slow,
    }
    return tuple(need for need, is_so in found.items() if is_so)
