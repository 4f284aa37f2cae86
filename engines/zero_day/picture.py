"""The board as a description, from which pictures are drawn (`engines.board_description`)."""

from collections.abc import Mapping
from typing import Any

from engines.board_description import BoardCell, BoardCounter, BoardDescription, BoardPiece, Shade

_AT = {
    "C": (2, 2), "R1": (2, 1), "R2": (3, 2), "R3": (2, 3), "R4": (1, 3), "R5": (1, 2), "R6": (1, 1),
    "T1": (3, 1), "T2": (3, 3), "T3": (2, 4), "T4": (0, 3), "T5": (0, 1), "T6": (2, 0),
}  # fmt: skip
_SHADES: Mapping[str, Shade] = {"Central": "home", "Slum": "dark"}


def describe_board(view: Mapping[str, Any]) -> BoardDescription:
    """Return the tiles with the pawns on them, and the players' scores."""
    cells: list[BoardCell] = [
        {"name": place, "at": list(_AT[place]), "shade": _SHADES.get(held["tile"], "light"), "label": held["tile"]}
        for place, held in view["board"].items()
    ]
    pieces: list[BoardPiece] = []
    for place, held in view["board"].items():
        for seat in held["pawns"]:
            pieces.append({"cell": place, "owner": seat, "label": f"H{seat}" if seat else "A", "name": f"pawn {seat}"})
        pieces += [{"cell": place, "owner": None, "label": "", "name": "pawn"}] * held["neutral"]
    counters: list[BoardCounter] = [
        {"owner": seat, "name": "score", "value": row["score"]} for seat, row in enumerate(view["seats"])
    ]
    return {"shape": "hex", "cells": cells, "pieces": pieces, "counters": counters}
