"""Before the battle: teams (ZO-2), map building, deployment (ZO-4) and support (ZO-5)."""

from engines.contract import IllegalAction
from engines.zero_order import functions, tokens
from engines.zero_order.actions import Action
from engines.zero_order.board import OWN, MutableBoard, Selection
from engines.zero_order.grid import NAMES, TILE_ORDER, UNIT_ORDER
from engines.zero_order.move_generation import open_grids, open_tiles
from engines.zero_order.state import DEPLOY, MAP, SUPPORT, LastAction, State
from engines.zero_order.tokens import FUNCTIONS, HI, LO, SIDE
from engines.zero_order.validation import check_team, get_token_in_hand, illegal_grid_reason, illegal_tile_reason


def submit_team(state: State, seat: int, team: int) -> State:
    """Submit a chosen or drawn team; after the second one map building begins with all other tokens as tiles."""
    if state.teams[seat] is not None:
        raise IllegalAction("already-submitted", "Your team was accepted and is final.")
    check_team(state, team)
    teams = (team, state.teams[1]) if seat == 0 else (state.teams[0], team)
    if teams[0] is None or teams[1] is None:
        return state._replace(teams=teams, last=None)
    spare = (tokens.ALL & ~teams[0]) | (tokens.ALL & ~teams[1]) << FUNCTIONS
    return state._replace(teams=teams, spare=spare, phase=MAP, seat=TILE_ORDER[0], last=None)


def place_tile(state: State, action: Action) -> State:
    """Place a tile."""
    token, cell = get_token_in_hand(state, action), action.cell
    if not open_grids(state) >> cell & 1:
        raise illegal_grid_reason(state, cell)
    mutable = MutableBoard(state.board)
    mutable.retile(cell, token)
    slot = state.slot + 1
    after = state._replace(
        board=mutable.finish(), spare=state.spare ^ 1 << token, slot=slot, last=LastAction(state.seat, action)
    )
    if slot < len(TILE_ORDER):
        return after._replace(seat=TILE_ORDER[slot])
    white, grey = state.teams
    assert white is not None
    assert grey is not None
    return after._replace(phase=DEPLOY, slot=0, spare=white | grey << FUNCTIONS, seat=UNIT_ORDER[0])


def deploy(state: State, action: Action) -> State:
    """Deploy a unit; the phase is SUPPORT with seat 0 when all units are placed (the caller continues).

    A side without a tile left sets its other units aside for good (ZO-4).
    """
    token, cell, board, between = get_token_in_hand(state, action), action.cell, state.board, state.terms.grids_between
    if not open_tiles(board, state.seat, between) >> cell & 1:
        raise illegal_tile_reason(board, state.seat, cell)
    mutable = MutableBoard(board)
    mutable.put(cell, token)
    after = state._replace(
        board=mutable.finish(), spare=state.spare ^ 1 << token, slot=state.slot + 1, last=LastAction(state.seat, action)
    )
    slot, spare = after.slot, after.spare
    while slot < len(UNIT_ORDER):
        seat = UNIT_ORDER[slot]
        if spare & SIDE[seat]:
            if open_tiles(after.board, seat, between):
                return after._replace(slot=slot, spare=spare, seat=seat)
            spare &= ~SIDE[seat]
        slot += 1
    return after._replace(phase=SUPPORT, seat=0, slot=0, spare=0, acted=0)


def functions_set_aside(before: State, after: State, action: Action) -> tuple[int, int]:
    """Return the functions of each side that a deployment left without a tile; no tokens are in hand after it."""
    placed = 1 << action.items[0] + FUNCTIONS * before.seat
    aside = before.spare & ~placed & ~after.spare
    return aside & tokens.ALL, aside >> FUNCTIONS


def apply_support(state: State, action: Action) -> State:
    """Put a Lock or Hide in play before the battle."""
    verb, cell, _ = action
    if verb not in ("lock", "hide"):
        raise IllegalAction("not-yet", "Before the battle you can only use Lock and Hide.")
    board = state.board
    function = LO if verb == "lock" else HI
    token = function + FUNCTIONS * state.seat
    if board.units[cell] != token:
        raise IllegalAction(
            "no-function", "Your {unit} does not stand on {grid}.", unit=tokens.UNIT_NAMES[function], grid=NAMES[cell]
        )
    if state.acted >> token & 1:
        raise IllegalAction("acted", "You have already used your {unit}.", unit=tokens.UNIT_NAMES[function])
    if (board.immobilized | board.deactivated) >> token & 1:
        raise IllegalAction("not-active", "The unit on {grid} is not Active.", grid=NAMES[cell])
    functions.check_selected(Selection(board, state.seat, 0, state.terms.version), action)
    mutable = functions.apply(board, action, OWN)
    return state._replace(board=mutable.finish(), acted=state.acted | 1 << token, last=LastAction(state.seat, action))
