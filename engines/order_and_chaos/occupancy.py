"""The occupancy of one area as a byte, and precomputed results of a step in or out.

An occupancy is the number of chessmen of each sort, and who dominates. Sorts: 0 Order's small, 1 Order's big, 2 Chaos's
small, 3 Chaos's big; so a sort is 2 * seat + kind. Every byte is a printable character, so a position is also a text.
"""

from itertools import product
from typing import NamedTuple

from engines.order_and_chaos import board
from engines.order_and_chaos.board import BATTLE, BIG, CONSTANTS

SMALL_MAN, BIG_MAN = 0, 1  # Kinds of chessmen.
LETTERS = "sb"
SORTS = range(4)
NEVER = -1
CAPACITY = CONSTANTS.battle.capacity


class AreaOccupancy(NamedTuple):
    """The chessmen in an area, and who dominates it."""

    men: tuple[int, int, int, int]
    dominator: int | None

    def of(self, seat: int) -> int:
        """Return how many chessmen a side has here."""
        return self.men[2 * seat] + self.men[2 * seat + 1]


def build_occupancy(men: tuple[int, ...], previous: int | None) -> AreaOccupancy:
    """Return the occupancy with domination updated: it passes only to a larger side."""
    order, chaos = men[0] + men[1], men[2] + men[3]
    dominator = 0 if order > chaos else 1 if chaos > order else previous
    return AreaOccupancy((men[0], men[1], men[2], men[3]), dominator if order + chaos else None)


def _change_counts(men: tuple[int, ...], *changes: tuple[int, int]) -> tuple[int, ...]:
    counts = list(men)
    for sort, change in changes:
        counts[sort] += change
    return tuple(counts)


def enter(kind: str, occupancy: AreaOccupancy, sort: int) -> tuple[AreaOccupancy, int] | None:
    """Return the occupancy after a chessman enters and the sort it kills (NEVER: none); None if it may not enter."""
    if kind == BATTLE:
        return _enter_battle(occupancy, sort)
    if sum(occupancy.men) > 1 or (kind != BIG and sort % 2 == BIG_MAN):
        return None
    if not sum(occupancy.men):
        return build_occupancy(_change_counts(occupancy.men, (sort, 1)), None), NEVER
    victim = 2 * (1 - sort // 2) + SMALL_MAN
    if kind == BIG and sort % 2 == BIG_MAN and occupancy.men[victim]:
        return build_occupancy(_change_counts(occupancy.men, (sort, 1), (victim, -1)), None), victim
    return None


def _enter_battle(occupancy: AreaOccupancy, sort: int) -> tuple[AreaOccupancy, int] | None:
    """Enter a battle area: its dominator closes it from three chessmen on, and kills in it when it is full (OC-5)."""
    seat, other = sort // 2, 1 - sort // 2
    mine = occupancy.dominator in (None, seat)
    if not mine and occupancy.of(other) >= CONSTANTS.battle.close:
        return None
    if sum(occupancy.men) < CAPACITY:
        dominator = seat if occupancy.dominator is None else occupancy.dominator
        return build_occupancy(_change_counts(occupancy.men, (sort, 1)), dominator), NEVER
    if not mine or not occupancy.of(other):
        return None
    same_kind = 2 * other + sort % 2
    victim = same_kind if occupancy.men[same_kind] else 2 * other + 1 - sort % 2
    return build_occupancy(_change_counts(occupancy.men, (sort, 1), (victim, -1)), seat), victim


def leave(occupancy: AreaOccupancy, sort: int) -> AreaOccupancy | None:
    """Return the occupancy without one chessman of a sort; None if there is none."""
    return build_occupancy(_change_counts(occupancy.men, (sort, -1)), occupancy.dominator) if occupancy.men[sort] else None


def can_leave(kind: str, occupancy: AreaOccupancy, sort: int) -> bool:
    """Return whether a chessman of this sort is there and not frozen by the dominator."""
    seat = sort // 2
    is_frozen = kind == BATTLE and occupancy.dominator == 1 - seat and occupancy.of(1 - seat) >= CONSTANTS.battle.freeze
    return occupancy.men[sort] > 0 and not is_frozen


def _list_occupancies() -> list[AreaOccupancy]:
    """Return all possible occupancies, the empty one first; a tie has two, one for each dominator."""
    occupancies = []
    for men in sorted(product(range(CAPACITY + 1), repeat=4), key=lambda men: (sum(men), men)):
        if sum(men) <= CAPACITY:
            occupancies += list(dict.fromkeys(build_occupancy(men, dominator) for dominator in (0, 1)))
    return occupancies


MARKS = b"0123"  # Side to move and owners of the territories; these bytes occur nowhere else in a position.
_PLAIN = bytes(code for code in range(33, 127) if code not in MARKS + b'"\\')
OCCUPANCIES: dict[int, AreaOccupancy] = dict(zip(_PLAIN, _list_occupancies(), strict=False))  # by byte
CODE_OF = {occupancy: code for code, occupancy in OCCUPANCIES.items()}
assert len(OCCUPANCIES) == len(_list_occupancies()), "an occupancy must fit into a byte"


def _to_byte_table(values: dict[int, int]) -> tuple[int, ...]:
    return tuple(values.get(code, NEVER) for code in range(128))


def _build_entry_tables(kind: str, sort: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    results = {code: enter(kind, occupancy, sort) for code, occupancy in OCCUPANCIES.items()}
    into = {code: CODE_OF[result[0]] for code, result in results.items() if result}
    return _to_byte_table(into), _to_byte_table({code: result[1] for code, result in results.items() if result})


_TABLES = {kind: [_build_entry_tables(kind, sort) for sort in SORTS] for kind in (board.SMALL, board.BIG, board.BATTLE)}
INTO = tuple(tuple(_TABLES[kind][sort][0] for sort in SORTS) for kind in board.KINDS)  # [area][sort][byte] -> byte
KILL = tuple(tuple(_TABLES[kind][sort][1] for sort in SORTS) for kind in board.KINDS)  # [area][sort][byte] -> sort
OUT = tuple(  # [sort][byte] -> byte
    _to_byte_table({code: CODE_OF[after] for code, before in OCCUPANCIES.items() if (after := leave(before, sort))})
    for sort in SORTS
)


# The facts of a position are one integer with four fields per seat, each a set of areas: those that its small
# chessmen may leave, its big ones may leave, its small ones may enter, its big ones may enter.
FIELD = board.AREAS
SEAT = 4 * FIELD
BIG_OUT, SMALL_IN, BIG_IN = FIELD, 2 * FIELD, 3 * FIELD


def _area_facts(area: int, code: int) -> int:
    if code not in OCCUPANCIES:
        return 0
    kind, occupancy, bits = board.KINDS[area], OCCUPANCIES[code], 0
    for sort in SORTS:
        position = sort // 2 * SEAT + sort % 2 * FIELD + area
        bits |= can_leave(kind, occupancy, sort) << position
        bits |= (enter(kind, occupancy, sort) is not None) << (position + SMALL_IN)
    return bits


FACTS = tuple(tuple(_area_facts(area, code) for code in range(128)) for area in range(board.AREAS))


def compute_facts(areas: bytes) -> int:
    """Return the facts of all areas of a position."""
    bits = 0
    for area in range(board.AREAS):
        bits |= FACTS[area][areas[area]]
    return bits


# A grave is one byte too: the kinds in order of death.


def _list_graves() -> list[str]:
    maximum = {kind: bin(triangles).count("1") // 2 for kind, triangles in _HOMES.items()}
    graves = [""]
    for grave in graves:
        graves += [grave + kind for kind in LETTERS if grave.count(kind) < maximum[kind]]
    return graves


_HOMES = {"s": board.SMALL_TRIANGLES, "b": board.BIG_TRIANGLES}
GRAVES: dict[int, str] = dict(zip(_PLAIN, _list_graves(), strict=False))
GRAVE_CODE = {grave: code for code, grave in GRAVES.items()}
assert len(GRAVES) == len(_list_graves()), "a grave must fit into a byte"
NO_GRAVE = GRAVE_CODE[""]
BURY = tuple(  # [sort][byte] -> byte, after the side of the sort loses one.
    _to_byte_table({code: GRAVE_CODE[dead + kind] for code, dead in GRAVES.items() if dead + kind in GRAVE_CODE})
    for kind in LETTERS * 2
)
