"""Checks shared by several actions, and why an action does not belong to the phase.

Checks for a single action are in `admin_actions` and `hacker_actions`.
"""

from engines.contract import IllegalAction, require
from engines.words import marked, say
from engines.zero_day import state as states
from engines.zero_day.board import CLOSING, NAMES
from engines.zero_day.cards import BASICS, OPERATIONS, TERMS
from engines.zero_day.state import ACTED, State

EXPECTED = {
    states.CREDENTIALS: marked("Four credentials are to be named now."),
    states.CHOOSE: marked("An initiative spot is to be chosen now: init and its number."),
    states.TOKENS: marked("The operation tokens are to be placed now: token, its type and a place."),
    states.START: marked("The turn begins with the initiative tile, Alice and Bob."),
    states.ACT: marked("The Admin may stack, resolve, or end the turn with init."),
    states.CHOICE: marked("An operation is being carried out: its acts come now, or end."),
    states.SCRAMBLE: marked("The Admin names four new credentials now."),
    states.MOVE: marked("First jack in or take credits; who is jacked in jumps or jacks out."),
    states.FREE: marked("Now come tile action, install, uninstall, deny and hack; init ends the turn."),
    states.INIT: marked("Only the initiative token is left to move: init and a number."),
    states.PROTECT: marked("The Admin answers the hack now: protect and one of no, 0, +1, -1."),
}


def out_of_turn(state: State, seat: int) -> IllegalAction:
    """Return the error for a seat that is not to act."""
    if not 0 <= seat < state.table.seats:
        return IllegalAction("not-a-seat", say("There is no such seat."))
    return IllegalAction("not-your-turn", say("It is not your turn."))


def check_open(state: State, operation: int) -> None:
    """Raise IllegalAction unless an operation is open."""
    is_open, name = operation < BASICS or operation in state.open, OPERATIONS[operation].name
    require(is_open, "not-open", marked("{operation} is not among the open operations."), operation=name)


def check_actions_left(state: State) -> None:
    """Raise IllegalAction if the Admin has no action left in this turn."""
    text = marked("The {count} actions of this turn are done; move with init.")
    require(state.turn.left, "no-actions-left", text, count=TERMS.admin_actions)


def check_spot(state: State, seat: int, spot: int) -> None:
    """Raise IllegalAction unless the seat may put its initiative token on a spot."""
    own, closed = spot == state.spots[seat], seat and state.tiles[spot] in CLOSING
    require(not own, "same-spot", marked("The token stands on {spot} already; another spot is needed."), spot=spot)
    require(spot not in state.spots, "occupied", marked("Another player's token stands on spot {spot}."), spot=spot)
    require(not closed, "admin-only", marked("Only the Admin may take spot {spot} now."), spot=spot)


def check_place(state: State, place: int) -> None:
    """Raise IllegalAction unless there is a tile at a place."""
    text = marked("There is no tile {place} with {seats} players.")
    require(state.table.tiles[place] >= 0, "no-such-place", text, place=NAMES[place], seats=state.table.seats)


def check_pawn(state: State, place: int) -> None:
    """Raise IllegalAction unless a neutral pawn stands at a place."""
    there = state.neutral >> place & 1
    require(there, "no-neutral-pawn", marked("There is no neutral pawn on {place}."), place=NAMES[place])


def check_unused(state: State) -> None:
    """Raise IllegalAction if the tile action of this turn is used."""
    require(not state.turn.flags & ACTED, "tile-action-used", marked("The tile action of this turn is used."))
