"""How often each place of a board was used, drawn on the board."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engines.words import say, say_in, told
from league.stats.rules.reading import Board, Cell
from league.tables import TEXT, Column, Row, Table

LEVELS = 8


@dataclass(frozen=True, slots=True)
class HotCell:
    """`level` is 0 (never) to LEVELS (the most of all)."""

    cell: Cell
    points: str
    x: str
    y: str
    uses: int
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class HeatMap:
    box: str
    what: str
    cells: list[HotCell]
    table: Table


def heat_map(board: Board, what: str, lines: Iterable[dict[str, Any]], sides: Sequence[str]) -> HeatMap:
    by_side: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for line in lines:
        by_side[line["key"]][line["seat"]] += line["uses"]
    uses = {cell.key: by_side[cell.key].total() for cell in board.cells}
    most = max(uses.values(), default=0)
    seats = sorted({seat for counts in by_side.values() for seat in counts})
    rows = tuple(
        Row((key, count, *(by_side[key][seat] for seat in seats)))
        for key, count in sorted(uses.items(), key=lambda item: (-item[1], item[0]))
    )
    columns = (
        Column("place", say_in("of a board", "Place"), TEXT),
        Column("uses", say_in("all sides", "All")),
        *(Column(f"side-{s}", told(sides[s])) for s in seats),
    )
    table = Table("places", say("Places of the board"), columns, rows, about=say("Counted: {what}.", what=told(what)))
    cells = [_hot(cell, uses[cell.key], most) for cell in board.cells]
    return HeatMap(f"-4 -4 {board.size[0] + 8:.0f} {board.size[1] + 8:.0f}", told(what), cells, table)


def _hot(cell: Cell, uses: int, most: int) -> HotCell:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in cell.points)
    level = -(-LEVELS * uses // most) if most else 0
    x, y = cell.middle
    return HotCell(cell, points, f"{x:.1f}", f"{y:.1f}", uses, level, _short(uses))


def _short(count: int) -> str:
    """
    >>> _short(999), _short(1234), _short(56789), _short(2_500_000)
    ('999', '1.2k', '57k', '2.5M')
    """
    if count < 1000:
        return str(count)
    size, unit = (count / 1000, "k") if count < 1_000_000 else (count / 1_000_000, "M")
    return f"{size:.1f}{unit}" if size < 10 else f"{size:.0f}{unit}"
