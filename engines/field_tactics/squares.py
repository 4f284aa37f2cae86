"""The board: 46 squares on a grid of 48 cells, and which cells join (rulings FT-1, FT-2).

Cell = 6 * (row - 1) + column. A base square covers two cells, C and D of its back row, and is named by the C cell; in
a bitboard its piece sets both bits, so that shifts and blocks treat it as lying in both columns.
"""

from __future__ import annotations

from collections.abc import Iterator

COLUMNS = "ABCDEF"
CELLS = 48
BASES = (2, 44)  # CD1, CD8
BRIDGES = ((19, 22), (25, 28))  # B4 E4, B5 E5: where the bridges begin
NAMES = tuple(
    "CD1" if cell in (2, 3) else "CD8" if cell in (44, 45) else f"{COLUMNS[cell % 6]}{cell // 6 + 1}"
    for cell in range(CELLS)
)
CELL_OF = {name: cell for cell, name in reversed(tuple(enumerate(NAMES)))}
SQUARES = tuple(sorted(CELL_OF.values()))
UP, DOWN, LEFT, RIGHT = 6, -6, -1, 1
FORWARD = (UP, DOWN)  # by seat


def cells(square: int) -> tuple[int, ...]:
    """The cells that a square covers: two for a base."""
    return (square, square + 1) if square in BASES else (square,)


def square(cell: int) -> int:
    """The square that a cell belongs to."""
    return cell - 1 if cell - 1 in BASES else cell


def bits(square: int) -> int:
    return sum(1 << cell for cell in cells(square))


def beside(cell: int, direction: int) -> int | None:
    """The next cell in a direction, None at the edge; the river does not count."""
    target = cell + direction
    if not 0 <= target < CELLS or (abs(direction) == 1 and target // 6 != cell // 6):
        return None
    return target


def joined(cell: int, target: int) -> bool:
    """Whether the ground joins two neighbouring cells: the river lies between rows 4 and 5, but for its bridges."""
    return {cell // 6, target // 6} != {3, 4} or cell % 6 in (1, 4)


def ray(cell: int, direction: int) -> Iterator[int]:
    """The cells ahead, nearest first, to the edge of the board."""
    target = beside(cell, direction)
    while target is not None:
        yield target
        target = beside(target, direction)


def _behind(cell: int, seat: int) -> int:
    back = beside(cell, -FORWARD[seat])
    return -1 if back is None else square(back)


BITS = tuple(bits(square(cell)) for cell in range(CELLS))
BEHIND = tuple(tuple(_behind(cell, seat) for cell in range(CELLS)) for seat in (0, 1))  # -1: nothing lies behind
# The order in which a set-up is written: own back row first, each row from A to F.
HOMES = (
    tuple(cell for cell in range(24) if square(cell) == cell),
    tuple(cell for row in (7, 6, 5, 4) for cell in range(6 * row, 6 * row + 6) if square(cell) == cell),
)
