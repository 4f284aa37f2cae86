"""The board, read from `data/board.toml` and checked on load (rulings OC-1, C-8).

An area is a number, in the order of the file; a set of areas is an integer with those bits. Territories are numbered
0 and 1, seats too: Order is 0, Chaos is 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.contract import Json
from engines.data_files import load_toml

FILE = Path(__file__).parent / "data" / "board.toml"
SIDES = ("order", "chaos")
SMALL, BIG, BATTLE = "small", "big", "battle"
MOST_AREAS = 60


class BadBoard(ValueError):
    """The board file is wrong: the message names file, key and reason."""


@dataclass(frozen=True, slots=True)
class Area:
    name: str
    kind: str  # small, big or battle
    centre: tuple[int, int]
    shape: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Territory:
    key: str
    name: str
    starts: int  # the seat whose it is at first
    areas: int
    core: int
    revive: int
    grave: tuple[int, ...]  # left, top, width, height


@dataclass(frozen=True, slots=True)
class Board:
    areas: tuple[Area, ...]
    near: tuple[int, ...]  # areas that share an edge, by area
    territories: tuple[Territory, Territory]
    hexagon: tuple[tuple[int, int], ...]
    link: tuple[tuple[int, int], ...]  # along which the cores touch

    def kind(self, kind: str) -> int:
        """Return all areas of a kind."""
        return sum(1 << number for number, area in enumerate(self.areas) if area.kind == kind)


def read(raw: Mapping[str, Any], source: str) -> Board:
    """The board of a file's contents; BadBoard where they are wrong."""
    areas = tuple(_area(entry, f"{source}: area[{at}]") for at, entry in enumerate(_tables(raw, "area", source)))
    number = {area.name: at for at, area in enumerate(areas)}
    if len(number) != len(areas) or len(areas) > MOST_AREAS:
        raise BadBoard(f"{source}: area: different names are needed, {MOST_AREAS} areas at most")
    link = raw.get("link")
    if not isinstance(link, dict):
        raise BadBoard(f"{source}: link: a table is needed")
    names = [f"{one}-{other}" for one, other in [_texts(link, "areas", f"{source}: link", 2)]]
    near = _edges([*_texts(raw, "edges", source), *names], number, f"{source}: edges")
    entries = _tables(raw, "territory", source)
    if len(entries) != 2:
        raise BadBoard(f"{source}: territory: two territories are needed, not {len(entries)}")
    south, north = (_territory(entry, areas, number, f"{source}: territory[{at}]") for at, entry in enumerate(entries))
    if south.starts == north.starts or south.areas & north.areas or south.key == north.key:
        raise BadBoard(f"{source}: territory: each side starts in one of two territories that share no area")
    if not near[south.core] >> north.core & 1:
        raise BadBoard(f"{source}: link: the cores of the territories are needed")
    path = _points(link.get("path"), f"{source}: link.path", 2)
    return Board(areas, near, (south, north), _points(raw.get("hexagon"), f"{source}: hexagon", 3), path)


def _tables(raw: Mapping[str, Any], key: str, source: str) -> list[Any]:
    found = raw.get(key)
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise BadBoard(f"{source}: {key}: a list of tables is needed")
    return found


def _texts(raw: Mapping[str, Any], key: str, source: str, count: int | None = None) -> list[str]:
    found = raw.get(key)
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise BadBoard(f"{source}: {key}: a list of texts is needed")
    if count is not None and len(found) != count:
        raise BadBoard(f"{source}: {key}: {count} texts are needed, not {len(found)}")
    return found


def _points(given: Any, where: str, least: int) -> tuple[tuple[int, int], ...]:
    if not isinstance(given, list) or len(given) < least:
        raise BadBoard(f"{where}: at least {least} points are needed")
    for point in given:
        if not isinstance(point, list) or [type(part) for part in point] != [int, int]:
            raise BadBoard(f"{where}: a point is two whole numbers, not {point!r}")
    return tuple((x, y) for x, y in given)


def _known(entry: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    if unknown := sorted(set(entry) - set(keys)):
        raise BadBoard(f"{where}.{unknown[0]}: unknown key")
    for key in keys:
        if key not in entry:
            raise BadBoard(f"{where}.{key}: is missing")


def _area(entry: Mapping[str, Any], where: str) -> Area:
    _known(entry, ("name", "kind", "centre", "shape"), where)
    name, kind = entry["name"], entry["kind"]
    if not isinstance(name, str) or not (name.isascii() and name.isalnum() and name == name.upper()):
        raise BadBoard(f"{where}.name: capital letters and digits are needed, not {name!r}")
    if not name[-1].isdigit():
        raise BadBoard(f"{where}.name: {name!r} must end in a digit, for letters follow it in the notation")
    if kind not in (SMALL, BIG, BATTLE):
        raise BadBoard(f"{where}.kind: {kind!r} is none of {SMALL}, {BIG}, {BATTLE}")
    (centre,) = _points([entry["centre"]], f"{where}.centre", 1)
    return Area(name, kind, centre, _points(entry["shape"], f"{where}.shape", 3))


def _edges(edges: list[str], number: Mapping[str, int], where: str) -> tuple[int, ...]:
    near = [0] * len(number)
    for edge in edges:
        ends = edge.split("-")
        if len(ends) != 2 or ends[0] == ends[1] or not all(name in number for name in ends):
            raise BadBoard(f"{where}: {edge!r} does not join two areas")
        one, other = (number[name] for name in ends)
        if near[one] >> other & 1:
            raise BadBoard(f"{where}: {edge!r} stands twice")
        near[one] |= 1 << other
        near[other] |= 1 << one
    return tuple(near)


def _territory(entry: Mapping[str, Any], areas: tuple[Area, ...], number: Mapping[str, int], where: str) -> Territory:
    _known(entry, ("key", "name", "starts", "areas", "core", "revive", "grave"), where)
    for key, kinds in (("core", (BIG,)), ("revive", (BATTLE,))):
        if entry[key] not in number or areas[number[entry[key]]].kind not in kinds:
            raise BadBoard(f"{where}.{key}: {entry[key]!r} is no {kinds[0]} area")
    if entry["starts"] not in SIDES:
        raise BadBoard(f"{where}.starts: {entry['starts']!r} is none of {', '.join(SIDES)}")
    members = _texts(entry, "areas", where)
    for name in members:
        if name not in number or areas[number[name]].kind == BATTLE:
            raise BadBoard(f"{where}.areas: {name!r} is no triangle")
    if entry["core"] not in members or len(set(members)) != len(members):
        raise BadBoard(f"{where}.areas: different areas are needed, the core among them")
    grave = entry["grave"]
    if not isinstance(grave, list) or [type(part) for part in grave] != [int] * 4:
        raise BadBoard(f"{where}.grave: four whole numbers are needed")
    bits = sum(1 << number[name] for name in members)
    starts = SIDES.index(entry["starts"])
    key, name = entry["key"], entry["name"]
    if not isinstance(key, str) or not isinstance(name, str):
        raise BadBoard(f"{where}.{'name' if isinstance(key, str) else 'key'}: a text is needed")
    return Territory(key, name, starts, bits, number[entry["core"]], number[entry["revive"]], tuple(grave))


def load(path: Path = FILE) -> Board:
    """Read a board file; BadBoard names what is wrong with it."""
    return read(load_toml(path, BadBoard), path.name)


BOARD = load()
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
