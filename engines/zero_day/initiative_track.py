"""The initiative track: ten spots, a tile at each (ZD-5). A face is 2 * tile + side, its back `face ^ 1`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engines.zero_day import data_files

SPOTS = 10
MOST_CLOSED = 4
WITH_AMOUNT, WITHOUT = ("gain", "pay"), ("bonus", "blank", "admin", "pointer")


class Face(NamedTuple):
    kind: str
    amount: int
    text: str


def read_faces(raw: Mapping[str, Any], file: str) -> tuple[Face, ...]:
    sides = data_files.keys(raw, ("sides",), file)["sides"]
    if not isinstance(sides, list) or len(sides) != SPOTS:
        raise data_files.BadTables(f"{file}: sides: {SPOTS} tiles are needed")
    faces: list[Face] = []
    for at, pair in enumerate(sides):
        if not isinstance(pair, list) or len(pair) != 2:
            raise data_files.BadTables(f"{file}: sides[{at}]: an A and a B side are needed")
        faces += [_face(text, f"{file}: sides[{at}]") for text in pair]
        kinds = {face.kind for face in faces[-2:]}
        if {"admin", "pay"} <= kinds:
            raise data_files.BadTables(f"{file}: sides[{at}]: the other side of an admin tile is never a payment")
    special = [{face.kind for face in faces[at : at + 2]} & {"admin", "pointer"} for at in range(0, len(faces), 2)]
    if sum("admin" in kinds for kinds in special) > MOST_CLOSED:
        raise data_files.BadTables(f"{file}: sides: at most {MOST_CLOSED} tiles may have an admin side")
    if sum(bool(kinds) for kinds in special) > SPOTS - 2:
        raise data_files.BadTables(f"{file}: sides: a pointer needs a tile that is neither pointer nor admin to fetch")
    return tuple(faces)


def _face(text: Any, where: str) -> Face:
    words = text.split() if isinstance(text, str) else []
    if len(words) == 2 and words[0] in WITH_AMOUNT and words[1].isdecimal() and 0 < int(words[1]) < 100:
        return Face(words[0], int(words[1]), text)
    if len(words) == 1 and words[0] in WITHOUT:
        return Face(words[0], 0, text)
    raise data_files.BadTables(f"{where}: {text!r} is none of gain N, pay N, {', '.join(WITHOUT)}")


FACES = read_faces(data_files.read("initiative.toml"), "initiative.toml")
CLOSING = frozenset(face for face, kind in enumerate(FACES) if kind.kind == "admin")
POINTING = frozenset(face for face, kind in enumerate(FACES) if kind.kind == "pointer")


def closed(tiles: tuple[int, ...]) -> int:
    """The spots that only the Admin may occupy, as bits."""
    return sum(1 << spot for spot, face in enumerate(tiles) if face in CLOSING)


def flipped(tiles: tuple[int, ...], spot: int) -> tuple[int, ...]:
    return (*tiles[:spot], tiles[spot] ^ 1, *tiles[spot + 1 :])


def swapped(tiles: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    changed = list(tiles)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)
