"""Field Tactics: use of pieces and squares (notation: site/rules/en.md)."""

import re
from collections.abc import Mapping, Sequence

from engines.contract import Json
from engines.field_tactics import squares
from engines.field_tactics.pieces import KIND_OF, NAMES
from engines.i18n import mark
from engines.usage import Board, Cell, LogLine, LogReader, Topic, Usage, rectangle, remove_undone

_MOVE = re.compile(r"([A-F]|CD)([1-8])-((?:[A-F]|CD)[1-8])")
_NOTE = re.compile(r"(?:duel )?(\w+?\d)x(\w+?\d)([ox=-])")
_ROWS = (range(1, 5), range(8, 4, -1))
PIXELS = 60


def list_home_squares(seat: int) -> list[str]:
    """Return a side's squares in set-up order: own back row first, columns A to F."""
    cells = (6 * (row - 1) + column for row in _ROWS[seat] for column in range(6))
    return list(dict.fromkeys(squares.NAMES[cell] for cell in cells))


def read_log(lines: Sequence[LogLine], options: Mapping[str, Json], seats: int) -> Usage:
    """Return the use of pieces and squares in a log."""
    usage, board = Usage(), dict[str, tuple[int, str]]()
    for line in remove_undone(lines):
        if line.by is not None and "/" in line.do:
            codes = line.do.replace("/", " ").split()
            board |= {square: (line.by, code) for square, code in zip(list_home_squares(line.by), codes, strict=True)}
        elif line.by is not None and _MOVE.fullmatch(line.do):
            start, target = line.do.split("-")
            usage.used("piece", board[start][1], line.by)
            usage.used("square", target, line.by)
            usage.opened(line.by, line.do)
            if not line.note:
                board[target] = board.pop(start)
        if (battle := _NOTE.match(line.note)) is not None:
            _count_battle(usage, board, *battle.groups())
    return usage


def _count_battle(usage: Usage, board: dict[str, tuple[int, str]], attacker: str, defender: str, result: str) -> None:
    """Count a battle: `o` attacker (in a duel: Red) wins, `x` defender wins, `=` both destroyed, `-` neither."""
    attacking, defending = board[attacker], board[defender]
    for (seat, code), wins, falls in ((attacking, "o", "x="), (defending, "x", "o=")):
        usage.used("piece", code, seat, uses=0, good=int(result == wins), bad=int(result in falls))
    if result in "x=":
        del board[attacker]
    if result in "o=":
        del board[defender]
    if result == "o":
        board[defender] = board.pop(attacker)


def build_board() -> Board:
    """Return the board with Red at the bottom and the river between rows 4 and 5."""
    return Board((6 * PIXELS, 8.5 * PIXELS), tuple(_build_cell(name) for name in squares.CELL_OF))


def _build_cell(name: str) -> Cell:
    column, row = squares.COLUMNS.index(name[0]), int(name[-1])
    left, top = column * PIXELS, (8 - row + (0.5 if row < 5 else 0)) * PIXELS
    width = 2 * PIXELS if name.startswith("CD") else PIXELS
    return rectangle(name, float(left), float(top), float(width), float(PIXELS))


READER = LogReader(
    topics=(
        Topic(
            "piece",
            mark("Pieces"),
            mark("Piece"),
            mark("Moves"),
            mark("Battles won"),
            mark("Times destroyed"),
            mark("A piece wins a battle if it survives and the other is destroyed."),
            lambda code: NAMES[KIND_OF[code]],
        ),
    ),
    read=read_log,
    board=build_board,
    square=mark("moves to this square"),
    opening=mark("The opening is the first move of a side."),
)
