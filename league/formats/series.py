"""Series of games between two entrants: seats, the decision, and the points for the pairing.

Points are half points; a drawn game counts half.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.formats.registry import get_traits

HIGHER, LOWER = 0, 1
"""Indices of the higher and the lower seed."""
MAX_EXTRA = 4
"""Extra matches after a tied series that needs a winner; then the higher seed wins."""


@dataclass(frozen=True, slots=True)
class Series:
    """The state of a series. `games` are the half points of (higher seed, lower seed), oldest first.

    A tied series is extended by up to `extra` games, and the first win decides. If none does, the higher seed wins with
    `must_win`; otherwise the series is drawn.
    """

    best_of: int = 1
    starts: int = HIGHER
    """Which side has the first seat in the first game; it then alternates."""
    extra: int = 0
    must_win: bool = False
    games: tuple[tuple[int, int], ...] = ()

    def with_game(self, higher: int, lower: int) -> Series:
        """Return the series with the next game; a double forfeit is (0, 0). Raises ValueError if none is due."""
        if self.over:
            raise ValueError("The series is decided.")
        return replace(self, games=(*self.games, (higher, lower)))

    @property
    def score(self) -> tuple[int, int]:
        """Return the half points of all games."""
        return sum(game[HIGHER] for game in self.games), sum(game[LOWER] for game in self.games)

    @property
    def over(self) -> bool:
        return self.winner is not None or len(self.games) >= self.best_of + self.extra

    @property
    def winner(self) -> int | None:
        """Return the winner's index, or None while undecided or if drawn."""
        higher, lower = self.score
        if abs(higher - lower) > 2 * max(0, self.best_of - len(self.games)):
            return HIGHER if higher > lower else LOWER
        return HIGHER if self.must_win and len(self.games) >= self.best_of + self.extra else None

    @property
    def first_seat(self) -> int:
        """Return the index of the side that has the first seat in the next game."""
        return (self.starts + len(self.games)) % 2


@dataclass(frozen=True, slots=True)
class Game:
    """A finished match: half points by side, and the side that had seat 0."""

    halves: tuple[int, ...]
    first: int


@dataclass(frozen=True, slots=True)
class Decision:
    """The half points of each side; `through` is the qualifier if both have the same points."""

    halves: tuple[int, ...]
    through: int | None = None


def continue_or_decide(
    format: str, settings: Mapping[str, Any], games: Sequence[Game], best_of: int, seeds: Sequence[int]
) -> Decision | int:
    """Return the decision, or the side with seat 0 in the next match; `seeds` by side, 1 is the highest.

    A series is worth a win or a draw, whatever its score; with more than two sides it is a single match. If a winner is
    needed, a tied series is extended match by match (setting `drawn` "replay") or goes to the higher seed (`drawn`
    "seed"). If both sides miss the first match, both are out.
    """
    if len(games[-1].halves) > 2:
        return Decision(games[-1].halves)
    if not any(halves for game in games for halves in game.halves):
        return Decision((0, 0))
    favourite = min((0, 1), key=lambda side: seeds[side])
    must_end = not get_traits(format).can_draw
    series = Series(
        best_of,
        starts=HIGHER if games[0].first == favourite else LOWER,
        extra=MAX_EXTRA if must_end and settings.get("drawn", "replay") == "replay" else 0,
        must_win=must_end,
        games=tuple((game.halves[favourite], game.halves[1 - favourite]) for game in games),
    )
    if not series.over:
        return favourite if series.first_seat == HIGHER else 1 - favourite
    if series.winner is None:
        return Decision((1, 1))
    winner = favourite if series.winner == HIGHER else 1 - favourite
    level = series.score[0] == series.score[1]
    return Decision((1, 1), winner) if level else Decision((2, 0) if winner == 0 else (0, 2))
