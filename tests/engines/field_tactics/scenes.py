"""Positions for the tests: a few pieces on a board, and games of a few actions."""

from typing import Any

import pytest

from engines import play, registry
from engines.contract import IllegalAction

ENGINE = registry.get("field-tactics")
RED, BLUE = 0, 1
CELLS = [f"{column}{row}" for row in range(1, 9) for column in "ABCDEF"]
CODES = ["G3", "G2", "G1", "F3", "F2", "F1", "C3", "C2", "C1", "PL", "TK", "CV", "EN", "SP", "MN", "FL"]
SETUP = "EN MN G2 C1 EN / C3 C2 FL MN F2 C1 / PL TK F3 C2 SP PL / C3 G1 TK F1 G3 CV"


def cell(square: str) -> int:
    return CELLS.index(square.replace("CD", "C"))


def scene(
    red: str, blue: str, *, turn: int = RED, quiet: int = 0, phase: str = "play", advantage: int = RED, **options: Any
) -> Any:
    """A state in play from texts such as "A1 G3, CD1 FL"."""
    board = ["."] * 48
    for first, pieces in (("A", red), ("a", blue)):
        for piece in filter(None, pieces.split(", ")):
            square, code = piece.split()
            board[cell(square)] = chr(ord(first) + CODES.index(code))
    start = ENGINE.dump(ENGINE.start(ENGINE.options({"advantage": "red", **options}), 2))
    changed = {"phase": phase, "board": "".join(board), "seat": turn, "first": 0, "quiet": quiet, "turn": 40}
    return ENGINE.load({**start, **changed, "advantage": advantage})


def do(state: Any, *actions: str) -> Any:
    """The state after actions of whoever is to act; `red:A1` and `blue:A1` name the seat where both are."""
    for text in actions:
        side, _, rest = text.rpartition(":")
        seat = {"red": RED, "blue": BLUE}.get(side, min(ENGINE.to_act(state), default=None))
        state = ENGINE.apply(state, seat, ENGINE.decode(rest))
    return state


def refusal(state: Any, text: str, seat: int | None = RED) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        play.advance(ENGINE, play.Position(state, ENGINE.outcome(state)), seat, text)
    return caught.value


def end(state: Any) -> tuple[int | None, str]:
    """The winner (None: nobody is first) and the reason."""
    outcome = ENGINE.outcome(state)
    assert outcome is not None, "the match is not over"
    return (outcome.ranks.index(1) if 1 in outcome.ranks else None), outcome.reason


def pieces(state: Any) -> dict[str, tuple[int, str]]:
    view: Any = ENGINE.open_view(state)
    return {square: (seat, code) for square, (seat, code) in view["squares"].items()}


def legal(state: Any, seat: int = RED) -> set[str]:
    listed = ENGINE.legal(state, seat)
    return {ENGINE.encode(action) for action in listed}
