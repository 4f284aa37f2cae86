"""The sixteen kinds of piece and the battle table, read from `data/pieces.toml` and checked on load.

A kind is a number from 1 (G3) to 16 (FL); a piece on the board is the kind for Red and the kind + 16 for Blue, so a
board is one `bytes`. 0 is an empty square.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.data_files import load_toml

FILE = Path(__file__).parent / "data" / "pieces.toml"
MOVEMENTS = ("step", "charge", "fly", "slide", "never")
MIRROR = {"o": "x", "x": "o", "=": "=", "-": "-"}
BLUE = 16


class BadPieces(ValueError):
    """The piece file is wrong: the message names file, key and reason."""


@dataclass(frozen=True, slots=True)
class Kind:
    code: str
    name: str
    count: int
    leader: bool
    moves: str


def read(raw: Mapping[str, Any], source: str) -> tuple[tuple[Kind, ...], dict[tuple[str, str], str]]:
    """Return the kinds in order and the battle results by (row, column) code; BadPieces where the file is wrong."""
    entries = raw.get("piece")
    if not isinstance(entries, list):
        raise BadPieces(f"{source}: piece: a list of pieces is needed")
    kinds = tuple(_kind(entry, f"{source}: piece[{at}]") for at, entry in enumerate(entries))
    codes = [kind.code for kind in kinds]
    if len(codes) != BLUE or len(set(codes)) != BLUE or codes[-1] != "FL":
        raise BadPieces(f"{source}: piece: 16 different codes are needed, the flag FL last, not {' '.join(codes)}")
    if sum(kind.count for kind in kinds) != 23:
        raise BadPieces(f"{source}: piece: the counts must add up to the 23 home squares")
    return kinds, _battles(raw.get("battle"), codes[:-1], f"{source}: battle")


def _kind(entry: Any, where: str) -> Kind:
    shape = {"code": str, "name": str, "count": int, "leader": bool, "moves": str}
    if not isinstance(entry, dict):
        raise BadPieces(f"{where}: a table is needed")
    for key, wanted in shape.items():
        if type(entry.get(key)) is not wanted:
            raise BadPieces(f"{where}.{key}: a value of type {wanted.__name__} is needed")
    if unknown := sorted(set(entry) - set(shape)):
        raise BadPieces(f"{where}.{unknown[0]}: unknown key")
    if entry["moves"] not in MOVEMENTS:
        raise BadPieces(f"{where}.moves: {entry['moves']!r} is none of {', '.join(MOVEMENTS)}")
    if entry["count"] < 1:
        raise BadPieces(f"{where}.count: at least 1 is needed")
    return Kind(**entry)


def _battles(table: Any, codes: list[str], where: str) -> dict[tuple[str, str], str]:
    if not isinstance(table, dict) or sorted(table) != sorted(codes):
        raise BadPieces(f"{where}: one row is needed for each of {' '.join(codes)}")
    results = {}
    for row, line in table.items():
        marks = line.split() if isinstance(line, str) else []
        if len(marks) != len(codes) or not set(marks) <= set(MIRROR):
            raise BadPieces(f"{where}.{row}: {len(codes)} marks out of o x = - are needed")
        results.update({(row, column): mark for column, mark in zip(codes, marks, strict=True)})
    for (row, column), mark in results.items():
        if results[column, row] != MIRROR[mark]:
            raise BadPieces(f"{where}.{row}: {mark} against {column} contradicts the row of {column}")
    return results


def load(path: Path = FILE) -> tuple[tuple[Kind, ...], dict[tuple[str, str], str]]:
    """Read a piece file; BadPieces names what is wrong with it."""
    return read(load_toml(path, BadPieces), path.name)


KINDS, BATTLES = load()
CODES = ("", *(kind.code for kind in KINDS))  # by kind
NAMES = ("", *(kind.name for kind in KINDS))
KIND_OF = {code: kind for kind, code in enumerate(CODES) if code}
COUNTS = (0, *(kind.count for kind in KINDS))
FLAG = KIND_OF["FL"]

# By piece number (0 empty, 1-16 Red, 17-32 Blue).
PIECE_CODES = CODES + CODES[1:]
KIND: tuple[int, ...] = (*range(BLUE + 1), *range(1, BLUE + 1))
MOVEMENT = ("never", *(kind.moves for kind in KINDS), *(kind.moves for kind in KINDS))
LEADER = (False, *(kind.leader for kind in KINDS), *(kind.leader for kind in KINDS))
MOVABLE = tuple(moves != "never" for moves in MOVEMENT)


def battle_table(tank_beats_engineer: bool) -> tuple[tuple[str, ...], ...]:
    """Results by [attacking kind][defending kind]: o, x or = for the attacker (FT-5; kind 0 loses to everything)."""
    results = dict(BATTLES)
    if tank_beats_engineer:
        results["TK", "EN"], results["EN", "TK"] = "o", "x"
    columns = CODES[1:-1]
    rows = (tuple(results.get((row, column), "-") for column in columns) for row in columns)
    return ((), *(("o", *row, "-") for row in rows), ())
