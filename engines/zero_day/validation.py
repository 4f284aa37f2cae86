"""Checks shared by several actions, and why an action does not belong to the phase.

Checks for a single action are in `admin_actions` and `hacker_actions`.
"""

from engines.contract import IllegalAction, require
from engines.i18n import mark, translate as _
from engines.zero_day import state as states
from engines.zero_day.board import ADMIN_FACES, NAMES
from engines.zero_day.cards import BASIC_COUNT, OPERATIONS, RULES
from engines.zero_day.state import ACTED, State

EXPECTED_MESSAGES = {
    states.CREDENTIALS: mark("Name four credentials now."),
    states.CHOOSE: mark("Choose an initiative spot now: init and its number."),
    states.TOKENS: mark("Place the operation tokens now: token, its type and a place."),
    states.START: mark("Start your turn with the initiative tile, Alice and Bob."),
    states.ACT: mark("Stack a card, resolve an operation, or end the turn with init."),
    states.CHOICE: mark("An operation is being resolved. Continue with its steps or enter end."),
    states.SCRAMBLE: mark("Name four new credentials now."),
    states.MOVE: mark("First jack in or take credits. If you are jacked in, jump or jack out."),
    states.FREE: mark("You can use the tile action, install, uninstall, deny and hack now. End the turn with init."),
    states.INIT: mark("Only your initiative token is left to move: init and a number."),
    states.PROTECT: mark("Answer the hack now: protect and one of no, 0, +1, -1."),
}


def out_of_turn(state: State, seat: int) -> IllegalAction:
    """Return the error for a seat that is not to act."""
    if not 0 <= seat < state.table.seats:
        return IllegalAction("not-a-seat", _("Seat not found."))
    return IllegalAction("not-your-turn", _("It is not your turn."))


def check_open(state: State, operation: int) -> None:
    """Raise IllegalAction unless an operation is open."""
    is_open, name = operation < BASIC_COUNT or operation in state.open, OPERATIONS[operation].name
    require(is_open, "not-open", mark("{operation} is not among the open operations."), operation=name)


def check_actions_left(state: State) -> None:
    """Raise IllegalAction if the Admin has no action left in this turn."""
    text = mark("You have used all {count} actions of this turn. Move your token with init.")
    require(state.turn.left, "no-actions-left", text, count=RULES.admin_actions)


def check_spot(state: State, seat: int, spot: int) -> None:
    """Raise IllegalAction unless the seat may put its initiative token on a spot."""
    is_own, is_closed = spot == state.spots[seat], seat and state.tiles[spot] in ADMIN_FACES
    require(not is_own, "same-spot", mark("Your token is already on {spot}. Choose another spot."), spot=spot)
    require(spot not in state.spots, "occupied", mark("Spot {spot} is occupied by another player's token."), spot=spot)
    require(not is_closed, "admin-only", mark("Only the Admin may take spot {spot} now."), spot=spot)


def check_place(state: State, place: int) -> None:
    """Raise IllegalAction unless there is a tile at a place."""
    text = mark("There is no tile {place} with {seats} players.")
    require(state.table.tiles[place] >= 0, "no-such-place", text, place=NAMES[place], seats=state.table.seats)


def check_pawn(state: State, place: int) -> None:
    """Raise IllegalAction unless a neutral pawn stands at a place."""
    has_pawn = state.neutral >> place & 1
    require(has_pawn, "no-neutral-pawn", mark("There is no neutral pawn on {place}."), place=NAMES[place])


def check_tile_action_unused(state: State) -> None:
    """Raise IllegalAction if this turn's tile action has been used."""
    require(not state.turn.flags & ACTED, "tile-action-used", mark("This turn's tile action has already been used."))
