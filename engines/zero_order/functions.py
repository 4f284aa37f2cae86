"""The table of functions: for each verb how it is listed, checked and applied."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.contract import IllegalAction
from engines.words import marked, say, told
from engines.zero_order import aiding, holding, shifts
from engines.zero_order.actions import Action
from engines.zero_order.board import COPIED_BENEATH, Board, Draft, via
from engines.zero_order.scope import NEIGHBOURS, Scope
from engines.zero_order.tokens import (
    CO,
    FUNCTION,
    FUNCTION_BY_VERB,
    FUNCTIONS,
    NAMES,
    SIDE,
    ST,
    VERBS,
    bits,
)

Lister = Callable[[Scope, int], list[Action]]
Checker = Callable[[Scope, Action], None]

LISTED: Mapping[str, Lister] = {
    "delete": shifts.list_delete,
    "push": shifts.list_push,
    "toss": shifts.list_toss,
    "twist": shifts.list_twist,
    "split": shifts.list_split,
    "freeze": holding.list_freeze,
    "file": holding.list_file,
    "group": holding.list_group,
    "lock": holding.list_lock,
    "hide": holding.list_hide,
    "switch": aiding.list_switch,
    "mirror": aiding.list_mirror,
    "stack": aiding.list_stack,
    "import": aiding.list_import,
    "export": aiding.list_export,
    "glitch": aiding.list_glitch,
}
CHECKS: Mapping[str, Checker] = {
    "delete": shifts.check_delete,
    "push": shifts.check_push,
    "toss": shifts.check_toss,
    "twist": shifts.check_twist,
    "split": shifts.check_split,
    "freeze": holding.check_freeze,
    "file": holding.check_file,
    "group": holding.check_group,
    "lock": holding.check_lock,
    "hide": holding.check_hide,
    "switch": aiding.check_switch,
    "mirror": aiding.check_mirror,
    "stack": aiding.check_stack,
    "unstack": aiding.check_unstack,
    "import": aiding.check_import,
    "export": aiding.check_export,
    "glitch": aiding.check_glitch,
}
_PLAIN: Mapping[str, Callable[[Draft, Action], None]] = {
    "delete": shifts.delete,
    "push": shifts.shift,
    "toss": shifts.shift,
    "twist": shifts.shift,
    "split": shifts.shift,
    "switch": aiding.switch,
    "mirror": aiding.mirror,
    "stack": aiding.stack,
}
_CANNOT: Mapping[str, str] = {
    "delete": marked("The {unit} cannot delete here."),
    "push": marked("The {unit} cannot push here."),
    "toss": marked("The {unit} cannot toss here."),
    "twist": marked("The {unit} cannot twist here."),
    "split": marked("The {unit} cannot split here."),
    "freeze": marked("The {unit} cannot freeze here."),
    "file": marked("The {unit} cannot file here."),
    "group": marked("The {unit} cannot group here."),
    "lock": marked("The {unit} cannot lock here."),
    "hide": marked("The {unit} cannot hide here."),
    "switch": marked("The {unit} cannot switch here."),
    "mirror": marked("The {unit} cannot mirror here."),
    "stack": marked("The {unit} cannot stack here."),
    "unstack": marked("The {unit} cannot unstack here."),
    "import": marked("The {unit} cannot import here."),
    "export": marked("The {unit} cannot export here."),
    "glitch": marked("The {unit} cannot glitch here."),
}
_LISTED_BY_FUNCTION = tuple(LISTED.get(verb) for verb in VERBS)


def available(board: Board, seat: int, cell: int) -> int:
    """The functions that the seat's unit on a grid may apply, its own and those it copies or has beneath."""
    own = FUNCTION[board.units[cell]]
    if own == CO:
        found = _touched(board, seat, cell)
    elif own == ST:
        beneath = board.beneath >> FUNCTIONS * seat & SIDE[0]
        found = 1 << ST | beneath
        if beneath >> CO & 1:
            found |= _touched(board, seat, cell)
    else:
        found = 1 << own
    return found


def _touched(board: Board, seat: int, cell: int) -> int:
    """The functions of adjacent allies that can be copied: not Stack."""
    found = 0
    for ally in NEIGHBOURS[cell]:
        if board.sides[seat] >> ally & 1:
            found |= 1 << FUNCTION[board.units[ally]]
    return found & ~(1 << ST)


def list_functions(scope: Scope, cell: int) -> list[Action]:
    """All that a unit may do with its functions."""
    own = FUNCTION[scope.board.units[cell]]
    if own not in (CO, ST):
        lister = _LISTED_BY_FUNCTION[own]
        return lister(scope, cell) if lister else []
    found: list[Action] = []
    for function in bits(available(scope.board, scope.seat, cell)):
        lister = _LISTED_BY_FUNCTION[function]
        if lister is not None:
            found += lister(scope, cell)
    if own == ST and scope.must < 0:
        found += aiding.list_unstack(scope, cell)
    return found


def check(scope: Scope, action: Action) -> int:
    """Raise IllegalAction unless the unit may do that; how it comes by the function."""
    verb, cell, _ = action
    function = ST if verb == "unstack" else FUNCTION_BY_VERB[verb]
    way = via(scope.board, scope.seat, cell, function)
    if way is None:
        unit = NAMES[FUNCTION[scope.board.units[cell]]]
        raise IllegalAction("no-function", told(_CANNOT[verb], unit=unit))
    if verb == "unstack" and scope.must >= 0:
        raise IllegalAction("not-landed", say("A combo must select a unit that landed; unstacking selects none."))
    CHECKS[verb](scope, action)
    return way


def apply(board: Board, seat: int, action: Action, way: int) -> Draft:
    """The board after a function that was checked, still as a draft with what happened."""
    verb = action.verb
    draft = Draft(board)
    if plain := _PLAIN.get(verb):
        plain(draft, action)
        return draft
    if verb == "glitch":
        aiding.glitch(draft)
    elif verb == "unstack":
        aiding.unstack(draft, action, seat)
    else:
        _apply_from(draft, seat, action, way)
    return draft


def _apply_from(draft: Draft, seat: int, action: Action, way: int) -> None:
    """Functions for which it matters whose they are: holds last as long as their source, Import uses it up."""
    verb, cell, items = action
    source = FUNCTION_BY_VERB[verb] + FUNCTIONS * seat
    used = CO + FUNCTIONS * seat if way == COPIED_BENEATH else source
    if verb == "import":
        aiding.import_(draft, action, used, way)
    elif verb == "export":
        aiding.export(draft, action, used, way)
    elif verb == "file":
        holding.file(draft, action)
        holding.hold(draft, cell, [dst for _, dst in items], source, way)
    else:
        holding.hold(draft, cell, items, source, way)
