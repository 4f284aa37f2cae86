"""The practice ground: any units of White against a dummy of Grey that never moves (rulebook, section 2)."""

from collections.abc import Sequence

from engines.contract import BadOption, Seat
from engines.zero_order import state as states
from engines.zero_order.board import NEUTRAL, NONE
from engines.zero_order.grid import BATTLE_LINE, CELLS, CENTRE, NAMES, TERRITORY, TWICE_HEIGHT
from engines.zero_order.state import MOVE, PLAY, State, Terms
from engines.zero_order.tokens import FUNCTIONS, ORDER, UNIT_NAMES

MAX_UNITS = 6
PLACES = NAMES
LINE = tuple(cell for cell in range(CELLS) if BATTLE_LINE >> cell & 1 and cell != CENTRE)
FUNCTION_NAMES = dict(zip(ORDER, UNIT_NAMES, strict=False))
OPTIONS = {"quiet_turn_limit": 1000, "turn_limit": 1000}

Unit = tuple[Seat, str, str]
"""Seat, code of the function, and grid."""


def practice_state(terms: Terms, units: Sequence[Unit]) -> State:
    """Return White's turn with these units on a map as full as the tiles allow. Raises BadOption."""
    placed = bytearray([NONE]) * CELLS
    for seat, code, grid in units:
        if code not in ORDER or grid not in NAMES:
            raise BadOption("units", "A unit needs a function and a grid, such as PU-B3.")
        token, cell = ORDER.index(code) + FUNCTIONS * seat, NAMES.index(grid)
        if placed[cell] != NONE or token in placed:
            raise BadOption("units", "Give every unit a grid of its own, and use each function once per side.")
        placed[cell] = token
    for side in (0, 1):
        if not 1 <= sum(seat == side for seat, _code, _grid in units) <= MAX_UNITS:
            raise BadOption("units", "Both sides need 1 to {count} units.", count=MAX_UNITS)
    white, grey = (sum(1 << ORDER.index(code) for seat, code, _grid in units if seat == side) for side in (0, 1))
    board = states.make_board(_lay_tiles(placed), bytes(placed), 0, ())
    return State(terms, MOVE, board, teams=(white, grey))


def _lay_tiles(placed: bytearray) -> bytes:
    """Return the tiles: each side's spare tokens under units first, then from the Battle Line outwards."""
    ground = bytearray([NONE]) * CELLS
    ground[CENTRE] = NEUTRAL

    def order(cell: int) -> tuple[bool, int]:
        return placed[cell] == NONE, abs(TWICE_HEIGHT[cell] - TWICE_HEIGHT[CENTRE])

    for side, territory in enumerate(TERRITORY):
        spare = iter([token for token in range(FUNCTIONS * side, FUNCTIONS * (side + 1)) if token not in placed])
        on_line = [cell for cell in LINE if placed[cell] // FUNCTIONS == side]
        for cell in sorted([*on_line, *(cell for cell in range(CELLS) if territory >> cell & 1)], key=order):
            ground[cell] = next(spare, NONE)
    return bytes(ground)


def skip_dummy(state: State) -> State:
    """Return the state with White to move again, if it is the dummy's turn."""
    if state.phase not in PLAY or state.seat == 0:
        return state
    return state._replace(seat=0, phase=MOVE, mover=states.NO_TOKEN, history="", quiet=0, idle=False, idle_before=False)
