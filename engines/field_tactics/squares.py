"""The board: 46 squares on a grid of 48 cells, their connections (rulings FT-1, FT-2), and armies as bitboards.

Cell = 6 * (row - 1) + column. A base square covers two cells, C and D of its back row, and is named by the C cell; in
a bitboard its piece sets both bits, so that shifts and blocks treat it as lying in both columns.

One side's pieces are one integer of six bitboards, so that a move is a single exclusive or. Layer n holds 48 bits from
bit 48 * n: every piece; those that step forward and back (all movable but planes); those that step left and right (all
movable but engineers); the chargers; the planes; the engineers.
"""

from collections.abc import Iterator

from engines.field_tactics.pieces import LEADER, MOVABLE, MOVEMENT

COLUMNS = "ABCDEF"
CELLS = 48
BASES = (2, 44)  # CD1, CD8
BRIDGES = ((19, 22), (25, 28))  # B4 E4, B5 E5: the ends of the bridges
NAMES = tuple(
    "CD1" if cell in (2, 3) else "CD8" if cell in (44, 45) else f"{COLUMNS[cell % 6]}{cell // 6 + 1}" for cell in range(CELLS)
)
CELL_OF = {name: cell for cell, name in reversed(tuple(enumerate(NAMES)))}
SQUARES = tuple(sorted(CELL_OF.values()))
UP, DOWN, LEFT, RIGHT = 6, -6, -1, 1
FORWARD = (UP, DOWN)  # by seat


def cells_of(square: int) -> tuple[int, ...]:
    """Return the cells of a square: two for a base."""
    return (square, square + 1) if square in BASES else (square,)


def square_of(cell: int) -> int:
    """Return the square of a cell."""
    return cell - 1 if cell - 1 in BASES else cell


def next_cell(cell: int, direction: int) -> int | None:
    """Return the next cell in a direction, None at the edge, ignoring the river."""
    target = cell + direction
    return None if not 0 <= target < CELLS or (abs(direction) == 1 and target // 6 != cell // 6) else target


def are_connected(cell: int, target: int) -> bool:
    """Return whether two adjacent cells are connected: the river lies between rows 4 and 5, except for its bridges."""
    return {cell // 6, target // 6} != {3, 4} or cell % 6 in (1, 4)


def ray(cell: int, direction: int) -> Iterator[int]:
    """Yield the cells ahead, nearest first, to the edge of the board."""
    target = next_cell(cell, direction)
    while target is not None:
        yield target
        target = next_cell(target, direction)


BITS = tuple(sum(1 << at for at in cells_of(square_of(cell))) for cell in range(CELLS))
BEHIND = tuple(  # By seat and cell; -1 if nothing lies behind.
    tuple(-1 if (back := next_cell(cell, -ahead)) is None else square_of(back) for cell in range(CELLS)) for ahead in FORWARD
)
# By seat: where immovable pieces may stand.
LAIRS = tuple(frozenset(range(24 * seat, 24 * seat + 24)) - {*BRIDGES[seat]} for seat in (0, 1))
# The order of squares in the notation of a set-up: back row first, each row from A to F.
HOMES = (
    tuple(cell for cell in range(24) if square_of(cell) == cell),
    tuple(cell for row in (7, 6, 5, 4) for cell in range(6 * row, 6 * row + 6) if square_of(cell) == cell),
)


WIDTH = CELLS
FULL = (1 << WIDTH) - 1
GROUND, SIDEWAYS, CHARGERS, PLANES, ENGINEERS = (WIDTH * layer for layer in range(1, 6))

_LAYERS = {
    "never": (0,),
    "step": (0, GROUND, SIDEWAYS),
    "charge": (0, GROUND, SIDEWAYS, CHARGERS),
    "fly": (0, SIDEWAYS, PLANES),
    "slide": (0, GROUND, ENGINEERS),
}
# Multiplying a square's bits by a piece's spread puts the piece on that square in all its layers.
SPREAD = tuple(sum(1 << layer for layer in _LAYERS[movement]) for movement in MOVEMENT)


def side_bits(board: bytes, seat: int) -> int:
    """Return the army of a seat on a board."""
    return sum(BITS[cell] * SPREAD[piece] for cell, piece in enumerate(board) if piece and (piece > 16) == seat)


def count_forces(board: bytes) -> tuple[int, int, int, int]:
    """Return the numbers of living leaders and movable pieces: of Red, then of Blue."""
    counts = [0, 0, 0, 0]
    for piece in filter(None, board):
        side = 2 * (piece > 16)
        counts[side] += LEADER[piece]
        counts[side + 1] += MOVABLE[piece]
    return counts[0], counts[1], counts[2], counts[3]
