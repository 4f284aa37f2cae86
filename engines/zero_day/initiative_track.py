"""The initiative track: ten spots, a tile at each (ZD-5). A face is 2 * tile + side, its back `face ^ 1`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engines.data_files import BadData, load
from engines.zero_day.cards import FOLDER

SPOTS = 10
MOST_CLOSED = 4
WITH_AMOUNT, WITHOUT = ("gain", "pay"), ("bonus", "blank", "admin", "pointer")


class Face(NamedTuple):
    kind: str
    amount: int
    text: str


@dataclass(frozen=True, slots=True)
class Track:
    """The file of initiative tiles: an A and a B side of each."""

    sides: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        if len(self.sides) != SPOTS:
            raise BadData(f"sides: {SPOTS} tiles are needed")
        kinds = [{face(text, f"sides[{at}]").kind for text in pair} for at, pair in enumerate(self.sides)]
        for at, both in enumerate(kinds):
            if {"admin", "pay"} <= both:
                raise BadData(f"sides[{at}]: the other side of an admin tile is never a payment")
        if sum("admin" in both for both in kinds) > MOST_CLOSED:
            raise BadData(f"sides: at most {MOST_CLOSED} tiles may have an admin side")
        if sum(bool(both & {"admin", "pointer"}) for both in kinds) > SPOTS - 2:
            raise BadData("sides: a pointer needs a tile that is neither pointer nor admin to fetch")


def face(text: str, where: str) -> Face:
    """Return a side of a tile from its text. Raises BadData."""
    words = text.split()
    if len(words) == 2 and words[0] in WITH_AMOUNT and words[1].isdecimal() and 0 < int(words[1]) < 100:
        return Face(words[0], int(words[1]), text)
    if len(words) == 1 and words[0] in WITHOUT:
        return Face(words[0], 0, text)
    raise BadData(f"{where}: {text!r} is none of gain N, pay N, {', '.join(WITHOUT)}")


FACES = tuple(face(text, "") for pair in load(Track, FOLDER / "initiative.toml").sides for text in pair)
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
