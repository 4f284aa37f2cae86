"""The functions: for each verb how it is listed, checked and applied."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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

Lister = Callable[[Selection, int], list[Action]]
Checker = Callable[[Selection, Action], None]

LISTED: Mapping[str, Lister] = {
    "delete": shift.list_delete,
    "push": shift.list_push,
    "toss": shift.list_toss,
    "twist": shift.list_twist,
    "split": shift.list_split,
    "freeze": hold.list_freeze,
    "file": hold.list_file,
    "group": hold.list_group,
    "lock": hold.list_lock,
    "hide": hold.list_hide,
    "switch": support.list_switch,
    "mirror": support.list_mirror,
    "stack": support.list_stack,
    "import": support.list_import,
    "export": support.list_export,
    "glitch": support.list_glitch,
}
CHECKS: Mapping[str, Checker] = {
    "delete": shift.check_delete,
    "push": shift.check_push,
    "toss": shift.check_toss,
    "twist": shift.check_twist,
    "split": shift.check_split,
    "freeze": hold.check_freeze,
    "file": hold.check_file,
    "group": hold.check_group,
    "lock": hold.check_lock,
    "hide": hold.check_hide,
    "switch": support.check_switch,
    "mirror": support.check_mirror,
    "stack": support.check_stack,
    "unstack": support.check_unstack,
    "import": support.check_import,
    "export": support.check_export,
    "glitch": support.check_glitch,
}
_PLAIN: Mapping[str, Callable[[Draft, Action], None]] = {
    "delete": shift.delete,
    "push": shift.shift,
    "toss": shift.shift,
    "twist": shift.shift,
    "split": shift.shift,
    "switch": support.switch,
    "mirror": support.mirror,
    "stack": support.stack,
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
    CHECKS[verb](selection, action)
    return way


def apply(board: Board, seat: int, action: Action, way: int) -> Draft:
    """The board after a function that was checked, still as a draft with what happened."""
    verb = action.verb
    draft = Draft(board)
    if plain := _PLAIN.get(verb):
        plain(draft, action)
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
