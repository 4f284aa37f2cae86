"""The board and the constants of the rules, read from `data/*.toml` and checked on load (rulings OC-1, C-8).

An area is its index in the file; a set of areas is a bit set. Territories are numbered 0 and 1, seats too: Order is 0,
Chaos is 1.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from engines.contract import Json
from engines.data_files import BadData, Check, IndexedWords, at_least, check_different, int_range, load, one_of

DATA = Path(__file__).parent / "data"
SIDES = ("order", "chaos")
SMALL, BIG, BATTLE = "small", "big", "battle"
MAX_AREAS = 60
Point = tuple[int, int]
_is_name = re.compile("[A-Z0-9]*[0-9]").fullmatch


@dataclass(frozen=True, slots=True)
class Area:
    """An area of the board."""

    name: Annotated[str, Check(_is_name, "must be capital letters and digits, ending in a digit (letters may follow)")]
    kind: Annotated[str, one_of(SMALL, BIG, BATTLE)]
    centre: Point
    shape: Annotated[tuple[Point, ...], at_least(3, "points")]


@dataclass(frozen=True, slots=True)
class Territory:
    """A territory and the side that initially owns it. `grave` is left, top, width and height."""

    key: str
    name: str
    starts: Annotated[int, IndexedWords(SIDES)]
    areas: tuple[str, ...]
    core: str
    revive: str
    grave: tuple[int, int, int, int]

    def __post_init__(self) -> None:
        if self.core not in self.areas or len(set(self.areas)) != len(self.areas):
            raise BadData("areas: must be different and include the core")


@dataclass(frozen=True, slots=True)
class Link:
    """A connection of two cores: their names, and the line along which they touch."""

    areas: tuple[str, str]
    path: Annotated[tuple[Point, ...], at_least(2, "points")]


@dataclass(frozen=True, slots=True)
class BoardFile:
    """The data file of the board."""

    hexagon: Annotated[tuple[Point, ...], at_least(3, "points")]
    edges: tuple[str, ...]
    link: Link
    territory: tuple[Territory, Territory]
    areas: tuple[Area, ...] = field(metadata={"key": "area"})

    def __post_init__(self) -> None:
        check_different((area.name for area in self.areas), "area.name")
        if len(self.areas) > MAX_AREAS:
            raise BadData(f"area: must have at most {MAX_AREAS} areas")
        kinds = {area.name: area.kind for area in self.areas}
        for index, entry in enumerate(self.territory):
            for key, name, kind in (("core", entry.core, BIG), ("revive", entry.revive, BATTLE)):
                if kinds.get(name) != kind:
                    raise BadData(f"territory[{index}].{key}: {name!r} is not a {kind} area")
            for name in entry.areas:
                if kinds.get(name, BATTLE) == BATTLE:
                    raise BadData(f"territory[{index}].areas: {name!r} is not a triangle")
        first, second = self.territory
        if first.starts == second.starts or set(first.areas) & set(second.areas) or first.key == second.key:
            raise BadData("territory: each side starts in one of two territories that share no area")
        if set(self.link.areas) != {first.core, second.core}:
            raise BadData("link: must join the cores of the territories")
        self._check_edges(kinds)

    def _check_edges(self, names: Collection[str]) -> None:
        seen: set[frozenset[str]] = set()
        for edge in self.edges:
            ends = edge.split("-")
            if len(ends) != 2 or ends[0] == ends[1] or not set(ends) <= set(names):
                raise BadData(f"edges: {edge!r} does not join two areas")
            if frozenset(ends) in seen:
                raise BadData(f"edges: {edge!r} appears twice")
            seen.add(frozenset(ends))


def _to_bits(names: Iterable[str]) -> int:
    return sum(1 << AREA_OF[name] for name in names)


BOARD = load(BoardFile, DATA / "board.toml")
AREAS = len(BOARD.areas)
ALL = (1 << AREAS) - 1
NAMES = tuple(area.name for area in BOARD.areas)
AREA_OF = {name: number for number, name in enumerate(NAMES)}
KINDS = tuple(area.kind for area in BOARD.areas)
SMALL_TRIANGLES = _to_bits(area.name for area in BOARD.areas if area.kind == SMALL)
BIG_TRIANGLES = _to_bits(area.name for area in BOARD.areas if area.kind == BIG)
TRIANGLES = SMALL_TRIANGLES | BIG_TRIANGLES
_EDGES = [*(edge.split("-") for edge in BOARD.edges), BOARD.link.areas]
NEAR = tuple(_to_bits(ends[1 - ends.index(name)] for ends in _EDGES if name in ends) for name in NAMES)  # sharing an edge
# By territory: its core, the point where its owner's dead return, and all of its areas.
TERRITORIES = BOARD.territory
CORES = tuple(AREA_OF[territory.core] for territory in TERRITORIES)
REVIVES = tuple(AREA_OF[territory.revive] for territory in TERRITORIES)
TERRITORY_AREAS = tuple(_to_bits(territory.areas) for territory in TERRITORIES)

# The drawing of the board; the same object in every view.
DRAWING: dict[str, Json] = {
    "size": [1000, 1000],
    "hexagon": [list(point) for point in BOARD.hexagon],
    "link": [list(point) for point in BOARD.link.path],
    "areas": {
        area.name: {
            "kind": area.kind,
            "territory": next((t.key for t in TERRITORIES if area.name in t.areas), None),
            "core": number in CORES,
            "revive": next((t.key for t in TERRITORIES if t.revive == area.name), None),
            "centre": list(area.centre),
            "shape": [list(point) for point in area.shape],
        }
        for number, area in enumerate(BOARD.areas)
    },
    "graves": {territory.key: list(territory.grave) for territory in TERRITORIES},
}

Positive = Annotated[int, Check(lambda value: value > 0, "must be a whole number of at least 1")]
Half = Annotated[float, Check(lambda value: 0 <= value < 1000 and not value * 2 % 1, "must be a multiple of 0.5")]
OPTIONS = ("quiet_turn_limit", "repetition_limit")


@dataclass(frozen=True, slots=True)
class Battle:
    """Limits in battle areas, in numbers of chessmen."""

    capacity: Annotated[int, int_range(2, 4)]
    freeze: Positive
    close: Positive

    def __post_init__(self) -> None:
        if not self.freeze <= self.close <= self.capacity:
            raise BadData("close: must be from freeze to capacity")


@dataclass(frozen=True, slots=True)
class Win:
    """The numbers of chessmen that win."""

    occupation: Positive
    grave: Positive


@dataclass(frozen=True, slots=True)
class Points:
    """The points of the classroom model."""

    small: Half
    big: Half
    penalty: Half


@dataclass(frozen=True, slots=True)
class Classroom:
    """The settings of classroom matches."""

    milliseconds: Positive
    turns: Positive


@dataclass(frozen=True, slots=True)
class RuleConstants:
    """The data file of rule constants."""

    first: Annotated[int, IndexedWords(SIDES)]  # the seat that begins
    battle: Battle
    win: Win
    points: Points
    classroom: Classroom
    limits: Mapping[str, tuple[Positive, Positive, Positive]]  # option -> default, minimum, maximum

    def __post_init__(self) -> None:
        if tuple(self.limits) != OPTIONS:
            raise BadData(f"limits: must be {', '.join(OPTIONS)}")
        for name, (default, minimum, maximum) in self.limits.items():
            if not minimum <= default <= maximum:
                raise BadData(f"limits.{name}: the default must lie between least and most")


CONSTANTS = load(RuleConstants, DATA / "rules.toml")
