"""Points of an arena.

A win is worth 2, a draw 1. Two wins running start a streak: everything counts double until a game is not won (a draw
then counts 2 and ends it). Who gave half of the time away gets a point more for a win of enough own moves. Source: the
arena rules that Lichess publishes (lichess.org/tournament/help).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

WIN, DRAW, BERSERK = 2, 1, 1
OWN_MOVES = 7
"""So many moves of one's own a win needs for the point of going berserk."""
STREAK = 2
"""Wins running that start a streak."""


@dataclass(slots=True)
class Score:
    points: int = 0
    running: int = 0
    """Wins running."""
    results: list[tuple[int, int]] = field(default_factory=list)
    """(opponent's rating, 1 won, 0 drawn, -1 lost)."""

    @property
    def on_fire(self) -> bool:
        return self.running >= STREAK

    def add(self, rating: int, won: int, *, berserk: bool = False) -> None:
        factor = 2 if self.on_fire else 1
        worth = {1: WIN, 0: DRAW, -1: 0}[won] * factor
        self.points += worth + (BERSERK if berserk and won == 1 else 0)
        self.running = self.running + 1 if won == 1 else 0
        self.results.append((rating, won))

    @property
    def performance(self) -> int:
        """The opponents' mean rating, and 400 for all won: the rating at which these results would be usual."""
        return performance(self.results)


def performance(results: Iterable[tuple[int, int]]) -> int:
    """
    >>> performance([(1500, 1), (1700, 0)])
    1800
    """
    known = list(results)
    return round(Fraction(sum(rating + 400 * won for rating, won in known), len(known))) if known else 0
