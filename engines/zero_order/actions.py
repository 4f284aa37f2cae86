"""Actions as values: a verb, the acting grid, and what is selected. Those of one grid or two are made once."""

from __future__ import annotations

from typing import Any, NamedTuple

from engines.zero_order.grid import CELLS, NEIGHBOURS, OUT
from engines.zero_order.tokens import FUNCTIONS


class Action(NamedTuple):
    """`items` by verb:

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


def team(functions: int) -> Action:
    return Action("team", OUT, (functions,))
