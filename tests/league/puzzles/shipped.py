"""A puzzle of a game as it is shipped, with a wrong answer to it."""

from typing import NamedTuple

from engines.puzzle_files import Puzzle
from league.puzzles.queries.puzzle_sets import load_set

GAME = "order-and-chaos"


class Shipped(NamedTuple):
    """`known` is a wrong action that is explained; `path` the address of the API."""

    id: str
    puzzle: Puzzle
    known: str
    path: str


def shipped(number: int = 0) -> Shipped:
    puzzle = list(load_set(GAME).puzzles.values())[number]
    return Shipped(puzzle.id, puzzle, puzzle.wrong[0].do, f"/api/v1/puzzles/{GAME}/{puzzle.id}/")
