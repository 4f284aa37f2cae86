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


def _source_cells(direction: int, steps: int = 1) -> int:
    """Return the cells from which `steps` ground steps in a direction are possible."""
    sources = 0
    for start in range(squares.CELLS):
        cell: int | None = start
        for _ in range(steps):
            target = None if cell is None else squares.next_cell(cell, direction)
            cell = target if target is not None and cell is not None and squares.are_connected(cell, target) else None
        sources |= (cell is not None) << start
    return sources


def _build_move_table(direction: int, chunk: int) -> tuple[tuple[Move, ...], ...]:
    """Return the moves of every subset of twelve neighbouring cells."""
    first = chunk * _CHUNK
    table: list[tuple[Move, ...]] = [()]
    for cell in range(first, first + _CHUNK):
        step = squares.square_of(cell), squares.square_of(cell + direction)
        move = MOVES.get(step) if _ON[direction] >> cell & 1 else None
        table += [(*moves, move) if move else moves for moves in table]
    return tuple(table)


_ON = {direction: _source_cells(direction) for direction in (squares.UP, squares.DOWN, squares.LEFT, squares.RIGHT)}
_UP, _DOWN, _LEFT, _RIGHT = (_ON[direction] for direction in (squares.UP, squares.DOWN, squares.LEFT, squares.RIGHT))
_U0, _U1, _U2, _U3 = (_build_move_table(squares.UP, chunk) for chunk in range(4))
_D0, _D1, _D2, _D3 = (_build_move_table(squares.DOWN, chunk) for chunk in range(4))
_L0, _L1, _L2, _L3 = (_build_move_table(squares.LEFT, chunk) for chunk in range(4))
_R0, _R1, _R2, _R3 = (_build_move_table(squares.RIGHT, chunk) for chunk in range(4))
_CHARGE_UP, _CHARGE_DOWN = _source_cells(squares.UP, 2), _source_cells(squares.DOWN, 2)


def legal_moves(army: int, enemy: int, seat: int) -> list[Move]:
    """Return all legal moves of an army, in a fixed order."""
    mine = army & FULL
    ground = army >> GROUND & FULL
    sideways = army >> SIDEWAYS & FULL
    up = ground & ~(mine >> 6) & _UP
    down = ground & ~(mine << 6) & _DOWN
    left = sideways & ~(mine << 1) & _LEFT
    right = sideways & ~(mine >> 1) & _RIGHT
    moves = [
        *_U0[up & _LOW], *_U1[up >> 12 & _LOW], *_U2[up >> 24 & _LOW], *_U3[up >> 36],
        *_D0[down & _LOW], *_D1[down >> 12 & _LOW], *_D2[down >> 24 & _LOW], *_D3[down >> 36],
        *_L0[left & _LOW], *_L1[left >> 12 & _LOW], *_L2[left >> 24 & _LOW], *_L3[left >> 36],
        *_R0[right & _LOW], *_R1[right >> 12 & _LOW], *_R2[right >> 24 & _LOW], *_R3[right >> 36],
    ]  # fmt: skip
    special = army >> CHARGERS
    if special:
        if special & FULL:
            moves += _charge_moves(special & FULL, mine, enemy & FULL, seat)
        for square in _list_squares(army >> PLANES & FULL):
            moves += _plane_moves(square, mine & _COLUMN[square])
        for square in _list_squares(army >> ENGINEERS):
            row = _ROW[square]
            moves += _engineer_moves(square, mine & row, enemy & row)
    return moves


def has_legal_move(army: int, enemy: int, seat: int) -> bool:
    """Return whether a side has a legal move; nearly always the first row of steps decides."""
    mine = army & FULL
    ground = army >> GROUND & FULL
    if ground & ~(mine >> 6) & _UP or ground & ~(mine << 6) & _DOWN:
        return True
    return bool(legal_moves(army, enemy, seat))


def _list_squares(bits: int) -> list[int]:
    """Return the squares of a bitboard."""
    result = []
    while bits:
        low = bits & -bits
        square = low.bit_length() - 1
        result.append(square)
        bits &= ~squares.BITS[square]
    return result


def _charge_moves(chargers: int, mine: int, enemy: int, seat: int) -> list[Move]:
    """Return the double steps forward over an empty cell."""
    occupied = mine | enemy
    if seat:
        direction, ready = squares.DOWN, chargers & ~(occupied << 6) & ~(mine << 12) & _CHARGE_DOWN
    else:
        direction, ready = squares.UP, chargers & ~(occupied >> 6) & ~(mine >> 12) & _CHARGE_UP
    moves = []
    while ready:
        cell = (ready & -ready).bit_length() - 1
        moves.append(MOVES[squares.square_of(cell), squares.square_of(cell + 2 * direction)])
        ready &= ready - 1
    return moves


def _rays(square: int, ways: tuple[int, int]) -> int:
    return sum(1 << cell for cell in {to for c in squares.cells_of(square) for d in ways for to in squares.ray(c, d)})


_COLUMN = tuple(_rays(square, (squares.UP, squares.DOWN)) for square in range(squares.CELLS))
_ROW = tuple(_rays(square, (squares.LEFT, squares.RIGHT)) & ~squares.BITS[square] for square in range(squares.CELLS))


@cache
def _plane_moves(square: int, mine: int) -> tuple[Move, ...]:
    """Return a plane's moves along its column, or along both columns of a base, over the own pieces `mine`."""
    targets = sorted({squares.square_of(c) for c in range(squares.CELLS) if (_COLUMN[square] & ~mine) >> c & 1})
    return tuple(MOVES[square, target] for target in targets)


@cache
def _engineer_moves(square: int, mine: int, enemy: int) -> tuple[Move, ...]:
    """Return an engineer's moves along its row, up to the first piece."""
    moves = []
    for direction in (squares.LEFT, squares.RIGHT):
        edge = squares.cells_of(square)[0 if direction == squares.LEFT else -1]
        for cell in squares.ray(edge, direction):
            if mine >> cell & 1:
                break
            moves.append(MOVES[square, squares.square_of(cell)])
            if enemy >> cell & 1:
                break
    return tuple(dict.fromkeys(moves))


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
    bridges = [squares.HOMES[seat].index(cell) for cell in squares.BRIDGES[seat]]
    rng.shuffle(army)
    while not all(MOVABLE[army[index]] for index in bridges):
        rng.shuffle(army)
    return Setup(bytes(army))
