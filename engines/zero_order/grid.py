"""The 39 grids (ZO-1), read from `data/board.toml`, and tables of what lies where.

A grid is a number in text order, A1 = 0 to E9 = 38; OUT stands for everything off the map. Sets of grids are ints.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engines.data_files import load_toml

FILE = Path(__file__).parent / "data" / "board.toml"
# Clockwise with White at the bottom: N, NE, SE, S, SW, NW as steps of (column, row).
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
NORTH, SOUTH = 0, 3


class BadBoard(ValueError):
    """The board file is wrong: the message names file, key and reason."""


Order = tuple[int, ...]


def read(raw: Mapping[str, Any], source: str) -> tuple[dict[str, tuple[int, int]], str, Order, Order]:
    """Rows of each column, the centre, and who places the tiles and the units; BadBoard where the file is wrong."""
    columns = raw.get("columns")
    if not isinstance(columns, dict) or list(columns) != list("ABCDE"):
        raise BadBoard(f"{source}: columns: one entry for each of A to E is needed, in order")
    rows = {name: _rows(ends, f"{source}: columns.{name}") for name, ends in columns.items()}
    board = raw.get("board")
    centre = board.get("centre") if isinstance(board, dict) else None
    if not isinstance(centre, str) or centre not in _names(rows):
        raise BadBoard(f"{source}: board.centre: the name of a grid is needed")
    order = raw.get("order")
    if not isinstance(order, dict):
        raise BadBoard(f"{source}: order: a table is needed")
    tiles, units = (_order(order.get(key), total, f"{source}: order.{key}") for key, total in _PLACED.items())
    return rows, centre, tiles, units


_PLACED = {"tiles": 24, "units": 12}


def _rows(ends: Any, where: str) -> tuple[int, int]:
    if not isinstance(ends, list) or len(ends) != 2 or not all(type(end) is int and 1 <= end <= 9 for end in ends):
        raise BadBoard(f"{where}: first and last row from 1 to 9 are needed")
    if ends[0] > ends[1]:
        raise BadBoard(f"{where}: the first row comes after the last")
    return ends[0], ends[1]


def _order(pairs: Any, total: int, where: str) -> Order:
    if not isinstance(pairs, list) or not all(_is_pair(pair) for pair in pairs):
        raise BadBoard(f"{where}: a list of [seat, how many] is needed")
    order = tuple(seat for seat, count in pairs for _ in range(count))
    if len(order) != total or order.count(0) != total // 2:
        raise BadBoard(f"{where}: {total // 2} tokens of each seat are needed")
    return order


def _is_pair(pair: Any) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and pair[0] in (0, 1) and type(pair[1]) is int and pair[1] > 0


def _names(rows: Mapping[str, tuple[int, int]]) -> tuple[str, ...]:
    return tuple(f"{column}{row}" for column, (first, last) in rows.items() for row in range(first, last + 1))


def load(path: Path = FILE) -> tuple[dict[str, tuple[int, int]], str, Order, Order]:
    """Read a board file; BadBoard names what is wrong with it."""
    return read(load_toml(path, BadBoard), path.name)


_ROWS, _CENTRE, TILE_ORDER, UNIT_ORDER = load()
NAMES = _names(_ROWS)
CELLS = len(NAMES)
OUT = CELLS
CELL_OF = {name: cell for cell, name in enumerate(NAMES)}
CENTRE = CELL_OF[_CENTRE]
EVERYWHERE = (1 << CELLS) - 1
_PLACE = tuple((ord(name[0]) - ord("A"), int(name[1:])) for name in NAMES)
_AT = {place: cell for cell, place in enumerate(_PLACE)}
TWICE_HEIGHT = tuple(2 * row - column for column, row in _PLACE)  # heights have halves
_LINE_AT = TWICE_HEIGHT[CENTRE]
TERRITORY = (
    sum(1 << cell for cell in range(CELLS) if TWICE_HEIGHT[cell] < _LINE_AT),
    sum(1 << cell for cell in range(CELLS) if TWICE_HEIGHT[cell] > _LINE_AT),
)
BATTLE_LINE = EVERYWHERE & ~TERRITORY[0] & ~TERRITORY[1]
# The ring of six around a grid, clockwise from north, OUT where the board ends.
RING = tuple(tuple(_AT.get((column + across, row + up), OUT) for across, up in DIRECTIONS) for column, row in _PLACE)
NEIGHBOURS = tuple(tuple(cell for cell in ring if cell != OUT) for ring in RING)
NEAR = (*(sum(1 << cell for cell in cells) for cells in NEIGHBOURS), 0)  # NEAR[OUT] is empty
MIRROR = tuple(_AT[column, _LINE_AT + column - row] for column, row in _PLACE)
LETTER = tuple(column for column, _ in _PLACE)


def ray(cell: int, direction: int) -> tuple[int, ...]:
    """Return the grids beyond one, in a line to the edge of the board; OUT comes last."""
    found = []
    while (cell := RING[cell][direction]) != OUT:
        found.append(cell)
    return (*found, OUT)


RAY = tuple(tuple(ray(cell, direction) for direction in range(6)) for cell in range(CELLS))
Paths = Mapping[tuple[int, int], tuple[int, ...]]
_PAIRS = [(cell, at, beside) for cell in range(CELLS) for at, beside in enumerate(RING[cell]) if beside != OUT]
# Ways by (acting grid, adjacent grid): pushed away, tossed over, and around clockwise and anticlockwise (ZO-11).
PUSHED: Paths = {(cell, beside): RAY[beside][at] for cell, at, beside in _PAIRS}
TOSSED: Paths = {(cell, beside): RAY[cell][(at + 3) % 6] for cell, at, beside in _PAIRS}
TWISTED: tuple[Paths, Paths] = (
    {(cell, beside): tuple(RING[cell][(at + n) % 6] for n in range(1, 6)) for cell, at, beside in _PAIRS},
    {(cell, beside): tuple(RING[cell][(at - n) % 6] for n in range(1, 6)) for cell, at, beside in _PAIRS},
)
