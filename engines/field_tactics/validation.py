"""Reasons why an action is illegal, using only what its actor may know: own ranks, and where pieces stand."""

from collections import Counter

from engines.contract import IllegalAction
from engines.field_tactics import squares
from engines.field_tactics.actions import SEATS, Move, Setup
from engines.field_tactics.pieces import COUNTS, KIND, MOVABLE, MOVEMENT, NAMES
from engines.field_tactics.state import DUEL, SETUP, State
from engines.i18n import mark, translate as _

SIDES = tuple(name.capitalize() for name in SEATS)
_OUT_OF_REACH = {
    "step": mark("The {name} cannot go from {src} to {dst}; it moves one square forward, back, left or right."),
    "charge": mark(
        "The {name} cannot go from {src} to {dst}; it moves one square, or two straight forward over an empty square."
    ),
    "fly": mark(
        "The {name} cannot go from {src} to {dst}; it moves any distance forward or back, or one square left or right."
    ),
    "slide": mark(
        "The {name} cannot go from {src} to {dst}; "
        "it moves any distance left or right to the first piece, or one square forward or back."
    ),
}


def out_of_turn(state: State, seat: int) -> IllegalAction:
    """Return the error for a seat that is not to act."""
    if seat not in (0, 1):
        return IllegalAction("not-a-seat", "Seat not found.")
    if state.phase in (SETUP, DUEL):
        return IllegalAction("already-submitted", "Your choice is final. Wait for the other side.")
    return IllegalAction("not-your-turn", "It is not your turn.")


def illegal_reason(state: State, seat: int, move: Move) -> IllegalAction:
    """Return why a move of the seat to act is illegal."""
    src, dst = squares.NAMES[move.src], squares.NAMES[move.dst]
    piece, target = state.board[move.src], state.board[move.dst]
    if not piece:
        return IllegalAction("empty-square", "There is no piece on {square}.", square=src)
    if (piece > 16) != seat:
        return IllegalAction("not-yours", "The piece on {square} is not yours.", square=src)
    name = _(NAMES[KIND[piece]])
    if not MOVABLE[piece]:
        return IllegalAction("cannot-move", "The {name} on {square} can never move.", name=name, square=src)
    if target and (target > 16) == seat:
        return IllegalAction("own-piece", "{square} is occupied by your own piece.", square=dst)
    if move.needs[seat][piece] > 0:
        return IllegalAction("blocked", "A piece stands between {src} and {dst}.", src=src, dst=dst)
    # Only the river is in between: the squares face each other, or a charge would have crossed it.
    facing = (move.src < 24) != (move.dst < 24) and abs(move.src - move.dst) in (6, 12)
    if facing and move.src % 6 not in (1, 4) and MOVEMENT[piece] != "fly":
        return IllegalAction("river", "The {name} can cross the river only by the bridges B4-B5 and E4-E5.", name=name)
    return IllegalAction("out-of-reach", _OUT_OF_REACH[MOVEMENT[piece]], name=name, src=src, dst=dst)


def check_setup(state: State, seat: int, setup: Setup) -> None:
    """Raise IllegalAction unless the pieces are exactly the army and no immovable one blocks a bridge (FT-4)."""
    if state.hands[seat] is not None:
        raise IllegalAction("already-submitted", "Your set-up was accepted and is final.")
    counts = Counter(setup.kinds)
    for kind in range(1, 17):
        if counts[kind] != COUNTS[kind]:
            name, needed = _(NAMES[kind]), COUNTS[kind]
            raise IllegalAction(
                "setup-counts", "The set-up has {count} × {name}; it needs {needed}.",
                count=counts[kind], name=name, needed=needed,
            )  # fmt: skip
    for cell in squares.BRIDGES[seat]:
        kind = setup.kinds[squares.HOMES[seat].index(cell)]
        if not MOVABLE[kind]:
            name, square = _(NAMES[kind]), squares.NAMES[cell]
            raise IllegalAction(
                "setup-bridge", "The {name} can't be placed at the bridge on {square}, because it can't move.",
                name=name, square=square,
            )  # fmt: skip


def check_choice(state: State, seat: int, square: int) -> None:
    """Raise IllegalAction unless the square has a movable piece of the seat, which has not chosen yet."""
    name = squares.NAMES[square]
    piece = state.board[square]
    if state.hands[seat] is not None:
        raise IllegalAction("already-submitted", "Your piece for this duel is already chosen.")
    if not piece:
        raise IllegalAction("empty-square", "There is no piece on {square}.", square=name)
    if (piece > 16) != seat:
        raise IllegalAction("not-yours", "The piece on {square} is not yours.", square=name)
    if not MOVABLE[piece]:
        raise IllegalAction(
            "cannot-duel", "The {name} on {square} cannot move, so it cannot duel.",
            name=_(NAMES[KIND[piece]]), square=name,
        )  # fmt: skip
