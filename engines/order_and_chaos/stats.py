"""Order & Chaos: use of chessmen and areas.

The notation omits which chessman leaves an area with one kind only, so the match is replayed.
"""

import re
from collections.abc import Mapping, Sequence

from engines import play, registry
from engines.contract import Json
from engines.i18n import mark
from engines.order_and_chaos.board import BOARD, CONSTANTS
from engines.usage import Board, Cell, LogLine, LogReader, Topic, Usage, remove_undone

SCALE = 0.45
KINDS = {"s": "small", "b": "big"}
_MOVE = re.compile(r"[A-Z]\d+[sb]?-([A-Z]\d+)")


def read_log(lines: Sequence[LogLine], options: Mapping[str, Json], seats: int) -> Usage:
    """Return the use of chessmen and areas in a log."""
    usage, engine = Usage(), registry.get("order-and-chaos")
    # With the highest limit, the newest version accepts the turns of every version and option.
    position = play.begin(engine, {**options, "repetition_limit": CONSTANTS.limits["repetition_limit"][2]}, seats)
    for line in remove_undone(lines):
        position = play.advance(engine, position, line.by, line.do)
        last_move, target = position.state.last, _MOVE.fullmatch(line.do)
        if line.by is None or target is None:
            continue
        usage.used("chessman", KINDS[last_move.kind], line.by, good=len(last_move.killed))
        usage.used("square", target[1], line.by)
        usage.opened(line.by, line.do)
        if last_move.killed:
            usage.used("chessman", KINDS[last_move.killed], 1 - line.by, uses=0, bad=1)
    return usage


def build_board() -> Board:
    """Return the engine's board, scaled down and moved to the origin."""
    corners = [point for area in BOARD.areas for point in area.shape]
    left, top = (min(point[axis] for point in corners) for axis in (0, 1))
    right, bottom = (max(point[axis] for point in corners) for axis in (0, 1))

    def put(point: tuple[int, int]) -> tuple[float, float]:
        return SCALE * (point[0] - left), SCALE * (point[1] - top)

    cells = []
    for area in BOARD.areas:
        rim = tuple(put(point) for point in area.shape)
        middle = sum(x for x, _ in rim) / len(rim), sum(y for _, y in rim) / len(rim)
        cells.append(Cell(area.name, rim, middle))
    return Board(put((right, bottom)), tuple(cells))


READER = LogReader(
    topics=(
        Topic(
            "chessman",
            mark("Chessmen"),
            mark("Chessman"),
            mark("Moves"),
            mark("Kills by moving"),
            mark("Times killed"),
            mark("Kills by chessmen returning from the grave aren't counted."),
            str.capitalize,
        ),
    ),
    read=read_log,
    board=build_board,
    square=mark("moves into this area"),
    opening=mark("The opening is the first move of a side."),
)
