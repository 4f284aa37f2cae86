"""How a base is besieged: a small number for what stands on it, beside it and two steps from it.

Only leaders win by reaching a base, so what counts is the owner's pieces beside it and the other side's leaders.
"""

from collections.abc import Sequence
from operator import getitem, itemgetter
from typing import Any

from engines.field_tactics import squares
from engines.field_tactics.heuristics import NEIGHBOURS, distances
from engines.field_tactics.pieces import BLUE, LEADER, MOVABLE

_HOLDERS, _GUARDS, _LEADERS = 5, 4, 3  # Kinds of holders; numbers of guards and of leaders, 3 or 2 and more being alike.
CLASSES = _HOLDERS * _GUARDS * _LEADERS * _LEADERS
_GUARD, _NEAR, _FAR, _HOLDER = 1, 8, 64, 512  # Units of the sums: each count is below 8.


def get_index(holder: int, guards: int, near: int, far: int) -> int:
    """Return the class of a siege.

    `holder` is 0 for an empty base, 1 for a leader of the owner, 2 for another movable piece, 3 for an immovable one, 4 for
    an enemy. `guards` are the owner's pieces beside the base, `near` and `far` the enemy leaders one and two steps from it.
    """
    counts = min(guards, _GUARDS - 1), min(near, _LEADERS - 1), min(far, _LEADERS - 1)
    return ((holder * _GUARDS + counts[0]) * _LEADERS + counts[1]) * _LEADERS + counts[2]


def _list_units(seat: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return the squares that count for the base of a seat, each with the units of the sum by piece."""
    base = squares.BASES[seat]
    steps = distances(base, set())
    pieces = range(2 * BLUE + 1)
    mine = [bool(piece) and (piece > BLUE) == bool(seat) for piece in pieces]
    enemy_leader = [LEADER[piece] and not mine[piece] for piece in pieces]
    holders = [0 if not piece else 4 if not mine[piece] else 1 if LEADER[piece] else 3 - MOVABLE[piece] for piece in pieces]
    near = tuple(_GUARD * mine[piece] + _NEAR * enemy_leader[piece] for piece in pieces)
    far = tuple(_FAR * enemy_leader[piece] for piece in pieces)
    listed = [(base, tuple(_HOLDER * holder for holder in holders))]
    listed += [(near_square, near) for near_square in sorted(set(NEIGHBOURS[base]))]
    return listed + [(square, far) for square in squares.SQUARES if steps[square] == 2]


_UNITS = tuple(_list_units(seat) for seat in (0, 1))
_SQUARES = tuple(itemgetter(*(square for square, _ in units)) for units in _UNITS)
_TABLES: Sequence[Any] = tuple(tuple(table for _, table in units) for units in _UNITS)
_CLASS_OF_SUM = tuple(get_index(total // _HOLDER, total % 8, total // _NEAR % 8, total // _FAR % 8) for total in range(5 * 512))


def classify(board: bytes, seat: int) -> int:
    """Return the class of the siege of a seat's base, less than CLASSES."""
    return _CLASS_OF_SUM[sum(map(getitem, _TABLES[seat], _SQUARES[seat](board)))]
