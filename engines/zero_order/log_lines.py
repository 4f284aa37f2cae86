"""Log lines: actions in words, for one viewer."""

from collections.abc import Mapping

from engines.i18n import Message, join, mark, translate as _
from engines.zero_order.actions import Action
from engines.zero_order.board import NONE
from engines.zero_order.grid import NAMES, OUT
from engines.zero_order.state import DRAW, SUPPORT, State
from engines.zero_order.tokens import CODES, FUNCTION, UNIT_NAMES, codes

SIDES = (mark("White"), mark("Grey"))


def describe(state: State, actor: int | None, action: Action, viewer: int | None) -> Message:
    """Return the log line of an action for a viewer; `state` is the one before it."""
    verb, cell, items = action
    if verb == "team":
        return _describe_team(state, actor, items[0], viewer)
    side = _(SIDES[state.seat if actor is None else actor])
    if verb == "end":
        if state.phase == SUPPORT:
            return _("{side} ends the support step.", side=side)
        return _("{side} ends the turn.", side=side)
    grid = NAMES[cell]
    if verb in _PLACEMENT_MESSAGES:
        return _(_PLACEMENT_MESSAGES[verb], side=side, unit=UNIT_NAMES[items[0]], grid=grid)
    unit = _unit_name(state, cell)
    if verb == "release":
        return _("{side}'s {unit} on {grid} releases the units it holds.", side=side, unit=unit, grid=grid)
    if verb == "move":
        return _("{side} moves {unit} from {grid} to {dst}.", side=side, unit=unit, grid=grid, dst=NAMES[items[0]])
    targets = join([_describe_item(state, verb, item) for item in items], ", ")
    return _(_FUNCTION_MESSAGES[verb], side=side, unit=unit, grid=grid, targets=targets)


_ENDS: Mapping[str, str] = {
    "decimation": mark("{loser} has no unit left."),
    "glitched-out": mark("{winner} used a Glitch beside {loser}'s Delete: the game is glitched out."),
    "glitch-deleted": mark("{winner} deleted a Glitch."),
    "404-ed": mark("{loser} ended the turn with the Error beside {winner}'s Active Delete."),
    "disarmament": mark("{winner} holds every unit of {loser}."),
}


def describe_end(state: State, viewer: int | None) -> Message | None:
    """Return how the match ended, with sides by name; None for draws, whose reasons say everything."""
    if state.outcome is None or state.outcome.reason not in _ENDS:
        return None
    winner = state.outcome.ranks.index(1)
    return _(_ENDS[state.outcome.reason], winner=_(SIDES[winner]), loser=_(SIDES[1 - winner]))


_PLACEMENT_MESSAGES: Mapping[str, str] = {
    "tile": mark("{side} lays {unit} on {grid} as a tile."),
    "unit": mark("{side} deploys {unit} on {grid}."),
    "build": mark("{side} builds the defeated {unit} on {grid}."),
}
_FUNCTION_MESSAGES: Mapping[str, str] = {
    "delete": mark("{side}'s {unit} on {grid} deletes {targets}."),
    "push": mark("{side}'s {unit} on {grid} pushes {targets}."),
    "toss": mark("{side}'s {unit} on {grid} tosses {targets}."),
    "twist": mark("{side}'s {unit} on {grid} twists {targets}."),
    "split": mark("{side}'s {unit} on {grid} splits {targets}."),
    "freeze": mark("{side}'s {unit} on {grid} freezes {targets}."),
    "file": mark("{side}'s {unit} on {grid} files {targets}."),
    "group": mark("{side}'s {unit} on {grid} groups {targets}."),
    "lock": mark("{side}'s {unit} on {grid} locks {targets}."),
    "hide": mark("{side}'s {unit} on {grid} hides {targets}."),
    "switch": mark("{side}'s {unit} on {grid} switches places with {targets}."),
    "mirror": mark("{side}'s {unit} on {grid} mirrors {targets}."),
    "stack": mark("{side}'s {unit} on {grid} stacks {targets}."),
    "unstack": mark("{side}'s {unit} on {grid} unstacks {targets}."),
    "import": mark("{side}'s {unit} on {grid} imports {targets}."),
    "export": mark("{side}'s {unit} on {grid} exports {targets}."),
    "glitch": mark("{side}'s {unit} on {grid} glitches out beside {targets}."),
}


def _describe_team(state: State, actor: int | None, team: int, viewer: int | None) -> Message:
    written = ", ".join(UNIT_NAMES[CODES.index(code)] for code in codes(team))
    if actor is None or state.phase == DRAW:
        side = _(SIDES[0 if state.teams[0] is None else 1])
        return _("{side}'s team is drawn: {units}.", side=side, units=written)
    if viewer == actor:
        return _("{side} submits a team: {units}.", side=_(SIDES[actor]), units=written)
    return _("{side} submits a team.", side=_(SIDES[actor]))


def _unit_name(state: State, cell: int) -> str:
    token = state.board.units[cell]
    return _("unit") if token == NONE else UNIT_NAMES[FUNCTION[token]]


def _describe_item(state: State, verb: str, item: int | tuple[int, ...]) -> Message:
    if verb == "import":
        assert isinstance(item, int)
        return _("{unit} from {grid}", unit=UNIT_NAMES[FUNCTION[state.board.tiles[item]]], grid=NAMES[item])
    if isinstance(item, int):
        return _("{unit} on {grid}", unit=_unit_name(state, item), grid=NAMES[item])
    if verb == "unstack":
        return _("{unit} to {grid}", unit=UNIT_NAMES[item[0]], grid=NAMES[item[1]])
    unit, grid = _unit_name(state, item[0]), NAMES[item[0]]
    if item[1] == OUT:
        return _("{unit} from {grid} off the map", unit=unit, grid=grid)
    return _("{unit} from {grid} to {dst}", unit=unit, grid=grid, dst=NAMES[item[1]])
