"""Why an action is refused, from what its actor may know: own ranks, and where pieces stand."""

from __future__ import annotations

from collections import Counter

from engines.api import IllegalAction
from engines.field_tactics import squares
from engines.field_tactics.actions import SEATS, Move, Setup
from engines.field_tactics.pieces import COUNTS, KIND, MOVABLE, MOVEMENT, NAMES
from engines.field_tactics.state import State

SIDES = tuple(name.capitalize() for name in SEATS)
_WAYS = {
    "step": "one square forward, back, left or right",
    "charge": "one square, or two straight forward over an empty square",
    "fly": "any distance forward or back, or one square left or right",
    "slide": "any distance left or right to the first piece, or one square forward or back",
}


def why_not(state: State, seat: int, move: Move) -> IllegalAction:
    """The reason why a move of the seat on turn is illegal."""
    src, dst = squares.NAMES[move.src], squares.NAMES[move.dst]
    piece, target = state.board[move.src], state.board[move.dst]
    if not piece:
        return IllegalAction("empty-square", f"There is no piece on {src}.")
    if (piece > 16) != seat:
        return IllegalAction("not-yours", f"The piece on {src} is not yours.")
    name = NAMES[KIND[piece]]
    if not MOVABLE[piece]:
        return IllegalAction("cannot-move", f"The {name} on {src} can never move.")
    if target and (target > 16) == seat:
        return IllegalAction("own-piece", f"Your own piece stands on {dst}.")
    if move.needs[seat][piece] > 0:
        return IllegalAction("blocked", f"A piece stands between {src} and {dst}.")
    if _over_the_river(move) and MOVEMENT[piece] != "fly":
        return IllegalAction("river", f"The {name} can cross the river only by the bridges B4-B5 and E4-E5.")
    return IllegalAction(
        "out-of-reach", f"The {name} cannot go from {src} to {dst}; it moves {_WAYS[MOVEMENT[piece]]}."
    )


def _over_the_river(move: Move) -> bool:
    """Whether only the river lies between: the squares face each other, or a charge would have carried over it."""
    return (move.src < 24) != (move.dst < 24) and abs(move.src - move.dst) in (6, 12) and move.src % 6 not in (1, 4)


def check_setup(state: State, seat: int, setup: Setup) -> None:
    """Raise IllegalAction unless the 23 pieces are the army and none that cannot move blocks a bridge (FT-4)."""
    if state.hands[seat] is not None:
        raise IllegalAction("already-submitted", "Your set-up was accepted and is final.")
    counts = Counter(setup.kinds)
    for kind in range(1, 17):
        if counts[kind] != COUNTS[kind]:
            raise IllegalAction(
                "setup-counts", f"The set-up has {counts[kind]} of {NAMES[kind]}; it needs {COUNTS[kind]}."
            )
    for cell in squares.BRIDGES[seat]:
        kind = setup.kinds[squares.HOMES[seat].index(cell)]
        if not MOVABLE[kind]:
            raise IllegalAction(
                "setup-bridge",
                f"The {NAMES[kind]} may not stand at the bridge on {squares.NAMES[cell]}: it cannot move.",
            )


def check_choice(state: State, seat: int, square: int) -> None:
    """Raise IllegalAction unless the square holds a movable piece of the seat, which has not chosen yet."""
    name = squares.NAMES[square]
    piece = state.board[square]
    if state.hands[seat] is not None:
        raise IllegalAction("already-submitted", "Your choice for this duel is made.")
    if not piece:
        raise IllegalAction("empty-square", f"There is no piece on {name}.")
    if (piece > 16) != seat:
        raise IllegalAction("not-yours", f"The piece on {name} is not yours.")
    if not MOVABLE[piece]:
        raise IllegalAction("cannot-duel", f"The {NAMES[KIND[piece]]} on {name} cannot move, so it cannot duel.")
