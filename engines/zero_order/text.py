"""The board as plain text, for a terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

LEGEND = (
    "Each grid: unit/tile, as in B3 DE/st. CAPITALS are White's, small letters Grey's; -- is empty, ** the centre.\n"
    "After a unit: ! immobilized, ~ deactivated, + immunized. > marks the unit that moved, * those that landed."
)
WIDTH, TOP = 15, 16
_SIDES = ("White", "Grey")
_MARKS = {"I": "!", "D": "~", "M": "+"}
_PHASES = {
    "draw": "the teams are drawn",
    "team": "choose a team of six",
    "map": "place a token from your hand as a tile",
    "deploy": "deploy a unit on one of your tiles",
    "support": "put Lock and Hide in play, or end",
    "move": "move a unit",
    "act": "put the moved unit in play, or end",
    "combo": "combine, or end",
    "build": "build the defeated units as tiles",
    "over": "the match is over",
}


def board(view: Mapping[str, Any]) -> str:
    """Return the five columns side by side, Grey's side on top, then the tokens that are not on the map."""
    places = {(column, height): name for name, (column, height) in view["grids"].items()}
    rows = []
    for height in range(TOP, -1, -1):
        names = [places.get((column, height)) for column in range(5)]
        rows.append("".join(f"{'' if name is None else _format_grid(view, name):<{WIDTH}}" for name in names).rstrip())
    last = f"; last: {view['last']['do']}" if view["last"] else ""
    counts = f"quiet {view['quiet']} of {view['quiet_limit']}, position {view['stood']} of 3"
    turn = f"turn {view['turn']} of {view['turn_limit']}, {counts}"
    return "\n".join(["", *rows, *_format_other_tokens(view), f"{turn}{last}; now: {_PHASES[view['phase']]}"])


def _format_grid(view: Mapping[str, Any], name: str) -> str:
    tile, unit = view["tiles"].get(name), view["units"].get(name)
    marks = "".join(_MARKS[letter] for letter in view["states"].get(name, ""))
    moved = ">" if name == view["mover"] else "*" if name in view["landed"] else " "
    return f"{moved}{name} {_format_token(unit)}/{'**' if tile == [None, None] else _format_token(tile)}{marks}"


def _format_token(pair: Sequence[Any] | None) -> str:
    if pair is None or pair[0] is None:
        return "--"
    return str(pair[1]).lower() if pair[0] else str(pair[1])


def _format_other_tokens(view: Mapping[str, Any]) -> list[str]:
    parts = []
    for word, at in (("in hand", "hands"), ("team", "teams"), ("under the Stack", "stacks"), ("off the grid", "aside")):
        pairs = [(_SIDES[seat], codes) for seat, codes in enumerate(view[at]) if codes]
        parts += [f"{side}, {word}: {' '.join(codes)}" for side, codes in pairs]
    parts += [f"{hold['by']} holds {' '.join(hold['held'])} ({hold['kind']})" for hold in view["holds"]]
    if view["fallen"]:
        parts.append(f"defeated, to be built: {' '.join(view['fallen'])}")
    return parts
