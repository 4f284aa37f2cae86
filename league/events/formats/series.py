"""A series of games between two entrants: whose seat it is, and when it is decided.

The two are 0, the higher seed, and 1. Points are half points; a drawn game counts half.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

HIGHER, LOWER = 0, 1


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
