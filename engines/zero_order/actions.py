"""Actions as values and their notation: a verb, the acting grid, the selection. Those of few grids are singletons."""

import re
from functools import lru_cache, partial
from typing import Any, NamedTuple

from engines.contract import malformed
from engines.zero_order.grid import CELL_OF, CELLS, NAMES, NEIGHBOURS, OUT
from engines.zero_order.tokens import CODES, FUNCTION_OF, FUNCTIONS, TEAM_SIZE, codes


class Action(NamedTuple):
    """An action; its `items` depend on the verb.

    team            one set of functions              tile unit build   one function (`cell` is the grid)
    move            the new grid                      import            the tile's grid
    delete hide mirror switch glitch                  the selected grid
    push toss       one (grid, new grid or OUT)       twist             one (grid, new grid or OUT, 0 cw or 1 ccw)
    split file      (grid, new grid or OUT) ...       freeze group lock stack export   grids ...
    unstack         (function, new grid) ...          release end       nothing
    """

    verb: str
    cell: int
    items: tuple[Any, ...]


SINGLE = ("delete", "hide", "mirror", "switch", "import", "glitch")
SLIDING = ("push", "toss")
SEVERAL = ("freeze", "group", "lock", "stack", "export")
MOVING = ("split", "file")
PLACING = ("tile", "unit", "build")

END = Action("end", OUT, ())
MOVES = {(src, dst): Action("move", src, (dst,)) for src in range(CELLS) for dst in NEIGHBOURS[src]}
# STEPS[grid]: (bit of the new grid, the move)
STEPS = tuple(tuple((1 << dst, MOVES[src, dst]) for dst in NEIGHBOURS[src]) for src in range(CELLS))
PLACED = {
    verb: tuple(tuple(Action(verb, cell, (function,)) for cell in range(CELLS)) for function in range(FUNCTIONS))
    for verb in PLACING
}
RELEASES = tuple(Action("release", cell, ()) for cell in range(CELLS))


def team_action(functions: int) -> Action:
    """Return the action that submits a team."""
    return Action("team", OUT, (functions,))


_CACHE_SIZE = 1 << 15
_ROTATIONS = ("cw", "ccw")
_DESTINATIONS = (*NAMES, "off")
_FUNCTION_ACTION = re.compile(r"([a-z]+) ([A-Z][0-9]): ?(.+)", re.IGNORECASE)
_VERBS = (*SINGLE, *SLIDING, "twist", *MOVING, *SEVERAL, "unstack")


@lru_cache(_CACHE_SIZE)
def encode(action: Action) -> str:
    """Return the canonical notation."""
    verb, cell, items = action
    if verb == "end":
        return "end"
    if verb == "team":
        return f"team {' '.join(codes(items[0]))}"
    name = NAMES[cell]
    if verb in PLACING:
        return f"{verb} {CODES[items[0]]} {name}"
    if verb == "move":
        return f"{name}-{NAMES[items[0]]}"
    if verb == "release":
        return f"release {name}"
    return f"{verb} {name}: {' '.join(_format_item(verb, item) for item in items)}"


def _format_item(verb: str, item: int | tuple[int, ...]) -> str:
    if isinstance(item, int):
        return NAMES[item]
    if verb == "unstack":
        return f"{CODES[item[0]]}-{NAMES[item[1]]}"
    shifted = f"{NAMES[item[0]]}-{_DESTINATIONS[item[1]]}"
    return f"{shifted} {_ROTATIONS[item[2]]}" if verb == "twist" else shifted


@lru_cache(_CACHE_SIZE)
def decode(text: str) -> Action:
    """Return the action of a text in any case, with any spaces and any order of items. Raises IllegalAction."""
    if not text.isascii():
        raise malformed("Use only plain letters and digits.")
    words = text.split()
    if not words:
        raise malformed("Enter an action, such as B3-B4 or end.")
    verb, rest = words[0].lower(), words[1:]
    if verb == "end" and not rest:
        return END
    if verb == "team":
        functions = {_parse_code(word) for word in rest}
        if not len(functions) == len(rest) == TEAM_SIZE:
            raise malformed("Enter a team as {count} different codes.", count=TEAM_SIZE)
        return team_action(sum(1 << function for function in functions))
    if verb in PLACING:
        if len(rest) != 2:
            raise malformed("Enter it like this: {verb} PU B3.", verb=verb)
        return PLACED[verb][_parse_code(rest[0])][_parse_cell(rest[1])]
    if verb == "release" and len(rest) == 1:
        return RELEASES[_parse_cell(rest[0])]
    if len(words) == 1 and "-" in verb:
        src, dst = map(_parse_cell, _split_pair(words[0]))
        return MOVES.get((src, dst)) or Action("move", src, (dst,))
    return _parse_function_action(" ".join(words))


def _parse_function_action(text: str) -> Action:
    match = _FUNCTION_ACTION.fullmatch(text)
    if match is None or match[1].lower() not in _VERBS:
        raise malformed("Invalid input. Enter a move like B3-B4, or a function like push B4: B5-B7.")
    verb, cell, words = match[1].lower(), _parse_cell(match[2]), match[3].split()
    if verb == "twist":
        if len(words) != 2 or words[1].lower() not in _ROTATIONS:
            raise malformed("Enter a twist like twist B4: B5-C5 cw, or with ccw for the other direction.")
        left, right = _split_pair(words[0])
        return Action(verb, cell, ((_parse_cell(left), _parse_target(right), _ROTATIONS.index(words[1].lower())),))
    items = tuple(sorted((_parse_item(verb, word) for word in words), key=partial(_format_item, verb)))
    if len(items) > 1 and verb not in (*SEVERAL, *MOVING, "unstack"):
        raise malformed("Select exactly one unit with {verb}.", verb=verb)
    heads = [item if isinstance(item, int) else item[0] for item in items]
    if len(set(heads)) != len(heads):
        raise malformed("The same unit is entered twice.")
    return Action(verb, cell, items)


def _parse_item(verb: str, word: str) -> int | tuple[int, ...]:
    if verb in SINGLE or verb in SEVERAL:
        return _parse_cell(word)
    left, right = _split_pair(word)
    return (_parse_code(left), _parse_cell(right)) if verb == "unstack" else (_parse_cell(left), _parse_target(right))


def _split_pair(word: str) -> tuple[str, str]:
    left, dash, right = word.partition("-")
    if not dash or not left or not right:
        raise malformed("{word} is invalid. Enter two parts with a dash, such as B3-B4.", word=repr(word[:12]))
    return left, right


def _parse_cell(word: str) -> int:
    cell = CELL_OF.get(word.upper())
    if cell is None:
        raise malformed("{word} is not a grid on the board.", word=repr(word[:12]))
    return cell


def _parse_target(word: str) -> int:
    return OUT if word.lower() == "off" else _parse_cell(word)


def _parse_code(word: str) -> int:
    function = FUNCTION_OF.get(word.upper())
    if function is None:
        raise malformed("{word} is not a code. Codes: {codes}.", word=repr(word[:12]), codes=" ".join(CODES))
    return function
