"""The board as a description, from which pictures are drawn (`engines.board_description`)."""

from collections.abc import Mapping
from typing import Any

from engines.board_description import BoardCell, BoardDescription, BoardPiece, Shade

_SHADES: Mapping[int | None, Shade] = {0: "light", 1: "dark", None: "home"}
"""Of a tile by its owner; the centre has none."""


def describe_board(view: Mapping[str, Any]) -> BoardDescription:
    """Return the grid on its side, White on the left, with tiles as shades and units as pieces."""
    cells: list[BoardCell] = []
    for name, (column, height) in view["grids"].items():
        tile = view["tiles"].get(name)
        shade: Shade = "blocked" if tile is None else _SHADES[tile[0]]
        cells.append({"name": name, "at": [(height - column % 2) // 2, column], "shade": shade})
    pieces: list[BoardPiece] = [
        {"cell": name, "owner": seat, "label": code, "name": code} for name, (seat, code) in view["units"].items()
    ]
    moves = view["last"]["moves"] if view["last"] else []
    last = [end for move in moves for end in move if end in view["grids"]]
    return {"shape": "hex", "cells": cells, "pieces": pieces, "last": last}
