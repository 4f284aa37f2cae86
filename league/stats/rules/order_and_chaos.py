"""Order & Chaos: what small and big chessmen did, and which areas were entered.

The notation leaves out which chessman leaves an area that holds one kind only, so the match is played through again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engines import play, registry
from engines.api import Json
from engines.order_and_chaos.board import BOARD
from league.stats.rules.reading import Board, Book, Cell, Line, Reading, Topic

KINDS = {"s": "small", "b": "big"}
_MOVE = re.compile(r"[A-Z]\d+[sb]?-([A-Z]\d+)")


def read(lines: Sequence[Line], options: Mapping[str, Json], seats: int) -> Reading:
    made, engine = Reading(), registry.get("order-and-chaos")
    position = play.begin(engine, options, seats)
    for line in lines:
        position = play.advance(engine, position, line.by, line.do)
        last, target = position.state.last, _MOVE.fullmatch(line.do)
        if line.by is None or target is None:
            continue
        made.used("chessman", KINDS[last.kind], line.by, good=len(last.killed))
        made.used("square", target[1], line.by)
        if last.killed:
            made.used("chessman", KINDS[last.killed], 1 - line.by, uses=0, bad=1)
    return made


def board() -> Board:
    cells = tuple(
        Cell(area.name, tuple((float(x), float(y)) for x, y in area.shape), _middle(area.shape)) for area in BOARD.areas
    )
    xs, ys = zip(*(point for cell in cells for point in cell.points), strict=True)
    left, top = min(xs), min(ys)
    moved = tuple(
        Cell(
            cell.key, tuple((x - left, y - top) for x, y in cell.points), (cell.middle[0] - left, cell.middle[1] - top)
        )
        for cell in cells
    )
    return Board((max(xs) - left, max(ys) - top), moved)


def _middle(shape: Sequence[tuple[int, int]]) -> tuple[float, float]:
    return sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape)


BOOK = Book(
    topics=(
        Topic(
            "chessman", "Chessmen", "Chessman", "Moves", "Killed by its step", "Times killed",
            "Kills by those who come back from the grave are left out.", str.capitalize,
        ),
    ),
    read=read,
    board=board,
    square="moves into this area",
)  # fmt: skip
