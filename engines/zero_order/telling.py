"""The log lines: what an action was, in words."""

from __future__ import annotations

from engines.zero_order.actions import Action
from engines.zero_order.board import NONE
from engines.zero_order.grid import NAMES, OUT
from engines.zero_order.state import DRAW, SUPPORT, State
from engines.zero_order.tokens import CODES, FUNCTION, codes
from engines.zero_order.tokens import NAMES as CALLED

SIDES = ("White", "Grey")


def describe(state: State, actor: int | None, action: Action, viewer: int | None) -> str:
    """A log line; `state` is the one before the action."""
    verb, cell, items = action
    if verb == "team":
        return _told_team(state, actor, items[0], viewer)
    side = SIDES[state.seat if actor is None else actor]
    if verb == "end":
        return f"{side} puts nothing more in play." if state.phase == SUPPORT else f"{side} ends the turn."
    if verb in _PLACED:
        return f"{side} {_PLACED[verb].format(CALLED[items[0]], NAMES[cell])}"
    unit = _unit(state, cell)
    if verb == "move":
        return f"{side} moves {unit} from {NAMES[cell]} to {NAMES[items[0]]}."
    if verb == "release":
        return f"{side}'s {unit} on {NAMES[cell]} releases what it holds."
    told = ", ".join(_told_item(state, verb, item) for item in items)
    return f"{side}'s {unit} on {NAMES[cell]} {_VERBS.get(verb, verb + 's')} {told}."


_PLACED = {
    "tile": "lays {} on {} as a tile.",
    "unit": "deploys {} on {}.",
    "build": "builds the defeated {} on {}.",
}
_VERBS = {"toss": "tosses", "push": "pushes", "switch": "switches places with", "glitch": "glitches out beside"}


def _told_team(state: State, actor: int | None, team: int, viewer: int | None) -> str:
    written = ", ".join(CALLED[CODES.index(code)] for code in codes(team))
    if actor is None or state.phase == DRAW:
        return f"{SIDES[0 if state.teams[0] is None else 1]}'s team is drawn: {written}."
    if viewer == actor:
        return f"{SIDES[actor]} hands in a team: {written}."
    return f"{SIDES[actor]} hands in a team."


def _unit(state: State, cell: int) -> str:
    token = state.board.units[cell]
    return "unit" if token == NONE else CALLED[FUNCTION[token]]


def _told_item(state: State, verb: str, item: int | tuple[int, ...]) -> str:
    if verb == "import":
        assert isinstance(item, int)
        tile = state.board.tiles[item]
        return f"{CALLED[FUNCTION[tile]]} from {NAMES[item]}"
    if isinstance(item, int):
        return f"{_unit(state, item)} on {NAMES[item]}"
    if verb == "unstack":
        return f"{CALLED[item[0]]} to {NAMES[item[1]]}"
    place = "off the map" if item[1] == OUT else f"to {NAMES[item[1]]}"
    return f"{_unit(state, item[0])} from {NAMES[item[0]]} {place}"
