"""A series of games between two entrants: whose seat it is, when it is decided, and what that brings their pairing.

Points are half points; a drawn game counts half.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.formats.registry import traits_of

HIGHER, LOWER = 0, 1
"""The two of a series, by seed."""
MOST_EXTRA = 4
"""Matches after a series that ended equal where somebody must go on; then the higher seed does."""


@dataclass(frozen=True, slots=True)
class Series:
    """A series so far. `games` are the half points of (higher seed, lower seed) in each game, oldest first.

    A series that is equal behind its last game is prolonged by up to `extra` games, of which the first one won
    decides; if none does, the higher seed wins where somebody `must_win`, and it is drawn elsewhere.
    """

    best_of: int = 1
    starts: int = HIGHER
    """Who has the first seat in the first game; then it alternates."""
    extra: int = 0
    must_win: bool = False
    games: tuple[tuple[int, int], ...] = ()

    def with_game(self, higher: int, lower: int) -> Series:
        """With the half points of the next game; a double forfeit is (0, 0). ValueError when none is due."""
        if self.over:
            raise ValueError("The series is decided.")
        return replace(self, games=(*self.games, (higher, lower)))

    @property
    def score(self) -> tuple[int, int]:
        """Half points of all games."""
        return sum(game[HIGHER] for game in self.games), sum(game[LOWER] for game in self.games)

    @property
    def over(self) -> bool:
        return self.winner is not None or len(self.games) >= self.best_of + self.extra

    @property
    def winner(self) -> int | None:
        """0 or 1 once it is decided; None before, and where it is drawn."""
        one, other = self.score
        if abs(one - other) > 2 * max(0, self.best_of - len(self.games)):
            return HIGHER if one > other else LOWER
        return HIGHER if self.must_win and len(self.games) >= self.best_of + self.extra else None

    @property
    def first_seat(self) -> int:
        """Who has the first seat in the next game."""
        return (self.starts + len(self.games)) % 2


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


def next_or_decided(
    format: str, settings: Mapping[str, Any], games: Sequence[Game], best_of: int, seeds: Sequence[int]
) -> Decision | int:
    """The decision, or the side that has seat 0 in the next match; `seeds` by side, 1 the highest.

    A series brings a win's points or a draw's, whatever its score; of more than two sides there is one match. Where
    somebody must go on, a series that ends equal is prolonged match by match (setting `drawn` "replay"), or goes to
    the higher seed (`drawn` "seed"). Two who both do not come to the first match are both out.
    """
    if len(games[-1].halves) > 2:
        return Decision(games[-1].halves)
    if not any(made for game in games for made in game.halves):
        return Decision((0, 0))
    favourite = min((0, 1), key=lambda side: seeds[side])
    must_end = not traits_of(format).can_draw
    series = Series(
        best_of,
        starts=HIGHER if games[0].first == favourite else LOWER,
        extra=MOST_EXTRA if must_end and settings.get("drawn", "replay") == "replay" else 0,
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
