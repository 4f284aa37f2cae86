"""Zero Order: chosen and applied functions, and grids where units were placed or moved."""

import re
from collections.abc import Mapping, Sequence
from math import cos, radians, sin, sqrt

from engines.contract import Json
from engines.i18n import mark
from engines.usage import Board, Cell, LogLine, LogReader, Topic, Usage, remove_undone
from engines.zero_order.grid import NAMES as GRIDS
from engines.zero_order.tokens import CODES, FUNCTION_BY_VERB, FUNCTION_OF, UNIT_NAMES

_STEP = re.compile(r"(?:[A-E]\d-|(?:unit|build) [A-Z]{2} )([A-E]\d)")
SIDE = 50
HALF = SIDE * sqrt(3) / 2


def read_log(lines: Sequence[LogLine], options: Mapping[str, Json], seats: int) -> Usage:
    """Return the use of functions and grids in a log."""
    usage = Usage()
    for line in remove_undone(lines):
        if line.by is None:
            continue
        if (step := _STEP.fullmatch(line.do)) is not None:
            usage.used("square", step[1], line.by)
        verb, _, rest = line.do.partition(" ")
        if verb == "team":
            usage.opened(line.by, " ".join(sorted(rest.split())))
            for code in rest.split():
                usage.used("function", code, line.by, uses=0)
        elif verb in FUNCTION_BY_VERB:
            removed = 1 if verb == "delete" else len(re.findall(r"-off\b", rest))
            usage.used("function", CODES[FUNCTION_BY_VERB[verb]], line.by, good=removed)
    return usage


def build_board() -> Board:
    """Return the board with White at the bottom, columns A to E, and diagonal rows."""
    places = {name: (ord(name[0]) - 65, 2 * int(name[1:]) - (ord(name[0]) - 65)) for name in GRIDS}
    top = max(height for _, height in places.values())
    bottom = min(height for _, height in places.values())
    size = ((4 * 1.5 + 2) * SIDE, (top - bottom + 2) * HALF)
    return Board(size, tuple(_build_cell(name, column, top - height) for name, (column, height) in places.items()))


def _build_cell(name: str, column: int, down: int) -> Cell:
    x, y = (1.5 * column + 1) * SIDE, (down + 1) * HALF
    rim = tuple((x + SIDE * cos(radians(angle)), y + SIDE * sin(radians(angle))) for angle in range(0, 360, 60))
    return Cell(name, rim, (x, y))


READER = LogReader(
    topics=(
        Topic(
            "function",
            mark("Functions"),
            mark("Function"),
            mark("Times applied"),
            mark("Units sent off the map"),
            "",
            mark("A match counts for each function in the team."),
            lambda code: UNIT_NAMES[FUNCTION_OF[code]],
        ),
    ),
    read=read_log,
    board=build_board,
    square=mark("units placed here or moved here"),
    opening=mark("The opening is the team of a side."),
)
