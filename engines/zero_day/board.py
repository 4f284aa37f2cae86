"""The board: hex tiles and their places (ZD-2, ZD-3), and the initiative track of ten spots with a tile each (ZD-5).

A place is a number: 0 the Central, 1-6 the ring, 7-12 the tips. Sets of places are bits of an int. A face of an
initiative tile is 2 * tile + side, its back `face ^ 1`.
"""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from engines.data_files import BadData, check_different, check_that, load, one_of
from engines.zero_day.cards import FOLDER, Amount

NAMES = ("C", *(f"R{n}" for n in range(1, 7)), *(f"T{n}" for n in range(1, 7)))
PLACE_OF = {name: place for place, name in enumerate(NAMES)}
CENTRAL = 0
TIPS = {2: (1, 4), 3: (1, 2, 4, 5), 4: (1, 2, 3, 4, 5, 6)}


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of tile. `count` is by number of players, from 2."""

    name: str
    count: tuple[Amount, Amount, Amount]
    neutral: bool
    action: Annotated[str, one_of("hack", "gain", "fill", "exchange", "none")]
    credits: Amount
    proxies: Amount
    next: Annotated[str, one_of("", "far", "waive")]


@dataclass(frozen=True, slots=True)
class Ground:
    """The places for a number of players; `near` and `far` are those within one and two steps of a place."""

    places: tuple[int, ...]
    near: tuple[int, ...]
    far: tuple[int, ...]
    edge: int  # where players may jack in
    inner: int  # where Walter may jack in, including the edge


@dataclass(frozen=True, slots=True)
class Tiles:
    """The data file of tiles."""

    tile: tuple[Tile, ...]

    def __post_init__(self) -> None:
        check_different((tile.name for tile in self.tile), "tile.name")
        first, *others = self.tile
        central = first.action == "hack" and first.count == (1, 1, 1) and all(tile.action != "hack" for tile in others)
        check_that(central, "tile[0]: only the first tile can be the Central (action hack, one each)")
        for seats, tips in TIPS.items():
            count = sum(tile.count[seats - 2] for tile in self.tile)
            check_that(count == 7 + len(tips), f"tile: must have {7 + len(tips)} tiles with {seats} players")


def _create_ground(seats: int) -> Ground:
    tips, ring = TIPS[seats], range(1, 7)
    pairs = [(CENTRAL, place) for place in ring] + [(place, place % 6 + 1) for place in ring]
    pairs += [(6 + tip, place) for tip in tips for place in (tip, tip % 6 + 1)]
    near = [0] * len(NAMES)
    for first, second in pairs:
        near[first] |= 1 << second
        near[second] |= 1 << first
    far = [_with_neighbours(near, near[place]) & ~(1 << place) for place in range(len(NAMES))]
    edge = sum(1 << 6 + tip for tip in tips)
    return Ground((*range(7), *(6 + tip for tip in tips)), tuple(near), tuple(far), edge, _with_neighbours(near, edge))


def _with_neighbours(near: list[int], places: int) -> int:
    """Return a set of places and all adjacent to it."""
    spread = places
    for place in range(len(NAMES)):
        if places >> place & 1:
            spread |= near[place]
    return spread


TILES = load(Tiles, FOLDER / "tiles.toml").tile
TILE_NAMES = tuple(tile.name for tile in TILES)
TILE_OF = {name: tile for tile, name in enumerate(TILE_NAMES)}
GROUND = {seats: _create_ground(seats) for seats in TIPS}
PLACES_IN = tuple(tuple(place for place in range(len(NAMES)) if bits >> place & 1) for bits in range(1 << len(NAMES)))


def tile_set(seats: int) -> tuple[int, ...]:
    """Return the tiles that are dealt around the Central, as a sorted multiset."""
    return tuple(tile for tile, kind in enumerate(TILES) for _ in range(kind.count[seats - 2]) if tile)


SPOT_COUNT = 10
MAX_ADMIN_TILES = 4
KINDS_WITH_AMOUNT, KINDS_WITHOUT_AMOUNT = ("gain", "pay"), ("bonus", "blank", "admin", "pointer")


class Face(NamedTuple):
    """A side of an initiative tile."""

    kind: str
    amount: int
    text: str


@dataclass(frozen=True, slots=True)
class Track:
    """The data file of initiative tiles, with an A and a B side each."""

    sides: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        check_that(len(self.sides) == SPOT_COUNT, f"sides: must have {SPOT_COUNT} tiles")
        kinds = [{parse_face(text, f"sides[{at}]").kind for text in pair} for at, pair in enumerate(self.sides)]
        for at, side_kinds in enumerate(kinds):
            check_that(not {"admin", "pay"} <= side_kinds, f"sides[{at}]: the back of an admin tile can't be a payment")
        admin_count, fetchable_count = (
            sum("admin" in side_kinds for side_kinds in kinds),
            sum(not side_kinds & {"admin", "pointer"} for side_kinds in kinds),
        )
        check_that(admin_count <= MAX_ADMIN_TILES, f"sides: at most {MAX_ADMIN_TILES} tiles may have an admin side")
        check_that(fetchable_count >= 2, "sides: must have at least 2 tiles that a pointer can fetch (no pointer, no admin)")


def parse_face(text: str, where: str) -> Face:
    """Return a side of a tile from its text. Raises BadData."""
    words = text.split()
    if len(words) == 2 and words[0] in KINDS_WITH_AMOUNT and words[1].isdecimal() and 0 < int(words[1]) < 100:
        return Face(words[0], int(words[1]), text)
    if len(words) == 1 and words[0] in KINDS_WITHOUT_AMOUNT:
        return Face(words[0], 0, text)
    raise BadData(f"{where}: must be one of gain N, pay N, {', '.join(KINDS_WITHOUT_AMOUNT)}, not {text!r}")


FACES = tuple(parse_face(text, "") for pair in load(Track, FOLDER / "initiative.toml").sides for text in pair)
ADMIN_FACES = frozenset(face for face, kind in enumerate(FACES) if kind.kind == "admin")
POINTER_FACES = frozenset(face for face, kind in enumerate(FACES) if kind.kind == "pointer")


def count_steps(marker: int, spot: int) -> int:
    """Return the steps along the track from the marker to a spot, which may be in the next round: 1 to SPOT_COUNT."""
    return spot - marker if spot > marker else spot - marker + SPOT_COUNT


def flip_tile(tiles: tuple[int, ...], spot: int) -> tuple[int, ...]:
    """Return the tiles with the one at the spot turned over."""
    return (*tiles[:spot], tiles[spot] ^ 1, *tiles[spot + 1 :])


def swap_tiles(tiles: tuple[int, ...], first: int, second: int) -> tuple[int, ...]:
    """Return the tiles with those at two spots swapped."""
    changed = list(tiles)
    changed[first], changed[second] = changed[second], changed[first]
    return tuple(changed)
