"""The board of a puzzle before and after an action, in the shape of a match's board."""

from typing import Any

from league.puzzles.queries.puzzle_sets import OpenedPuzzle, advance
from matches.queries.tutorials import render_free_board


def render_puzzle_board(opened: OpenedPuzzle) -> dict[str, Any]:
    """Return the board as the puzzle's seat sees it. It does not tell the answer."""
    return _render(opened, opened.found.position, 1)


def render_solved_board(opened: OpenedPuzzle) -> dict[str, Any]:
    """Return the board after the answer, on which nothing can be played."""
    board = _render(opened, advance(opened, opened.puzzle.answer), 2)
    return {**board, "to_act": [], "legal": None, "can": dict.fromkeys(board["can"], False)}


def _render(opened: OpenedPuzzle, position: Any, entry: int) -> dict[str, Any]:
    return render_free_board(opened.engine, position, opened.puzzle.seat, opened.found.seats, entry=entry)
