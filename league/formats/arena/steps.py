"""What can happen in an arena. A log of these, oldest first, is all that an arena is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Started:
    at: datetime


@dataclass(frozen=True, slots=True)
class Joined:
    """An entrant comes, before the start or later, or comes back from a pause or after leaving."""

    entrant: int
    rating: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Stopped:
    """An entrant pauses or leaves: a game that runs goes on, no other comes."""

    entrant: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Paired:
    """A match is made; `number` counts the matches of the arena from 1 (the key of its pairing)."""

    number: int
    sides: tuple[int, int]
    at: datetime


@dataclass(frozen=True, slots=True)
class Ended:
    """How it ended, half points by seat ((0, 0): nobody scores), who had gone berserk, and how many moves each made."""

    number: int
    halves: tuple[int, int]
    at: datetime
    berserk: tuple[bool, bool] = (False, False)
    moves: tuple[int, int] = (0, 0)
    """By seat; needed only where somebody had gone berserk."""


Step = Started | Joined | Stopped | Paired | Ended
