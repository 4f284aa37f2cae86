"""Delete, Push, Toss, Twist and Split: their targets and effects (ZO-10, ZO-11)."""

from collections.abc import Mapping, Sequence
from itertools import product

from engines.contract import IllegalAction
from engines.zero_order.actions import Action
from engines.zero_order.board import UNITS, MutableBoard, Selection, unit_params
from engines.zero_order.grid import NAMES, NEAR, OUT, PUSHED, TOSSED, TWISTED, Paths
from engines.zero_order.tokens import ER, FUNCTION, FUNCTIONS, GL, OWNER, ST


def reachable_cells(selection: Selection, path: Sequence[int], target: int) -> list[int]:
    """Return where a unit can come to rest on its path: available tiles up to an obstacle; OUT if it may leave."""
    cells = []
    free = selection.free
    for cell in path:
        if free >> cell & 1:
            cells.append(cell)
            continue
        if not selection.board.tiled >> cell & 1 and not selection.own >> target & 1:
            cells.append(OUT)
        break
    return cells


def can_delete(selection: Selection, cell: int, target: int) -> bool:
    """Return whether the unit on a grid is not an Error and has none beneath it."""
    token = selection.board.units[target]
    beneath = selection.board.beneath >> ER + FUNCTIONS * OWNER[token] & 1
    return FUNCTION[token] != ER and not (FUNCTION[token] == ST and beneath)


def delete(mutable: MutableBoard, action: Action, via: int) -> None:
    """Defeat the selected unit."""
    mutable.moves.append((action.items[0], OUT))
    mutable.defeat(action.items[0])
    if any(mutable.fallen >> token & 1 for token in (GL, GL + FUNCTIONS)):
        mutable.won = "glitch-deleted"


_SLIDES: Mapping[str, Mapping[tuple[int, ...], Paths]] = {
    "push": {(): PUSHED},
    "toss": {(): TOSSED},
    "twist": {(0,): TWISTED[0], (1,): TWISTED[1]},
}
"""By verb and direction: the paths of units."""


def list_sliding(selection: Selection, cell: int, verb: str) -> list[Action]:
    """Return the Push, Toss or Twist actions of the unit on `cell`."""
    return [
        Action(verb, cell, ((target, dst, *rotation),))
        for target in selection.touching(cell, selection.cells_of_side(UNITS) & selection.must)
        for rotation, paths in _SLIDES[verb].items()
        for dst in reachable_cells(selection, paths[cell, target], target)
    ]


def check_sliding(selection: Selection, action: Action) -> None:
    """Raise IllegalAction unless the unit can be shifted to this grid."""
    target, dst, *rotation = action.items[0]
    _check_reach(selection, action.cell, target, dst, _SLIDES[action.verb][tuple(rotation)])


def _check_reach(selection: Selection, cell: int, target: int, dst: int, paths: Paths) -> None:
    if dst in reachable_cells(selection, paths[cell, target], target):
        return
    if dst == OUT and selection.own >> target & 1:
        raise IllegalAction("own-off-map", "You can't take your own unit off the map.")
    unit = unit_params(selection.board, target)
    if dst == OUT:
        raise IllegalAction("blocked", "The {unit} on {grid} cannot go off the map this way.", **unit)
    raise IllegalAction("blocked", "The {unit} on {grid} cannot go to {dst} this way.", **unit, dst=NAMES[dst])


def shift(mutable: MutableBoard, action: Action, via: int) -> None:
    """Apply Push, Toss, Twist or Split."""
    for src, dst, *_ in action.items:
        mutable.shift(src, dst)


def _split_targets(selection: Selection, cell: int) -> tuple[list[tuple[int, list[int]]], int]:
    """Return the touching units that Split can shift, with their targets, and the number of others."""
    touching = selection.touching(cell, selection.cells_of_side(UNITS))
    destinations = [(target, reachable_cells(selection, PUSHED[cell, target], target)) for target in touching]
    movable = [(target, dsts) for target, dsts in destinations if dsts]
    return movable, len(touching) - len(movable)


def list_split(selection: Selection, cell: int, verb: str) -> list[Action]:
    """Return the Split actions of the unit on `cell`."""
    if (NEAR[cell] & selection.cells_of_side(UNITS)).bit_count() < 2:
        return []
    movable, stuck = _split_targets(selection, cell)
    choices = [[None, *((target, dst) for dst in dsts)] for target, dsts in movable]
    actions = []
    for choice in product(*choices):
        items = tuple([item for item in choice if item])
        if items and len(items) + stuck >= 2 and any(selection.must >> target & 1 for target, _ in items):
            actions.append(Action(verb, cell, items))
    return actions


def check_split(selection: Selection, action: Action) -> None:
    """Raise IllegalAction unless Split may shift these units like this."""
    for target, dst in action.items:
        selection.check_touching(action.cell, (target,))
        selection.check_side((target,), UNITS)
        _check_reach(selection, action.cell, target, dst, PUSHED)
    selection.check_minimum(action, 2 - _split_targets(selection, action.cell)[1])
    selection.check_landed([target for target, _ in action.items])
