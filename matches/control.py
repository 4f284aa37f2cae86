"""Time controls as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

DAY_MS = 86_400_000
TYPICAL_TURNS = 40
"""Turns of a seat in a match, for estimates."""
LAG_QUOTA_MS = (10_000, 60_000)
"""The least and the most that a seat may be given back for its ping in a whole match."""


class Kind(StrEnum):
    DELAY = "delay"
    """Time for each turn, then a reserve for the match."""
    FISCHER = "fischer"
    """Time for the match, and some more after every turn."""
    ABSOLUTE = "absolute"
    """Time for the match, and no more."""
    DAYS = "days"
    """Days for each turn, and days of vacation."""


@dataclass(frozen=True, slots=True)
class Control:
    """A time control: a turn has `turn_ms` free, what it overruns comes off the seat's `reserve_ms` for the match.

    After a turn `increment_ms` is added to the reserve. Without turn time that is Fischer's clock, without both it is
    an absolute one. Where a turn has days, each seat may take `vacation_days` in which its clock stands still.
    """

    turn_ms: int = 180_000
    reserve_ms: int = 300_000
    increment_ms: int = 0
    vacation_days: int = 0

    def __post_init__(self) -> None:
        if min(self.turn_ms, self.reserve_ms, self.increment_ms, self.vacation_days) < 0:
            raise ValueError("A time control cannot hold a negative time.")
        if not self.turn_ms + self.reserve_ms:
            raise ValueError("A time control needs turn time or reserve.")
        if self.vacation_days and self.kind != Kind.DAYS:
            raise ValueError("Vacation is for matches in which a turn has a day or more of time.")

    @property
    def kind(self) -> Kind:
        if self.turn_ms:
            return Kind.DAYS if self.turn_ms >= DAY_MS else Kind.DELAY
        return Kind.FISCHER if self.increment_ms else Kind.ABSOLUTE

    @property
    def lag_quota_ms(self) -> int:
        """Return how much a seat may be given back for its ping in a match: a tenth of its time, within limits."""
        least, most = LAG_QUOTA_MS
        return min(most, max(least, (self.reserve_ms + TYPICAL_TURNS * (self.turn_ms + self.increment_ms)) // 10))

    def dump(self) -> dict[str, int]:
        kept = {"turn_ms": self.turn_ms, "reserve_ms": self.reserve_ms, "increment_ms": self.increment_ms}
        return kept | ({"vacation_days": self.vacation_days} if self.vacation_days else {})
