"""One side's pieces as one integer of six bitboards, so that a move is a single exclusive or.

Layer n holds 48 bits from bit 48 * n: every piece; those that step forward and back (all movable but planes); those
that step left and right (all movable but engineers); the chargers; the planes; the engineers.
"""

from __future__ import annotations

from engines.field_tactics import squares
from engines.field_tactics.pieces import LEADER, MOVABLE, MOVEMENT

WIDTH = squares.CELLS
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
    """The army of a seat on a board."""
    return sum(squares.BITS[cell] * SPREAD[piece] for cell, piece in enumerate(board) if piece and (piece > 16) == seat)


def count_forces(board: bytes) -> tuple[int, int, int, int]:
    """Living leaders and movable pieces: of Red, then of Blue."""
    counts = [0, 0, 0, 0]
    for piece in filter(None, board):
        side = 2 * (piece > 16)
        counts[side] += LEADER[piece]
        counts[side + 1] += MOVABLE[piece]
    return counts[0], counts[1], counts[2], counts[3]
