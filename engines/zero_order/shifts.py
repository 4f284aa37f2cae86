"""Delete, Push, Toss, Twist and Split: what they may do and what comes of it (ZO-10, ZO-11)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from engines.contract import IllegalAction
from engines.words import say
from engines.zero_order.actions import Action
from engines.zero_order.board import Draft
from engines.zero_order.grid import NAMES, NEAR, OUT, PUSHED, TOSSED, TWISTED, Paths
from engines.zero_order.scope import Scope, called
from engines.zero_order.tokens import ER, FUNCTION, FUNCTIONS, GL, OWNER, SIDE, ST


def reach(scope: Scope, path: Sequence[int], target: int) -> list[int]:
    """Where a unit can come to rest on its way: available tiles up to what is in the way; OUT where it may leave."""
    found = []
    free = scope.free
    for cell in path:
        if free >> cell & 1:
            found.append(cell)
            continue
        if not scope.board.tiled >> cell & 1 and not scope.own >> target & 1:
            found.append(OUT)
        break
    return found


def inside(scope: Scope, cell: int) -> int:
    """The functions of the unit on a grid and of all beneath it."""
    token = scope.board.units[cell]
    found = 1 << FUNCTION[token]
    if FUNCTION[token] == ST:
        found |= (scope.board.beneath & SIDE[OWNER[token]]) >> FUNCTIONS * OWNER[token]
    return found


def list_delete(scope: Scope, cell: int) -> list[Action]:
    targets = scope.touching(cell, scope.enemies & scope.must)
    return [Action("delete", cell, (target,)) for target in targets if not inside(scope, target) >> ER & 1]


def check_delete(scope: Scope, action: Action) -> None:
    _, cell, (target,) = action
    scope.check_touching(cell, (target,))
    scope.check_enemies((target,))
    if inside(scope, target) >> ER & 1:
        raise IllegalAction("error-inside", say("Deleting an Error would lose the game at once; that is not allowed."))
    scope.check_landed((target,))


def delete(draft: Draft, action: Action) -> None:
    draft.moves.append((action.items[0], OUT))
    draft.defeat(action.items[0])
    if any(draft.fallen >> token & 1 for token in (GL, GL + FUNCTIONS)):
        draft.won = "glitch-deleted"


def _list_sliding(scope: Scope, cell: int, verb: str, paths: Paths) -> list[Action]:
    return [
        Action(verb, cell, ((target, dst),))
        for target in scope.touching(cell, (scope.own | scope.enemies) & scope.must)
        for dst in reach(scope, paths[cell, target], target)
    ]


def list_push(scope: Scope, cell: int) -> list[Action]:
    return _list_sliding(scope, cell, "push", PUSHED)


def list_toss(scope: Scope, cell: int) -> list[Action]:
    return _list_sliding(scope, cell, "toss", TOSSED)


def _check_shifted(scope: Scope, cell: int, target: int, dst: int, paths: Paths) -> None:
    scope.check_touching(cell, (target,))
    scope.check_units((target,))
    if dst in reach(scope, paths[cell, target], target):
        return
    if dst == OUT and scope.own >> target & 1:
        raise IllegalAction("own-off-map", say("An own unit is never taken off the map."))
    unit, grid = called(scope.board, target), NAMES[target]
    if dst == OUT:
        text = say("The {unit} on {grid} cannot go off the map this way.", unit=unit, grid=grid)
    else:
        text = say("The {unit} on {grid} cannot go to {dst} this way.", unit=unit, grid=grid, dst=NAMES[dst])
    raise IllegalAction("blocked", text)


def check_push(scope: Scope, action: Action) -> None:
    ((target, dst),) = action.items
    _check_shifted(scope, action.cell, target, dst, PUSHED)
    scope.check_landed((target,))


def check_toss(scope: Scope, action: Action) -> None:
    ((target, dst),) = action.items
    _check_shifted(scope, action.cell, target, dst, TOSSED)
    scope.check_landed((target,))


def list_twist(scope: Scope, cell: int) -> list[Action]:
    return [
        Action("twist", cell, ((target, dst, way),))
        for target in scope.touching(cell, (scope.own | scope.enemies) & scope.must)
        for way in (0, 1)
        for dst in reach(scope, TWISTED[way][cell, target], target)
    ]


def check_twist(scope: Scope, action: Action) -> None:
    ((target, dst, way),) = action.items
    _check_shifted(scope, action.cell, target, dst, TWISTED[way])
    scope.check_landed((target,))


def shift(draft: Draft, action: Action) -> None:
    """Push, Toss, Twist and Split."""
    for src, dst, *_ in action.items:
        draft.shift(src, dst)


def _ways(scope: Scope, cell: int) -> tuple[list[tuple[int, list[int]]], int]:
    """The touching units that Split can shift, with their ways, and how many it cannot."""
    touching = scope.touching(cell, scope.own | scope.enemies)
    ways = [(target, reach(scope, PUSHED[cell, target], target)) for target in touching]
    movable = [(target, dsts) for target, dsts in ways if dsts]
    return movable, len(touching) - len(movable)


def list_split(scope: Scope, cell: int) -> list[Action]:
    if (NEAR[cell] & (scope.own | scope.enemies)).bit_count() < 2:
        return []
    movable, stuck = _ways(scope, cell)
    choices = [[None, *((target, dst) for dst in dsts)] for target, dsts in movable]
    found = []
    for chosen in product(*choices):
        items = tuple([item for item in chosen if item])
        if items and len(items) + stuck >= 2 and any(scope.must >> target & 1 for target, _ in items):
            found.append(Action("split", cell, items))
    return found


def check_split(scope: Scope, action: Action) -> None:
    for target, dst in action.items:
        _check_shifted(scope, action.cell, target, dst, PUSHED)
    scope.check_two(action, 2 - _ways(scope, action.cell)[1])
    scope.check_landed([target for target, _ in action.items])
