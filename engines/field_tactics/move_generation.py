"""Legal actions of a seat. On the board each direction is a shift of bitboards, mapped to moves by tables.

Nothing here depends on the ranks of the other side, so a list of legal actions reveals no secret.
"""

from collections.abc import Sequence
from functools import cache
from random import Random

from engines.field_tactics import squares
from engines.field_tactics.actions import CHOICES, FIRST, MOVES, Action, Move, Setup
from engines.field_tactics.pieces import BLUE, COUNTS, MOVABLE
from engines.field_tactics.squares import CHARGERS, ENGINEERS, FULL, GROUND, PLANES, SIDEWAYS
from engines.field_tactics.state import CHOOSE, SETUP, State

_ARMY = [kind for kind, count in enumerate(COUNTS) for _ in range(count)]
_CHUNK = 12
_LOW = (1 << _CHUNK) - 1


def _sources(direction: int, steps: int = 1) -> int:
    """Return the cells from which `steps` ground steps in a direction are possible."""
    found = 0
    for start in range(squares.CELLS):
        cell: int | None = start
        for _ in range(steps):
            target = None if cell is None else squares.beside(cell, direction)
            cell = target if target is not None and cell is not None and squares.joined(cell, target) else None
        found |= (cell is not None) << start
    return found


def _table(direction: int, chunk: int) -> tuple[tuple[Move, ...], ...]:
    """Return the moves of every subset of twelve neighbouring cells."""
    first = chunk * _CHUNK
    table: list[tuple[Move, ...]] = [()]
    for cell in range(first, first + _CHUNK):
        step = squares.square(cell), squares.square(cell + direction)
        move = MOVES.get(step) if _ON[direction] >> cell & 1 else None
        table += [(*moves, move) if move else moves for moves in table]
    return tuple(table)


_ON = {direction: _sources(direction) for direction in (squares.UP, squares.DOWN, squares.LEFT, squares.RIGHT)}
_UP, _DOWN, _LEFT, _RIGHT = (_ON[direction] for direction in (squares.UP, squares.DOWN, squares.LEFT, squares.RIGHT))
_U0, _U1, _U2, _U3 = (_table(squares.UP, chunk) for chunk in range(4))
_D0, _D1, _D2, _D3 = (_table(squares.DOWN, chunk) for chunk in range(4))
_L0, _L1, _L2, _L3 = (_table(squares.LEFT, chunk) for chunk in range(4))
_R0, _R1, _R2, _R3 = (_table(squares.RIGHT, chunk) for chunk in range(4))
_CHARGE_UP, _CHARGE_DOWN = _sources(squares.UP, 2), _sources(squares.DOWN, 2)


def legal_moves(own: int, enemy: int, seat: int) -> list[Move]:
    """Return all legal moves of an army, in a fixed order."""
    mine = own & FULL
    ground = own >> GROUND & FULL
    sideways = own >> SIDEWAYS & FULL
    up = ground & ~(mine >> 6) & _UP
    down = ground & ~(mine << 6) & _DOWN
    left = sideways & ~(mine << 1) & _LEFT
    right = sideways & ~(mine >> 1) & _RIGHT
    found = [
        *_U0[up & _LOW], *_U1[up >> 12 & _LOW], *_U2[up >> 24 & _LOW], *_U3[up >> 36],
        *_D0[down & _LOW], *_D1[down >> 12 & _LOW], *_D2[down >> 24 & _LOW], *_D3[down >> 36],
        *_L0[left & _LOW], *_L1[left >> 12 & _LOW], *_L2[left >> 24 & _LOW], *_L3[left >> 36],
        *_R0[right & _LOW], *_R1[right >> 12 & _LOW], *_R2[right >> 24 & _LOW], *_R3[right >> 36],
    ]  # fmt: skip
    special = own >> CHARGERS
    if special:
        if special & FULL:
            found += _charges(special & FULL, mine, enemy & FULL, seat)
        for square in _each(own >> PLANES & FULL):
            found += _flights(square, mine & _COLUMN[square])
        for square in _each(own >> ENGINEERS):
            row = _ROW[square]
            found += _slides(square, mine & row, enemy & row)
    return found


def any_move(own: int, enemy: int, seat: int) -> bool:
    """Return whether a side has a legal move; nearly always the first row of steps decides."""
    mine = own & FULL
    ground = own >> GROUND & FULL
    if ground & ~(mine >> 6) & _UP or ground & ~(mine << 6) & _DOWN:
        return True
    return bool(legal_moves(own, enemy, seat))


def _each(bits: int) -> list[int]:
    """Return the squares of a bitboard."""
    found = []
    while bits:
        low = bits & -bits
        square = low.bit_length() - 1
        found.append(square)
        bits &= ~squares.BITS[square]
    return found


def _charges(chargers: int, mine: int, enemy: int, seat: int) -> list[Move]:
    """Return the double steps forward over an empty cell."""
    taken = mine | enemy
    if seat:
        direction, ready = squares.DOWN, chargers & ~(taken << 6) & ~(mine << 12) & _CHARGE_DOWN
    else:
        direction, ready = squares.UP, chargers & ~(taken >> 6) & ~(mine >> 12) & _CHARGE_UP
    found = []
    while ready:
        cell = (ready & -ready).bit_length() - 1
        found.append(MOVES[squares.square(cell), squares.square(cell + 2 * direction)])
        ready &= ready - 1
    return found


def _line(square: int, ways: tuple[int, int]) -> int:
    return sum(1 << target for target in {to for c in squares.cells(square) for d in ways for to in squares.ray(c, d)})


_COLUMN = tuple(_line(square, (squares.UP, squares.DOWN)) for square in range(squares.CELLS))
_ROW = tuple(_line(square, (squares.LEFT, squares.RIGHT)) & ~squares.BITS[square] for square in range(squares.CELLS))


@cache
def _flights(square: int, mine: int) -> tuple[Move, ...]:
    """Return a plane's moves along its column, or along both columns of a base, over the own pieces `mine`."""
    targets = sorted({squares.square(cell) for cell in range(squares.CELLS) if (_COLUMN[square] & ~mine) >> cell & 1})
    return tuple(MOVES[square, target] for target in targets)


@cache
def _slides(square: int, mine: int, enemy: int) -> tuple[Move, ...]:
    """Return an engineer's moves along its row, up to the first piece."""
    found = []
    for direction in (squares.LEFT, squares.RIGHT):
        edge = squares.cells(square)[0 if direction == squares.LEFT else -1]
        for cell in squares.ray(edge, direction):
            if mine >> cell & 1:
                break
            found.append(MOVES[square, squares.square(cell)])
            if enemy >> cell & 1:
                break
    return tuple(dict.fromkeys(found))


def legal_outside_play(state: State, seat: int) -> Sequence[Action] | None:
    """Return the actions of a seat to act before or after the play on the board; None for a set-up."""
    if state.phase == SETUP:
        return None
    if state.phase == CHOOSE:
        return FIRST
    return [CHOICES[cell] for cell in squares.SQUARES if MOVABLE[piece := state.board[cell]] and (piece > BLUE) == seat]


def random_setup(seat: int, rng: Random) -> Setup:
    """Return a random valid set-up, uniformly."""
    army = list(_ARMY)
    doors = [squares.HOMES[seat].index(cell) for cell in squares.BRIDGES[seat]]
    rng.shuffle(army)
    while not all(MOVABLE[army[door]] for door in doors):
        rng.shuffle(army)
    return Setup(bytes(army))
