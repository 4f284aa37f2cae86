"""What a seat's unit may select, and why it may not select something else."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import IllegalAction
from engines.words import marked, say, told
from engines.zero_order.actions import Action
from engines.zero_order.board import NONE, Board, cells_of
from engines.zero_order.grid import CELLS, NAMES, NEAR
from engines.zero_order.tokens import FUNCTION
from engines.zero_order.tokens import NAMES as CALLED

ANY = -1  # no unit in particular must be selected
OWN, ENEMIES, UNITS = "own", "enemies", "units"  # sides of selected units
ASCENDING = tuple(tuple(cell for cell in range(CELLS) if NEAR[at] >> cell & 1) for at in range(CELLS))  # adjacent grids

_TWO = {
    "split": marked("To split, at least two touching units must be selected."),
    "freeze": marked("To freeze, at least two touching units must be selected."),
    "file": marked("To file, at least two touching units must be selected."),
    "group": marked("To group, at least two touching units must be selected."),
    "lock": marked("To lock, at least two touching units must be selected."),
    "stack": marked("To stack, at least two touching units must be selected."),
}


class Selection:
    """A board as one seat sees it when it selects.

    `must` are the grids of which one at least has to be selected (those landed on, in a combo) or ANY; `levels` the
    set of functions that may be imported, `version` that of the rules.
    """

    __slots__ = ("board", "enemies", "free", "levels", "must", "own", "seat", "version")

    def __init__(self, board: Board, seat: int, levels: int, version: int, must: int = ANY) -> None:
        self.board = board
        self.seat = seat
        self.levels = levels
        self.version = version
        self.must = must
        self.own = board.sides[seat]
        enemies = board.sides[1 - seat]
        self.free = board.tiled & ~self.own & ~enemies
        self.enemies = enemies & ~cells_of(board, board.immune) if board.immune else enemies  # those not immunized

    def touching(self, cell: int, among: int) -> list[int]:
        """The adjacent grids out of a set, ascending."""
        return [target for target in ASCENDING[cell] if among >> target & 1]

    def check_touching(self, cell: int, targets: Iterable[int]) -> None:
        for target in targets:
            if not NEAR[cell] >> target & 1:
                text = say("{grid} does not touch {other}.", grid=NAMES[target], other=NAMES[cell])
                raise IllegalAction("not-touching", text)

    def check_side(self, targets: Iterable[int], side: str) -> None:
        """Raise IllegalAction unless each grid holds a unit of the side that the seat may select."""
        allowed = self.own if side == OWN else self.enemies if side == ENEMIES else self.own | self.enemies
        for target in targets:
            if allowed >> target & 1:
                continue
            grid, own = NAMES[target], self.own >> target & 1
            if self.board.units[target] == NONE:
                raise IllegalAction("no-unit", say("There is no unit on {grid}.", grid=grid))
            unit = unit_name(self.board, target)
            if side == ENEMIES and own:
                text = say("The {unit} on {grid} is yours; this is for opponent units.", unit=unit, grid=grid)
                raise IllegalAction("own-unit", text)
            if side == OWN and not own:
                text = say("The {unit} on {grid} is the opponent's; this is for allies.", unit=unit, grid=grid)
                raise IllegalAction("not-yours", text)
            raise IllegalAction("immune", say("The {unit} on {grid} is immunized.", unit=unit, grid=grid))

    def check_landed(self, targets: Iterable[int]) -> None:
        if not any(self.must >> target & 1 for target in targets):
            text = say("A combo must select a unit that the last action moved and that landed beside.")
            raise IllegalAction("not-landed", text)

    def check_two(self, action: Action, least: int = 2) -> None:
        if len(action.items) < least:
            raise IllegalAction("too-few", told(_TWO[action.verb]))

    def check_available(self, cell: int) -> None:
        """Raise IllegalAction unless there is a tile without a unit."""
        if not self.board.tiled >> cell & 1:
            raise IllegalAction("no-tile", say("There is no tile on {grid}.", grid=NAMES[cell]))
        if not self.free >> cell & 1:
            raise IllegalAction("occupied", say("There is a unit on {grid}.", grid=NAMES[cell]))


def unit_name(board: Board, cell: int) -> str:
    """Return the name of the unit on a grid: these names are the same in every language."""
    return CALLED[FUNCTION[board.units[cell]]]
