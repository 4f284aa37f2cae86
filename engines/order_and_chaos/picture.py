"""The board as a description, from which pictures are drawn (`engines.board_description`)."""

from collections.abc import Mapping
from typing import Any

from engines.board_description import BoardCell, BoardDescription, BoardPiece, Shade
from engines.order_and_chaos.board import AREAS, NAMES, NEAR

_SCALE = 118
"""Units of the drawing for each unit of the description: circles of neighbours don't touch."""
_SHADES: Mapping[str, Shade] = {"small": "dark", "big": "light", "battle": "light"}

_SIGNS = {"s": "", "b": "♛"}


def describe_board(view: Mapping[str, Any]) -> BoardDescription:
    """Return the areas as circles with their men, joined where they share an edge."""
    cells: list[BoardCell] = []
    for name, area in view["board"]["areas"].items():
        x, y = area["centre"]
        cells.append({"name": name, "at": [x / _SCALE, y / _SCALE], "shade": "home" if area["core"] else _SHADES[area["kind"]]})
    edges = [[NAMES[one], NAMES[two]] for one in range(AREAS) for two in range(one) if NEAR[one] >> two & 1]
    pieces: list[BoardPiece] = [
        {"cell": name, "owner": seat, "label": _SIGNS[kind], "name": kind}
        for name, area in view["areas"].items()
        for seat, kind, _moved in area["men"]
    ]
    last = view["last"] or {}
    marked = [last[end] for end in ("from", "to") if last.get(end) in view["areas"]]
    return {"shape": "graph", "cells": cells, "edges": edges, "pieces": pieces, "last": marked}
