"""Delete, Push, Toss, Twist and Split: what they may do and what comes of it (ZO-10, ZO-11)."""

from collections.abc import Sequence
from itertools import product

from engines.contract import IllegalAction
from engines.words import say
from engines.zero_order.actions import Action
from engines.zero_order.board import UNITS, Draft, Selection, unit_name
from engines.zero_order.grid import NAMES, NEAR, OUT, PUSHED, TOSSED, TWISTED, Paths
from engines.zero_order.tokens import ER, FUNCTION, FUNCTIONS, GL, OWNER, ST


def reach(selection: Selection, path: Sequence[int], target: int) -> list[int]:
    """Where a unit can come to rest on its way: available tiles up to what is in the way; OUT where it may leave."""
    found = []
    free = selection.free
    for cell in path:
        if free >> cell & 1:
            found.append(cell)
            continue
        if not selection.board.tiled >> cell & 1 and not selection.own >> target & 1:
            found.append(OUT)
        break
    return found


def _holds_error(selection: Selection, cell: int) -> bool:
    """Return whether the unit on a grid or one beneath it is an Error."""
    token = selection.board.units[cell]
    beneath = selection.board.beneath >> ER + FUNCTIONS * OWNER[token] & 1
    return FUNCTION[token] == ER or (FUNCTION[token] == ST and beneath == 1)


def list_delete(selection: Selection, cell: int) -> list[Action]:
    targets = selection.touching(cell, selection.enemies & selection.must)
    return [Action("delete", cell, (target,)) for target in targets if not _holds_error(selection, target)]


def check_delete(selection: Selection, action: Action) -> None:
    if _holds_error(selection, action.items[0]):
        raise IllegalAction("error-inside", say("Deleting an Error would lose the game at once; that is not allowed."))


def delete(draft: Draft, action: Action, way: int) -> None:
    draft.moves.append((action.items[0], OUT))
    draft.defeat(action.items[0])
    if any(draft.fallen >> token & 1 for token in (GL, GL + FUNCTIONS)):
        draft.won = "glitch-deleted"


def _list_sliding(selection: Selection, cell: int, verb: str, paths: Paths) -> list[Action]:
    return [
        Action(verb, cell, ((target, dst),))
        for target in selection.touching(cell, (selection.own | selection.enemies) & selection.must)
        for dst in reach(selection, paths[cell, target], target)
    ]


def list_push(selection: Selection, cell: int) -> list[Action]:
    return _list_sliding(selection, cell, "push", PUSHED)


def list_toss(selection: Selection, cell: int) -> list[Action]:
    return _list_sliding(selection, cell, "toss", TOSSED)


def list_twist(selection: Selection, cell: int) -> list[Action]:
    return [
        Action("twist", cell, ((target, dst, way),))
        for target in selection.touching(cell, (selection.own | selection.enemies) & selection.must)
        for way in (0, 1)
        for dst in reach(selection, TWISTED[way][cell, target], target)
    ]


def check_push(selection: Selection, action: Action) -> None:
    ((target, dst),) = action.items
    _check_reach(selection, action.cell, target, dst, PUSHED)


def check_toss(selection: Selection, action: Action) -> None:
    ((target, dst),) = action.items
    _check_reach(selection, action.cell, target, dst, TOSSED)


def check_twist(selection: Selection, action: Action) -> None:
    ((target, dst, way),) = action.items
    _check_reach(selection, action.cell, target, dst, TWISTED[way])


def _check_reach(selection: Selection, cell: int, target: int, dst: int, paths: Paths) -> None:
    if dst in reach(selection, paths[cell, target], target):
        return
    if dst == OUT and selection.own >> target & 1:
        raise IllegalAction("own-off-map", say("An own unit is never taken off the map."))
    unit, grid = unit_name(selection.board, target), NAMES[target]
    if dst == OUT:
        text = say("The {unit} on {grid} cannot go off the map this way.", unit=unit, grid=grid)
    else:
        text = say("The {unit} on {grid} cannot go to {dst} this way.", unit=unit, grid=grid, dst=NAMES[dst])
    raise IllegalAction("blocked", text)


def shift(draft: Draft, action: Action, way: int) -> None:
    """Push, Toss, Twist and Split."""
    for src, dst, *_ in action.items:
        draft.shift(src, dst)


def _ways(selection: Selection, cell: int) -> tuple[list[tuple[int, list[int]]], int]:
    """The touching units that Split can shift, with their ways, and how many it cannot."""
    touching = selection.touching(cell, selection.own | selection.enemies)
    ways = [(target, reach(selection, PUSHED[cell, target], target)) for target in touching]
    movable = [(target, dsts) for target, dsts in ways if dsts]
    return movable, len(touching) - len(movable)


def list_split(selection: Selection, cell: int) -> list[Action]:
    if (NEAR[cell] & (selection.own | selection.enemies)).bit_count() < 2:
        return []
    movable, stuck = _ways(selection, cell)
    choices = [[None, *((target, dst) for dst in dsts)] for target, dsts in movable]
    found = []
    for chosen in product(*choices):
        items = tuple([item for item in chosen if item])
        if items and len(items) + stuck >= 2 and any(selection.must >> target & 1 for target, _ in items):
            found.append(Action("split", cell, items))
    return found


def check_split(selection: Selection, action: Action) -> None:
    for target, dst in action.items:
        selection.check_touching(action.cell, (target,))
        selection.check_side((target,), UNITS)
        _check_reach(selection, action.cell, target, dst, PUSHED)
    selection.check_two(action, 2 - _ways(selection, action.cell)[1])
    selection.check_landed([target for target, _ in action.items])
