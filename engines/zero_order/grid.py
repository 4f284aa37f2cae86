"""The 39 grids (ZO-1), read from `data/board.toml`, and tables of their neighbourhood.

A grid is a number in text order, A1 = 0 to E9 = 38; OUT is everything off the map. Sets of grids are ints.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from engines.data_files import BadData, int_range, load

FILE = Path(__file__).parent / "data" / "board.toml"
# Clockwise with White at the bottom: N, NE, SE, S, SW, NW as steps of (column, row).
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
NORTH, SOUTH = 0, 3


Row = Annotated[int, int_range(1, 9)]
Placed = tuple[tuple[Annotated[int, int_range(0, 1)], Annotated[int, int_range(1)]], ...]


@dataclass(frozen=True, slots=True)
class Order:
    """The order in which seats place tiles and units: pairs of a seat and how many tokens it places in a row."""

    tiles: Placed
    units: Placed

    def __post_init__(self) -> None:
        for name, pairs, total in (("tiles", self.tiles, 24), ("units", self.units, 12)):
            order = seats_of(pairs)
            if len(order) != total or order.count(0) != total // 2:
                raise BadData(f"{name}: must have {total // 2} tokens per seat")


@dataclass(frozen=True, slots=True)
class BoardFile:
    """The data file of the board. `columns` has the first and the last row of each column."""

    columns: Mapping[str, tuple[Row, Row]]
    board: Mapping[str, str]
    order: Order

    def __post_init__(self) -> None:
        if list(self.columns) != list("ABCDE"):
            raise BadData("columns: must have one entry for each of A to E, in order")
        for name, (first, last) in self.columns.items():
            if first > last:
                raise BadData(f"columns.{name}: the first row comes after the last")
        if self.board.get("centre") not in self.names:
            raise BadData("board.centre: must be the name of a grid")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{at}{row}" for at, (first, last) in self.columns.items() for row in range(first, last + 1))


def seats_of(pairs: Placed) -> tuple[int, ...]:
    """Return the seat of each token that is placed, in order."""
    return tuple(seat for seat, count in pairs for _ in range(count))


_BOARD = load(BoardFile, FILE)
TILE_ORDER, UNIT_ORDER = seats_of(_BOARD.order.tiles), seats_of(_BOARD.order.units)
NAMES = _BOARD.names
CELLS = len(NAMES)
OUT = CELLS
CELL_OF = {name: cell for cell, name in enumerate(NAMES)}
CENTRE = CELL_OF[_BOARD.board["centre"]]
EVERYWHERE = (1 << CELLS) - 1
_PLACE = tuple((ord(name[0]) - ord("A"), int(name[1:])) for name in NAMES)
_AT = {place: cell for cell, place in enumerate(_PLACE)}
TWICE_HEIGHT = tuple(2 * row - column for column, row in _PLACE)  # Doubled, because heights have halves.
_LINE_AT = TWICE_HEIGHT[CENTRE]
TERRITORY = (
    sum(1 << cell for cell in range(CELLS) if TWICE_HEIGHT[cell] < _LINE_AT),
    sum(1 << cell for cell in range(CELLS) if TWICE_HEIGHT[cell] > _LINE_AT),
)
BATTLE_LINE = EVERYWHERE & ~TERRITORY[0] & ~TERRITORY[1]
# The ring of six around a grid, clockwise from north, OUT beyond the board.
RING = tuple(tuple(_AT.get((column + across, row + up), OUT) for across, up in DIRECTIONS) for column, row in _PLACE)
NEIGHBOURS = tuple(tuple(cell for cell in ring if cell != OUT) for ring in RING)
NEAR = (*(sum(1 << cell for cell in cells) for cells in NEIGHBOURS), 0)  # NEAR[OUT] is empty
MIRROR = tuple(_AT[column, _LINE_AT + column - row] for column, row in _PLACE)
COLUMN = tuple(column for column, _ in _PLACE)


def ray(cell: int, direction: int) -> tuple[int, ...]:
    """Return the grids in a direction to the edge of the board; OUT comes last."""
    cells = []
    while (cell := RING[cell][direction]) != OUT:
        cells.append(cell)
    return (*cells, OUT)


RAY = tuple(tuple(ray(cell, direction) for direction in range(6)) for cell in range(CELLS))
Paths = Mapping[tuple[int, int], tuple[int, ...]]
_PAIRS = [(cell, at, beside) for cell in range(CELLS) for at, beside in enumerate(RING[cell]) if beside != OUT]
# Paths by (acting grid, adjacent grid): pushed away, tossed over, and around clockwise and anticlockwise (ZO-11).
PUSHED: Paths = {(cell, beside): RAY[beside][at] for cell, at, beside in _PAIRS}
TOSSED: Paths = {(cell, beside): RAY[cell][(at + 3) % 6] for cell, at, beside in _PAIRS}
TWISTED: tuple[Paths, Paths] = (
    {(cell, beside): tuple(RING[cell][(at + n) % 6] for n in range(1, 6)) for cell, at, beside in _PAIRS},
    {(cell, beside): tuple(RING[cell][(at - n) % 6] for n in range(1, 6)) for cell, at, beside in _PAIRS},
)
_CHUNK = 13
_LOW = (1 << _CHUNK) - 1


def _neighbour_unions(chunk: int) -> tuple[int, ...]:
    """Return the neighbours of every subset of thirteen grids."""
    unions = [0]
    for cell in range(chunk * _CHUNK, (chunk + 1) * _CHUNK):
        near = NEAR[cell] if cell < CELLS else 0
        unions += [union | near for union in unions]
    return tuple(unions)


_N0, _N1, _N2 = (_neighbour_unions(chunk) for chunk in range(3))
assert CELLS <= 3 * _CHUNK


def adjacent_cells(cells: int) -> int:
    """Return all grids adjacent to one of a set."""
    return _N0[cells & _LOW] | _N1[cells >> _CHUNK & _LOW] | _N2[cells >> 2 * _CHUNK]
