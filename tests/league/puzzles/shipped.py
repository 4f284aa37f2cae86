"""A puzzle of a game as it is shipped, with a wrong answer to it."""

from dataclasses import dataclass

from engines.puzzle_files import Puzzle
from league.puzzles.queries.puzzle_sets import load_set

GAME = "order-and-chaos"


@dataclass(frozen=True, slots=True)
class Shipped:
    """`known` is a wrong action that is explained; `path` the address of the API."""

    puzzle: Puzzle
    known: str
    path: str

    @property
    def id(self) -> str:
        return self.puzzle.id


def shipped(number: int = 0, game: str = GAME) -> Shipped:
    """Return a puzzle by its place in the file."""
    puzzle = list(load_set(game).puzzles.values())[number]
    return Shipped(puzzle, puzzle.wrong[0].do, f"/api/v1/puzzles/{game}/{puzzle.id}/")
