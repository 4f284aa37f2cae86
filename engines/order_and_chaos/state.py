"""A position of Order & Chaos: one immutable tuple.

`place` is the position as compared by OC-10, except for which chessmen have moved: one byte for the occupancy of each
area, one for the side to move and the owners of the territories, one for each grave. `history` is the concatenated
places since a chessman made its first move (before that nothing can repeat); `barred` those that no move may bring
about again (OC-18).
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from engines.common import dump_outcome, is_printed, load_outcome
from engines.contract import Json, Options, Outcome
from engines.order_and_chaos import occupancy
from engines.order_and_chaos.board import AREAS, BIG_TRIANGLES, CONSTANTS, SMALL_TRIANGLES, TERRITORIES, TERRITORY_AREAS
from engines.order_and_chaos.occupancy import CODE_OF, MARKS, NO_GRAVE, build_occupancy

VERSION = 5  # The newest version of the rules; changes: site/rules/en.md, "Versions".
MARK, GRAVE = AREAS, AREAS + 1  # Indexes of the mark and the two graves in a place.
WIDTH = AREAS + 3  # Bytes of a place.
NOWHERE: frozenset[bytes] = frozenset()


class LastTurn(NamedTuple):
    """The last turn: seat, action and its effects. A kind is "s" (small), "b" (big) or "" for none."""

    seat: int
    text: str  # the action
    kind: str  # of the moved chessman; "" for a pass
    killed: str
    turned: bool
    revived: str  # kinds that came back, in order, each followed by x and a kind if it killed: "sbxs"


class State(NamedTuple):
    """An immutable position."""

    options: Mapping[str, Any]
    place: bytes
    facts: int  # see occupancy: what can leave and enter each area
    fresh: int  # triangles whose chessman has not moved yet
    seat: int  # to move
    occupied: tuple[int, int]  # chessmen that count for each side (OC-7)
    turn: int = 0  # turns made
    quiet: int = 0  # turns since a kill, a turn of territories or a change of an occupation (OC-9)
    history: bytes = b""
    barred: frozenset[bytes] | None = None  # None without OC-18: in versions 1 and 2, and by the printed rules
    last: LastTurn | None = None
    outcome: Outcome | None = None
    held: tuple[float, float] | None = None  # classroom: points of all turns together (OC-20); None without that rule

    @property
    def owner(self) -> int:
        """Return the owner of the first territory; the other seat owns the second."""
        return owner_of(self.place)

    @property
    def graves(self) -> tuple[str, str]:
        """Return the dead of each seat, longest dead first, as s and b."""
        return occupancy.GRAVES[self.place[GRAVE]], occupancy.GRAVES[self.place[GRAVE + 1]]

    @property
    def is_time_due(self) -> bool:
        """Return whether a classroom match that no clock has ended is at its last turn (OC-14)."""
        return bool(self.options["classroom"]) and self.turn >= CONSTANTS.classroom.turns


def encode_mark(seat: int, owner: int) -> int:
    """Return the byte for the side to move and the owner of the first territory."""
    return MARKS[seat + 2 * owner]


def owner_of(place: bytes) -> int:
    """Return the owner of the first territory."""
    return place[MARK] - MARKS[0] >> 1


def hostile_areas(seat: int, owner: int) -> int:
    """Return the areas of the territory that the seat does not own."""
    return TERRITORY_AREAS[1 - home_territory(seat, owner)]


def home_territory(seat: int, owner: int) -> int:
    """Return the number of the territory that the seat owns."""
    return 0 if owner == seat else 1


def count_occupied(facts: int, owner: int, fresh: int) -> tuple[int, int]:
    """Return how many chessmen of each side count in the territory that it does not own (OC-7)."""
    if fresh:
        facts &= ~(fresh * _EVERYWHERE)
    order, chaos = _COUNTING[owner]
    return (facts & order).bit_count(), (facts & chaos).bit_count()


def _counting_facts(seat: int, owner: int) -> int:
    """Return the facts that mean a chessman of the seat in a matching triangle of the other's territory."""
    areas = hostile_areas(seat, owner)
    return (areas & SMALL_TRIANGLES | (areas & BIG_TRIANGLES) << occupancy.BIG_OUT) << seat * occupancy.SEAT


_COUNTING = tuple((_counting_facts(0, owner), _counting_facts(1, owner)) for owner in (0, 1))
_EVERYWHERE = 1 | 1 << occupancy.BIG_OUT | 1 << occupancy.SEAT | 1 << occupancy.SEAT + occupancy.BIG_OUT


def compute_points(state: State) -> tuple[float, float]:
    """Return the points of those chessmen in the classroom model."""
    result = []
    for seat in (0, 1):
        facts = state.facts >> occupancy.SEAT if seat else state.facts
        counting = hostile_areas(seat, state.owner) & ~state.fresh
        small, big = facts & SMALL_TRIANGLES & counting, facts >> occupancy.BIG_OUT & BIG_TRIANGLES & counting
        result.append(small.bit_count() * CONSTANTS.points.small + big.bit_count() * CONSTANTS.points.big)
    return result[0], result[1]


def count_occurrences(state: State) -> int:
    """Return how often this position has occurred, including now (OC-10)."""
    return state.history.count(state.place)


def find_barred(history: bytes, limit: int) -> frozenset[bytes]:
    """Return the places that have stood so often that no move may bring them about again (OC-18)."""
    counted = Counter(history[at : at + WIDTH] for at in range(0, len(history), WIDTH))
    return frozenset(place for place, times in counted.items() if times >= limit - 1)


def new(options: Options, version: int = VERSION) -> State:
    """Return the start position: every chessman in the triangles of its side's territory (OC-1, OC-2)."""
    areas = []
    for area in range(AREAS):
        seat = next((t.starts for t, land in zip(TERRITORIES, TERRITORY_AREAS, strict=True) if land >> area & 1), None)
        men = [0] * 4
        if seat is not None:
            men[2 * seat + (BIG_TRIANGLES >> area & 1)] = 1
        areas.append(CODE_OF[build_occupancy(tuple(men), None)])
    place = bytes([*areas, encode_mark(CONSTANTS.first, TERRITORIES[0].starts), NO_GRAVE, NO_GRAVE])
    history = place if _bars_repetition(options, version) or not options["classroom"] else b""
    return build_state(options, place, TERRITORY_AREAS[0] | TERRITORY_AREAS[1], version, history=history)


def _bars_repetition(options: Options, version: int) -> bool:
    return version >= 3 and not is_printed(options)


def build_state(options: Options, place: bytes, fresh: int, version: int, *, history: bytes, **fields: Any) -> State:
    """Return a state from the parts that cannot be derived, for that version of the rules."""
    limit: Any = options["repetition_limit"]
    barred = find_barred(history, limit) if _bars_repetition(options, version) else None
    facts = occupancy.compute_facts(place)
    if version >= 4 and options["classroom"] and not is_printed(options):
        fields.setdefault("held", (0.0, 0.0))
    seat, counting = place[MARK] - MARKS[0] & 1, count_occupied(facts, owner_of(place), fresh)
    return State(options, place, facts, fresh, seat, counting, history=history, barred=barred, **fields)


def dump(state: State) -> dict[str, Json]:
    """Return the state as JSON for `load`."""
    last = state.last
    return {
        "options": state.options,
        "place": state.place.decode(),
        "fresh": state.fresh,
        "turn": state.turn,
        "quiet": state.quiet,
        "history": state.history.decode(),
        "last": None if last is None else list(last),
        "outcome": dump_outcome(state.outcome),
        **({} if state.held is None else {"held": list(state.held)}),
    }


def load(saved: Mapping[str, Any], version: int = VERSION) -> State:
    """Return the state of `dump`, for that version of the rules."""
    return build_state(
        saved["options"],
        saved["place"].encode(),
        saved["fresh"],
        version,
        turn=saved["turn"],
        quiet=saved["quiet"],
        history=saved["history"].encode(),
        last=saved["last"] and LastTurn(*saved["last"]),
        outcome=load_outcome(saved["outcome"]),
        **({"held": tuple(saved["held"])} if version >= 4 and "held" in saved else {}),
    )
