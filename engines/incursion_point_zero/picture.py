"""The map as a description, from which pictures are drawn (`engines.board_description`)."""

from collections.abc import Mapping
from typing import Any

from engines.board_description import BoardCell, BoardDescription, BoardPiece
from engines.incursion_point_zero.cards import CLASS_OF, SOLDIERS

ZONES, COLUMNS, LABEL = 4, 5, 3


def describe_board(view: Mapping[str, Any]) -> BoardDescription:
    """Return the map, zone 4 on top, with Soldiers and face-down cards."""
    spaces = [f"Z{zone}-{column}" for zone in range(ZONES, 0, -1) for column in range(1, COLUMNS + 1)]
    cells: list[BoardCell] = [
        {
            "name": _to_name(space), "at": [n % COLUMNS, n // COLUMNS],
            "shade": "light" if space in view["spaces"] else "blocked",
        }
        for n, space in enumerate(spaces)
    ]  # fmt: skip
    pieces: list[BoardPiece] = [
        {"cell": _to_name(soldier["at"]), "owner": soldier["side"], "label": SOLDIERS[CLASS_OF[name]].letters, "name": name}
        for name, soldier in view["soldiers"].items()
        if soldier["at"] and soldier["state"] in ("map", "hidden")
    ]
    taken = {piece["cell"] for piece in pieces}
    for space, held in view["spaces"].items():
        cell, card = _to_name(space), held["under"] or held["card"]
        if card and cell not in taken:
            is_hidden = card == "down"
            label, name = ("", "?") if is_hidden else (card[:LABEL], card)
            pieces.append({"cell": cell, "owner": None, "label": label, "name": name, "hidden": is_hidden})
    return {"shape": "square", "fixed": True, "cells": cells, "pieces": pieces}


def _to_name(space: str) -> str:
    """Return the name of a space as the one of a cell, which has no hyphen."""
    return space.replace("-", "c")
