"""The functions of units: how each verb is listed, checked and applied."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engines.contract import IllegalAction
from engines.i18n import mark
from engines.zero_order.actions import Action
from engines.zero_order.board import ALLIES, ENEMIES, UNITS, Board, MutableBoard, Selection, find_via
from engines.zero_order.functions import hold, shift, support
from engines.zero_order.tokens import CO, FUNCTION, FUNCTION_BY_VERB, ST, UNIT_NAMES, VERBS, bits


class FunctionRules(NamedTuple):
    """How a verb is listed, which units it selects, its further check, and its effect.

    Selected units are of a `side` ("": the check tests them itself) and, unless `far`, touch the unit. Without a lister
    a verb is listed with every such unit that `fits` the acting one; without a check an unfit unit is refused by
    `refusal`, a code and a sentence.
    """

    side: str
    effect: Callable[[MutableBoard, Action, int], None]
    lister: Callable[[Selection, int, str], list[Action]] | None = None
    check: Callable[[Selection, Action], None] | None = None
    fits: Callable[[Selection, int, int], bool] = lambda selection, cell, target: True
    refusal: tuple[str, str] = "", ""
    far: bool = False


_ERROR_INSIDE = "error-inside", mark("Deleting an Error would lose the game at once, so it isn't allowed.")
_HELD_ALREADY = "held-already", mark("This unit already holds all of them.")
_SAME_UNIT = "same-unit", mark("A unit can't switch places with itself.")
_NOT_DELETE = "not-delete", mark("Glitch needs an opponent's Delete.")
BY_VERB: Mapping[str, FunctionRules] = {
    "delete": FunctionRules(ENEMIES, shift.delete, fits=shift.can_delete, refusal=_ERROR_INSIDE),
    "push": FunctionRules(UNITS, shift.shift, shift.list_sliding, shift.check_sliding),
    "toss": FunctionRules(UNITS, shift.shift, shift.list_sliding, shift.check_sliding),
    "twist": FunctionRules(UNITS, shift.shift, shift.list_sliding, shift.check_sliding),
    "split": FunctionRules("", shift.shift, shift.list_split, shift.check_split),
    "freeze": FunctionRules("", hold.hold, hold.list_several, hold.check_freeze),
    "file": FunctionRules(ENEMIES, hold.file, hold.list_file, hold.check_file),
    "group": FunctionRules(ENEMIES, hold.hold, hold.list_several, hold.check_several),
    "lock": FunctionRules(ALLIES, hold.hold, hold.list_several, hold.check_several),
    "hide": FunctionRules(ALLIES, hold.hold, fits=hold.can_hide, refusal=_HELD_ALREADY),
    "switch": FunctionRules(ALLIES, support.switch, fits=support.can_switch, refusal=_SAME_UNIT, far=True),
    "mirror": FunctionRules(ALLIES, support.mirror, check=support.check_mirror, fits=support.can_mirror),
    "stack": FunctionRules(ALLIES, support.stack, hold.list_several, Selection.check_minimum),
    "import": FunctionRules("", support.import_, support.list_import, support.check_import),
    "export": FunctionRules(ENEMIES, support.export, support.list_export, support.check_export),
    "glitch": FunctionRules(ENEMIES, support.glitch, fits=support.can_glitch, refusal=_NOT_DELETE),
    "unstack": FunctionRules("", support.unstack, support.list_unstack, support.check_unstack),
}
_NO_FUNCTION_MESSAGES: Mapping[str, str] = {
    "delete": mark("The {unit} cannot delete here."),
    "push": mark("The {unit} cannot push here."),
    "toss": mark("The {unit} cannot toss here."),
    "twist": mark("The {unit} cannot twist here."),
    "split": mark("The {unit} cannot split here."),
    "freeze": mark("The {unit} cannot freeze here."),
    "file": mark("The {unit} cannot file here."),
    "group": mark("The {unit} cannot group here."),
    "lock": mark("The {unit} cannot lock here."),
    "hide": mark("The {unit} cannot hide here."),
    "switch": mark("The {unit} cannot switch here."),
    "mirror": mark("The {unit} cannot mirror here."),
    "stack": mark("The {unit} cannot stack here."),
    "unstack": mark("The {unit} cannot unstack here."),
    "import": mark("The {unit} cannot import here."),
    "export": mark("The {unit} cannot export here."),
    "glitch": mark("The {unit} cannot glitch here."),
}


def list_functions(selection: Selection, cell: int) -> list[Action]:
    """Return all actions of a unit with its functions."""
    board, seat = selection.board, selection.seat
    unit_function = FUNCTION[board.units[cell]]
    if unit_function not in (CO, ST):
        return _list_verb(selection, cell, VERBS[unit_function])
    actions: list[Action] = []
    for function, verb in enumerate(VERBS):
        if verb and find_via(board, seat, cell, function) is not None:
            actions += _list_verb(selection, cell, verb)
    return actions + (support.list_unstack(selection, cell) if unit_function == ST and selection.must < 0 else [])


def _list_verb(selection: Selection, cell: int, verb: str) -> list[Action]:
    if not verb:
        return []
    function = BY_VERB[verb]
    if function.lister is not None:
        return function.lister(selection, cell, verb)
    among = selection.cells_of_side(function.side) & selection.must
    targets = bits(among) if function.far else selection.touching(cell, among)
    return [Action(verb, cell, (target,)) for target in targets if function.fits(selection, cell, target)]


def check(selection: Selection, action: Action) -> int:
    """Return how the unit has the function. Raises IllegalAction unless it may do the action."""
    verb, cell, _ = action
    unit_via = find_via(selection.board, selection.seat, cell, ST if verb == "unstack" else FUNCTION_BY_VERB[verb])
    if unit_via is None:
        unit = UNIT_NAMES[FUNCTION[selection.board.units[cell]]]
        raise IllegalAction("no-function", _NO_FUNCTION_MESSAGES[verb], unit=unit)
    if verb == "unstack" and selection.must >= 0:
        raise IllegalAction("not-landed", "A combo must select a unit that was moved; unstacking selects none.")
    check_selected(selection, action)
    return unit_via


def check_selected(selection: Selection, action: Action) -> None:
    """Raise IllegalAction unless the verb may select these units."""
    function = BY_VERB[action.verb]
    if not function.side:
        assert function.check is not None
        function.check(selection, action)
        return
    targets = [item if type(item) is int else item[0] for item in action.items]
    if not function.far:
        selection.check_touching(action.cell, targets)
    selection.check_side(targets, function.side)
    if function.check is not None:
        function.check(selection, action)
    elif not function.fits(selection, action.cell, targets[0]):
        raise IllegalAction(*function.refusal)
    selection.check_landed(targets)


def apply(board: Board, action: Action, via: int) -> MutableBoard:
    """Return the board changed by a checked function; it also records what happened."""
    mutable = MutableBoard(board)
    BY_VERB[action.verb].effect(mutable, action, via)
    return mutable
