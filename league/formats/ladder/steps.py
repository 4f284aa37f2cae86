"""What can happen on a ladder. A log of these, oldest first, is all that a ladder is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Joined:
    """A newcomer, at the bottom."""

    entrant: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Withdrawn:
    entrant: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Challenged:
    challenger: int
    challenged: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Accepted:
    """The one who was challenged accepts; a challenge is known by its two entrants while it is open."""

    challenger: int
    challenged: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Declined:
    challenger: int
    challenged: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Played:
    """How an accepted challenge ended: half points of the challenger and the challenged; (0, 0) if neither came.

    `first` is who had the first seat, None for a forfeit."""

    challenger: int
    challenged: int
    halves: tuple[int, int]
    at: datetime
    first: int | None = None


Step = Joined | Withdrawn | Challenged | Accepted | Declined | Played
