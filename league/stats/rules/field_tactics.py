"""Field Tactics: use of pieces and squares (notation: docs/rules/field-tactics.md)."""

import re
from collections.abc import Mapping, Sequence

from engines.contract import Json
from engines.field_tactics import squares
from engines.field_tactics.pieces import KIND_OF, NAMES
from engines.words import marked
from league.stats.rules.reading import Board, Book, Cell, Line, Reading, Topic, rectangle, standing

_MOVE = re.compile(r"([A-F]|CD)([1-8])-((?:[A-F]|CD)[1-8])")
_NOTE = re.compile(r"(?:duel )?(\w+?\d)x(\w+?\d)([ox=-])")
_ROWS = (range(1, 5), range(8, 4, -1))
PIXELS = 60


def home(seat: int) -> list[str]:
    """Return a side's squares in set-up order: own back row first, columns A to F."""
    cells = (6 * (row - 1) + column for row in _ROWS[seat] for column in range(6))
    return list(dict.fromkeys(squares.NAMES[cell] for cell in cells))


def read(lines: Sequence[Line], options: Mapping[str, Json], seats: int) -> Reading:
    """Return the use of pieces and squares in a log."""
    made, board = Reading(), dict[str, tuple[int, str]]()
    for line in standing(lines):
        if line.by is not None and "/" in line.do:
            codes = line.do.replace("/", " ").split()
            board |= {square: (line.by, code) for square, code in zip(home(line.by), codes, strict=True)}
        elif line.by is not None and _MOVE.fullmatch(line.do):
            start, target = line.do.split("-")
            made.used("piece", board[start][1], line.by)
            made.used("square", target, line.by)
            if not line.note:
                board[target] = board.pop(start)
        if (battle := _NOTE.match(line.note)) is not None:
            _fight(made, board, *battle.groups())
    return made


def _fight(made: Reading, board: dict[str, tuple[int, str]], attacker: str, defender: str, result: str) -> None:
    """Count a battle: `o` attacker (in a duel: Red) wins, `x` defender wins, `=` both destroyed, `-` neither."""
    one, other = board[attacker], board[defender]
    for (seat, code), wins, falls in ((one, "o", "x="), (other, "x", "o=")):
        made.used("piece", code, seat, uses=0, good=int(result == wins), bad=int(result in falls))
    if result in "x=":
        del board[attacker]
    if result in "o=":
        del board[defender]
    if result == "o":
        board[defender] = board.pop(attacker)


def board() -> Board:
    """Return the board with Red at the bottom and the river between rows 4 and 5."""
    return Board((6 * PIXELS, 8.5 * PIXELS), tuple(_cell(name) for name in squares.CELL_OF))


def _cell(name: str) -> Cell:
    column, row = squares.COLUMNS.index(name[0]), int(name[-1])
    left, top = column * PIXELS, (8 - row + (0.5 if row < 5 else 0)) * PIXELS
    wide = 2 * PIXELS if name.startswith("CD") else PIXELS
    return rectangle(name, float(left), float(top), float(wide), float(PIXELS))


BOOK = Book(
    topics=(
        Topic(
            "piece",
            marked("Pieces"),
            marked("Piece"),
            marked("Moves"),
            marked("Battles won"),
            marked("Times destroyed"),
            marked("A piece wins a battle if it survives and the other is destroyed."),
            lambda code: NAMES[KIND_OF[code]],
        ),
    ),
    read=read,
    board=board,
    square=marked("moves to this square"),
)
