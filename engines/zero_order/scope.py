"""What a seat's unit may select, and the refusals when it selects something else."""

from __future__ import annotations

from collections.abc import Iterable

from engines.api import IllegalAction
from engines.zero_order.actions import Action
from engines.zero_order.board import NONE, Board, cells_of
from engines.zero_order.grid import CELLS, NAMES, NEAR
from engines.zero_order.tokens import FUNCTION, OWNER
from engines.zero_order.tokens import NAMES as CALLED

ANY = -1  # no unit in particular must be selected
NEIGHBOURS = tuple(tuple(cell for cell in range(CELLS) if NEAR[at] >> cell & 1) for at in range(CELLS))  # ascending


class Scope:
    """A board as one seat sees it when it selects.

    `must` are the grids of which one at least has to be selected (those landed on, in a combo) or ANY; `levels` the
    set of functions that may be imported.
    """

    __slots__ = ("board", "enemies", "free", "levels", "must", "own", "seat")

    def __init__(self, board: Board, seat: int, levels: int, must: int = ANY) -> None:
        self.board = board
        self.seat = seat
        self.levels = levels
        self.must = must
        self.own = board.sides[seat]
        enemies = board.sides[1 - seat]
        self.free = board.tiled & ~self.own & ~enemies
        self.enemies = enemies & ~cells_of(board, board.immune) if board.immune else enemies  # those not immunized

    def touching(self, cell: int, among: int) -> list[int]:
        """The adjacent grids out of a set, ascending."""
        return [target for target in NEIGHBOURS[cell] if among >> target & 1]

    def check_touching(self, cell: int, targets: Iterable[int]) -> None:
        for target in targets:
            if not NEAR[cell] >> target & 1:
                raise IllegalAction("not-touching", f"{NAMES[target]} does not touch {NAMES[cell]}.")

    def check_units(self, targets: Iterable[int]) -> None:
        """Raise IllegalAction unless each grid holds a unit that the seat may select."""
        for target in targets:
            if self.board.units[target] == NONE:
                raise IllegalAction("no-unit", f"There is no unit on {NAMES[target]}.")
            if not (self.own | self.enemies) >> target & 1:
                raise IllegalAction("immune", f"The {called(self.board, target)} on {NAMES[target]} is immunized.")

    def check_enemies(self, targets: Iterable[int]) -> None:
        for target in targets:
            if self.own >> target & 1:
                text = f"The {called(self.board, target)} on {NAMES[target]} is yours; this is for opponent units."
                raise IllegalAction("own-unit", text)
            self.check_units((target,))

    def check_allies(self, targets: Iterable[int]) -> None:
        for target in targets:
            if self.board.units[target] == NONE:
                raise IllegalAction("no-unit", f"There is no unit on {NAMES[target]}.")
            if not self.own >> target & 1:
                text = f"The {called(self.board, target)} on {NAMES[target]} is the opponent's; this is for allies."
                raise IllegalAction("not-yours", text)

    def check_landed(self, targets: Iterable[int]) -> None:
        if not any(self.must >> target & 1 for target in targets):
            raise IllegalAction(
                "not-landed", "A combo must select a unit that the last action moved and that landed beside."
            )

    def check_two(self, action: Action, least: int = 2) -> None:
        if len(action.items) < least:
            raise IllegalAction("too-few", f"To {action.verb}, at least two touching units must be selected.")


def called(board: Board, cell: int) -> str:
    """The name of the unit on a grid."""
    return CALLED[FUNCTION[board.units[cell]]]


def owner(board: Board, cell: int) -> int:
    return OWNER[board.units[cell]]
