"""When a series (best of n) is decided, and who begins its next match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_EXTRA = 4
"""Matches after a series that ended equal; then the higher seed goes on."""


@dataclass(frozen=True, slots=True)
class Game:
    """A match that was played: half points by side, and the side that had seat 0."""

    halves: tuple[int, ...]
    first: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What the pairing brings each side, in half points; `through` is who goes on though both made as much."""

    halves: tuple[int, ...]
    through: int | None = None


def decide(games: Sequence[Game], best_of: int, *, must_end: bool, drawn: str, favourite: int = 0) -> Decision | int:
    """The decision, or the side that has seat 0 in the next match: sides alternate from one to the next.

    A series ends once nobody can catch up. It brings a win's points or a draw's, whatever its score; of more than two
    sides there is one match. Where somebody must go on (`must_end`), a series that ends equal is prolonged match by
    match (`drawn` "replay"), at most MOST_EXTRA times, or goes to the higher seed (`drawn` "seed"), side `favourite`.
    Two who both did not come are both out.
    """
    if len(games[-1].halves) > 2:
        return Decision(games[-1].halves)
    score = [sum(game.halves[side] for game in games) for side in (0, 1)]
    left = max(0, best_of - len(games))
    if not any(score) and not any(games[-1].halves):
        return Decision((0, 0))
    if score[0] != score[1] and (abs(score[0] - score[1]) > 2 * left):
        return Decision((2, 0) if score[0] > score[1] else (0, 2))
    if left or (score[0] == score[1] and must_end and drawn == "replay" and len(games) < best_of + MOST_EXTRA):
        return 1 - games[-1].first
    return Decision((1, 1), favourite if must_end else None)
