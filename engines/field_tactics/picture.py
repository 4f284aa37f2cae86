"""The board as a description, from which pictures are drawn (`engines.board_description`)."""

from collections.abc import Mapping
from typing import Any

from engines.board_description import BoardCell, BoardDescription, BoardPiece, Shade
from engines.field_tactics.squares import COLUMNS

_BRIDGES: list[BoardCell] = [{"name": f"{column}bridge", "at": [COLUMNS.index(column), 4], "shade": "home"} for column in "BE"]
"""The river is a row without other cells."""


def describe_board(view: Mapping[str, Any]) -> BoardDescription:
    """Return the squares with their pieces, Red at the bottom."""
    cells: list[BoardCell] = [*_BRIDGES]
    for row in range(1, 9):
        for column, letter in enumerate(COLUMNS):
            name = f"{letter}{row}"
            if row in (1, 8) and letter == "D":
                continue
            is_base = row in (1, 8) and letter == "C"
            at = [column + (0.5 if is_base else 0), 8 - row if row > 4 else 9 - row]
            shade: Shade = "home" if is_base else "dark" if (column + row) % 2 else "light"
            cells.append({"name": f"CD{row}" if is_base else name, "at": at, "shade": shade})
    pieces: list[BoardPiece] = [
        {"cell": square, "owner": seat, "label": code or "", "name": code or "?", "hidden": code is None}
        for square, (seat, code) in view["squares"].items()
    ]
    last = view["last"]
    return {"shape": "square", "cells": cells, "pieces": pieces, "last": [last["from"], last["to"]] if last else []}
