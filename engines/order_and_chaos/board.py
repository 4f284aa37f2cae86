"""The board, read from `data/board.toml` and checked on load (rulings OC-1, C-8).

An area is a number, in the order of the file; a set of areas is an integer with those bits. Territories are numbered
0 and 1, seats too: Order is 0, Chaos is 1.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from engines.contract import Json
from engines.data_files import BadData, Check, Words, at_least, check_different, load, one_of

FILE = Path(__file__).parent / "data" / "board.toml"
SIDES = ("order", "chaos")
SMALL, BIG, BATTLE = "small", "big", "battle"
MOST_AREAS = 60
MOST_AREAS = 60


Point = tuple[int, int]


def _is_name(name: str) -> bool:
    return name.isascii() and name.isalnum() and name == name.upper() and name[-1].isdigit()


@dataclass(frozen=True, slots=True)
class Area:
    name: Annotated[str, Check(_is_name, "capital letters and digits are needed, a digit last (letters may follow it)")]
    kind: Annotated[str, one_of(SMALL, BIG, BATTLE)]
    centre: Point
    shape: Annotated[tuple[Point, ...], at_least(3, "points")]


@dataclass(frozen=True, slots=True)
class TerritoryEntry:
    """A territory as the file has it, its areas by name."""

    key: str
    name: str
    starts: Annotated[int, Words(SIDES)]
    areas: tuple[str, ...]
    core: str
    revive: str
    grave: tuple[int, int, int, int]

    def __post_init__(self) -> None:
        if self.core not in self.areas or len(set(self.areas)) != len(self.areas):
            raise BadData("areas: different areas are needed, the core among them")


@dataclass(frozen=True, slots=True)
class Link:
    """Where the cores touch: their names, and along which line."""

    areas: tuple[str, str]
    path: Annotated[tuple[Point, ...], at_least(2, "points")]


@dataclass(frozen=True, slots=True)
class BoardFile:
    hexagon: Annotated[tuple[Point, ...], at_least(3, "points")]
    edges: tuple[str, ...]
    link: Link
    territory: tuple[TerritoryEntry, TerritoryEntry]
    area: tuple[Area, ...]

    def __post_init__(self) -> None:
        check_different((area.name for area in self.area), "area.name")
        if len(self.area) > MOST_AREAS:
            raise BadData(f"area: {MOST_AREAS} areas at most")
        kinds = {area.name: area.kind for area in self.area}
        for at, entry in enumerate(self.territory):
            for key, name, kind in (("core", entry.core, BIG), ("revive", entry.revive, BATTLE)):
                if kinds.get(name) != kind:
                    raise BadData(f"territory[{at}].{key}: {name!r} is no {kind} area")
            for name in entry.areas:
                if kinds.get(name, BATTLE) == BATTLE:
                    raise BadData(f"territory[{at}].areas: {name!r} is no triangle")
        one, other = self.territory
        if one.starts == other.starts or set(one.areas) & set(other.areas) or one.key == other.key:
            raise BadData("territory: each side starts in one of two territories that share no area")
        if set(self.link.areas) != {one.core, other.core}:
            raise BadData("link: the cores of the territories are needed")
        self._check_edges(kinds)

    def _check_edges(self, names: Collection[str]) -> None:
        seen: set[frozenset[str]] = set()
        for edge in self.edges:
            ends = edge.split("-")
            if len(ends) != 2 or ends[0] == ends[1] or not set(ends) <= set(names):
                raise BadData(f"edges: {edge!r} does not join two areas")
            if frozenset(ends) in seen:
                raise BadData(f"edges: {edge!r} stands twice")
            seen.add(frozenset(ends))


@dataclass(frozen=True, slots=True)
class Territory:
    key: str
    name: str
    starts: int  # the seat whose it is at first
    areas: int
    core: int
    revive: int
    grave: tuple[int, int, int, int]  # left, top, width, height


@dataclass(frozen=True, slots=True)
class Board:
    areas: tuple[Area, ...]
    near: tuple[int, ...]  # areas that share an edge, by area
    territories: tuple[Territory, Territory]
    hexagon: tuple[Point, ...]
    link: tuple[Point, ...]  # along which the cores touch

    def kind(self, kind: str) -> int:
        """Return all areas of a kind."""
        return sum(1 << number for number, area in enumerate(self.areas) if area.kind == kind)


def numbered(file: BoardFile) -> Board:
    """Return the board of a file, its areas by number."""
    number = {area.name: at for at, area in enumerate(file.area)}
    near = [0] * len(number)
    for one, other in (*(edge.split("-") for edge in file.edges), file.link.areas):
        near[number[one]] |= 1 << number[other]
        near[number[other]] |= 1 << number[one]
    south, north = (
        Territory(
            key=entry.key,
            name=entry.name,
            starts=entry.starts,
            areas=sum(1 << number[name] for name in entry.areas),
            core=number[entry.core],
            revive=number[entry.revive],
            grave=entry.grave,
        )
        for entry in file.territory
    )
    return Board(file.area, tuple(near), (south, north), file.hexagon, file.link.path)


BOARD = numbered(load(BoardFile, FILE))
AREAS = len(BOARD.areas)
ALL = (1 << AREAS) - 1
NAMES = tuple(area.name for area in BOARD.areas)
AREA_OF = {name: number for number, name in enumerate(NAMES)}
KINDS = tuple(area.kind for area in BOARD.areas)
SMALL_TRIANGLES, BIG_TRIANGLES = BOARD.kind(SMALL), BOARD.kind(BIG)
TRIANGLES = SMALL_TRIANGLES | BIG_TRIANGLES
TERRITORIES = BOARD.territories
CORES = tuple(territory.core for territory in TERRITORIES)

# What a page needs to draw the board; the same object in every view.
DRAWING: dict[str, Json] = {
    "size": [1000, 1000],
    "hexagon": [list(point) for point in BOARD.hexagon],
    "link": [list(point) for point in BOARD.link],
    "areas": {
        area.name: {
            "kind": area.kind,
            "territory": next((t.key for t in TERRITORIES if t.areas >> number & 1), None),
            "core": number in CORES,
            "revive": next((t.key for t in TERRITORIES if t.revive == number), None),
            "centre": list(area.centre),
            "shape": [list(point) for point in area.shape],
        }
        for number, area in enumerate(BOARD.areas)
    },
    "graves": {territory.key: list(territory.grave) for territory in TERRITORIES},
}
