"""The functions: for each verb how it is listed, checked and applied."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engines.contract import IllegalAction
from engines.words import marked, say, told
from engines.zero_order.actions import Action
from engines.zero_order.board import ALLIES, ASCENDING, ENEMIES, UNITS, Board, Draft, Selection, via
from engines.zero_order.functions import hold, shift, support
from engines.zero_order.tokens import CO, FUNCTION, FUNCTION_BY_VERB, FUNCTIONS, NAMES, SIDE, ST, VERBS, bits


class Function(NamedTuple):
    """How a verb is listed, the units that it selects, its further check, and its effect.

    Selected units are of a `side` ("": the check looks at them itself) and, unless `far`, touch the unit.
    """

    list: Callable[[Selection, int], list[Action]]
    side: str
    check: Callable[[Selection, Action], None]
    effect: Callable[[Draft, Action, int], None]
    far: bool = False


BY_VERB: Mapping[str, Function] = {
    "delete": Function(shift.list_delete, ENEMIES, shift.check_delete, shift.delete),
    "push": Function(shift.list_push, UNITS, shift.check_push, shift.shift),
    "toss": Function(shift.list_toss, UNITS, shift.check_toss, shift.shift),
    "twist": Function(shift.list_twist, UNITS, shift.check_twist, shift.shift),
    "split": Function(shift.list_split, "", shift.check_split, shift.shift),
    "freeze": Function(hold.list_freeze, "", hold.check_freeze, hold.hold),
    "file": Function(hold.list_file, ENEMIES, hold.check_file, hold.file),
    "group": Function(hold.list_group, ENEMIES, hold.check_several, hold.hold),
    "lock": Function(hold.list_lock, ALLIES, hold.check_several, hold.hold),
    "hide": Function(hold.list_hide, ALLIES, hold.check_hide, hold.hold),
    "switch": Function(support.list_switch, ALLIES, support.check_switch, support.switch, far=True),
    "mirror": Function(support.list_mirror, ALLIES, support.check_mirror, support.mirror),
    "stack": Function(support.list_stack, ALLIES, Selection.check_two, support.stack),
    "import": Function(support.list_import, "", support.check_import, support.import_),
    "export": Function(support.list_export, ENEMIES, support.check_export, support.export),
    "glitch": Function(support.list_glitch, ENEMIES, support.check_glitch, support.glitch),
    "unstack": Function(support.list_unstack, "", support.check_unstack, support.unstack),
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
    for ally in ASCENDING[cell]:
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
    way = via(selection.board, selection.seat, cell, ST if verb == "unstack" else FUNCTION_BY_VERB[verb])
    if way is None:
        unit = NAMES[FUNCTION[selection.board.units[cell]]]
        raise IllegalAction("no-function", told(_CANNOT[verb], unit=unit))
    if verb == "unstack" and selection.must >= 0:
        raise IllegalAction("not-landed", say("A combo must select a unit that landed; unstacking selects none."))
    check_selected(selection, action)
    return way


def check_selected(selection: Selection, action: Action) -> None:
    """Raise IllegalAction unless a verb may select what is selected."""
    _, side, check_more, _, far = BY_VERB[action.verb]
    if not side:
        check_more(selection, action)
        return
    targets = [item if type(item) is int else item[0] for item in action.items]
    if not far:
        selection.check_touching(action.cell, targets)
    selection.check_side(targets, side)
    check_more(selection, action)
    selection.check_landed(targets)


def apply(board: Board, action: Action, way: int) -> Draft:
    """Return the board after a function that was checked, still as a draft with what happened."""
    draft = Draft(board)
    BY_VERB[action.verb].effect(draft, action, way)
    return draft
