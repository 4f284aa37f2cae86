"""The functions: for each verb how it is listed, checked and applied."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engines.contract import IllegalAction
from engines.words import marked, say, told
from engines.zero_order.actions import Action
from engines.zero_order.board import COPIED_BENEATH, Board, Draft, via
from engines.zero_order.functions import hold, shift, support
from engines.zero_order.selection import NEIGHBOURS, Selection
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


class Function(NamedTuple):
    """What a verb may do, its check, and its effect where that needs nothing but the action (else see `apply`)."""

    list: Callable[[Selection, int], list[Action]]
    check: Callable[[Selection, Action], None]
    effect: Callable[[Draft, Action], None] | None = None


BY_VERB: Mapping[str, Function] = {
    "delete": Function(shift.list_delete, shift.check_delete, shift.delete),
    "push": Function(shift.list_push, shift.check_push, shift.shift),
    "toss": Function(shift.list_toss, shift.check_toss, shift.shift),
    "twist": Function(shift.list_twist, shift.check_twist, shift.shift),
    "split": Function(shift.list_split, shift.check_split, shift.shift),
    "freeze": Function(hold.list_freeze, hold.check_freeze),
    "file": Function(hold.list_file, hold.check_file),
    "group": Function(hold.list_group, hold.check_group),
    "lock": Function(hold.list_lock, hold.check_lock),
    "hide": Function(hold.list_hide, hold.check_hide),
    "switch": Function(support.list_switch, support.check_switch, support.switch),
    "mirror": Function(support.list_mirror, support.check_mirror, support.mirror),
    "stack": Function(support.list_stack, support.check_stack, support.stack),
    "import": Function(support.list_import, support.check_import),
    "export": Function(support.list_export, support.check_export),
    "glitch": Function(support.list_glitch, support.check_glitch),
    "unstack": Function(support.list_unstack, support.check_unstack),
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
_LISTED_BY_FUNCTION = tuple(BY_VERB[verb].list if verb in BY_VERB else None for verb in VERBS)


def available(board: Board, seat: int, cell: int) -> int:
    """Return the functions that the seat's unit on a grid may apply, its own and those it copies or has beneath."""
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
    """Return the functions of adjacent allies that can be copied: not Stack."""
    found = 0
    for ally in NEIGHBOURS[cell]:
        if board.sides[seat] >> ally & 1:
            found |= 1 << FUNCTION[board.units[ally]]
    return found & ~(1 << ST)


def list_functions(selection: Selection, cell: int) -> list[Action]:
    """Return all that a unit may do with its functions."""
    own = FUNCTION[selection.board.units[cell]]
    if own not in (CO, ST):
        lister = _LISTED_BY_FUNCTION[own]
        return lister(selection, cell) if lister else []
    found: list[Action] = []
    for function in bits(available(selection.board, selection.seat, cell)):
        lister = _LISTED_BY_FUNCTION[function]
        if lister is not None:
            found += lister(selection, cell)
    if own == ST and selection.must < 0:
        found += support.list_unstack(selection, cell)
    return found


def check(selection: Selection, action: Action) -> int:
    """Raise IllegalAction unless the unit may do that; how it comes by the function."""
    verb, cell, _ = action
    function = ST if verb == "unstack" else FUNCTION_BY_VERB[verb]
    way = via(selection.board, selection.seat, cell, function)
    if way is None:
        unit = NAMES[FUNCTION[selection.board.units[cell]]]
        raise IllegalAction("no-function", told(_CANNOT[verb], unit=unit))
    if verb == "unstack" and selection.must >= 0:
        raise IllegalAction("not-landed", say("A combo must select a unit that landed; unstacking selects none."))
    BY_VERB[verb].check(selection, action)
    return way


def apply(board: Board, seat: int, action: Action, way: int) -> Draft:
    """The board after a function that was checked, still as a draft with what happened."""
    verb = action.verb
    draft = Draft(board)
    if (effect := BY_VERB[verb].effect) is not None:
        effect(draft, action)
        return draft
    if verb == "glitch":
        support.glitch(draft)
    elif verb == "unstack":
        support.unstack(draft, action, seat)
    else:
        _apply_from(draft, seat, action, way)
    return draft


def _apply_from(draft: Draft, seat: int, action: Action, way: int) -> None:
    """Functions for which it matters whose they are: holds last as long as their source, Import uses it up."""
    verb, cell, items = action
    source = FUNCTION_BY_VERB[verb] + FUNCTIONS * seat
    used = CO + FUNCTIONS * seat if way == COPIED_BENEATH else source
    if verb == "import":
        support.import_(draft, action, used, way)
    elif verb == "export":
        support.export(draft, action, used, way)
    elif verb == "file":
        hold.file(draft, action)
        hold.hold(draft, cell, [dst for _, dst in items], source, way)
    else:
        hold.hold(draft, cell, items, source, way)
