"""Seating of a heat: which entrants play at which table, and in which seats.

First seats (the Admin's) are assigned first, one per table, to the entrants who had them least often. Then the tables
are filled so that entrants meet each other about equally often, and improved by exchanges.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from random import Random

from league.formats.protocol import History, contests

POINTS_BY_PLACE: dict[int, tuple[int, ...]] = {2: (12, 0), 3: (12, 6, 0), 4: (12, 8, 4, 0)}
"""Half points by place, for each table size. The mean is the same at every size, so small tables are no advantage."""
Table = tuple[int, ...]
SEATING_EFFORT = 200
"""Number of random starts times number of entrants."""


def score_heat(ranks: Sequence[int], by_place: Sequence[int]) -> tuple[int, ...]:
    """Return half points by seat. Equal ranks share the points of their places, rounded down.

    >>> score_heat([2, 1, 2, 4], (12, 8, 4, 0))
    (6, 12, 6, 0)
    """
    order = sorted(ranks)
    result = []
    for rank in ranks:
        position, sharing = order.index(rank), order.count(rank)
        result.append(sum(by_place[position : position + sharing]) // sharing)
    return tuple(result)


@dataclass(slots=True)
class PastHeats:
    """What happened in earlier heats."""

    met: Counter[frozenset[int]] = field(default_factory=Counter)
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often (entrant, seat) occurred."""
    small: Counter[int] = field(default_factory=Counter)
    """How often an entrant was at a smaller table than the largest of that heat."""
    byes: Counter[int] = field(default_factory=Counter)


def summarize_heats(history: History) -> PastHeats:
    """Return the byes, seats, meetings and small tables of the earlier heats."""
    summary = PastHeats()
    for pairings in history:
        largest = max((len(pairing.entrants) for pairing in pairings), default=0)
        for pairing in pairings:
            if not pairing.is_contested:
                summary.byes.update(pairing.entrants)
            elif len(pairing.entrants) < largest:
                summary.small.update(pairing.entrants)
    for pairing in contests(history):
        summary.seats.update((entrant, seat) for seat, entrant in enumerate(pairing.sides) if entrant is not None)
        summary.met.update(map(frozenset, combinations(pairing.entrants, 2)))
    return summary


def get_table_sizes(entrants: int, seats: int) -> tuple[int, ...]:
    """Return the table sizes of a heat, largest first: as few and as equal as possible.

    With two seats per table, an odd entrant is left over.

    >>> get_table_sizes(10, 4), get_table_sizes(9, 4), get_table_sizes(7, 2)
    ((4, 3, 3), (3, 3, 3), (2, 2, 2))
    """
    if entrants < 2:
        return ()
    count = entrants // 2 if seats == 2 else -(-entrants // seats)
    total = min(entrants, count * seats)
    return tuple(total // count + (index < total % count) for index in range(count))


def seat_entrants(
    entrants: Sequence[int], seats: int, past: PastHeats, head_start: Counter[int]
) -> tuple[list[Table], list[int]]:
    """Return the tables (entrants by seat) and the entrants with a bye.

    `head_start` is added to the first seats of late entrants. Several starts are tried (the same ones for the same
    past), and the best seating is kept.
    """
    table_sizes = get_table_sizes(len(entrants), seats)
    spare = len(entrants) - sum(table_sizes)
    lowest = list(reversed(entrants))
    byes = sorted(lowest, key=past.byes.__getitem__)[:spare]
    playing = [entrant for entrant in entrants if entrant not in byes]
    led = {entrant: past.seats[entrant, 0] + head_start[entrant] for entrant in playing}
    rng = Random(sum(past.seats.values()))
    tries = max(1, SEATING_EFFORT // max(1, len(playing)))
    heat = _Heat(past, table_sizes, led)
    best = min(
        (heat.fill(playing if attempt == 0 else rng.sample(playing, len(playing))) for attempt in range(tries)), key=heat.sum
    )
    return [_order_seats(table, past) for table in best], byes


@dataclass(frozen=True, slots=True)
class _Heat:
    """A heat being seated; the first entrant of each table has the first seat."""

    known: PastHeats
    shape: tuple[int, ...]
    led: Mapping[int, int]
    """How often each entrant had the first seat."""

    def fill(self, order: Sequence[int]) -> list[list[int]]:
        firsts = sorted(order, key=self.led.__getitem__)[: len(self.shape)]
        tables = [[entrant] for entrant in sorted(firsts, key=self.known.small.__getitem__, reverse=True)]
        for entrant in order:
            if entrant not in firsts:
                open_tables = [index for index in range(len(tables)) if len(tables[index]) < self.shape[index]]
                tables[
                    min(open_tables, key=lambda index: (self.cost(entrant, tables[index], index), len(tables[index])))
                ].append(entrant)
        # Repeat improving exchanges between tables. Each lowers the total cost, so the loop ends.
        while sum([self._exchange(tables, *indexes) for indexes in combinations(range(len(tables)), 2)]):
            pass
        return tables

    def sum(self, tables: Sequence[Sequence[int]]) -> int:
        return sum(self.cost(entrant, table, index) for index, table in enumerate(tables) for entrant in table)

    def cost(self, entrant: int, table: Iterable[int], index: int) -> int:
        """Return how much seating the entrant at this table adds to the sum of squared meetings and small tables."""
        small = 4 * self.known.small[entrant] if self.shape[index] < self.shape[0] else 0
        return small + sum(2 * self.known.met[frozenset((entrant, other))] + 1 for other in table if other != entrant)

    def _exchange(self, tables: list[list[int]], first: int, second: int) -> bool:
        """Make the first exchange that helps. First seats may only move between entrants who had them equally often."""
        left, right = tables[first], tables[second]
        for mine, entrant in enumerate(left):
            for theirs, other in enumerate(right):
                if (mine == 0) != (theirs == 0) and self.led[entrant] != self.led[other]:
                    continue
                left_rest, right_rest = left[:mine] + left[mine + 1 :], right[:theirs] + right[theirs + 1 :]
                cost = self.cost(entrant, left_rest, first) + self.cost(other, right_rest, second)
                if self.cost(other, left_rest, first) + self.cost(entrant, right_rest, second) < cost:
                    left[mine], right[theirs] = other, entrant
                    return True
        return False


def _order_seats(table: Sequence[int], past: PastHeats) -> Table:
    """Return the table by seat: the first seat is fixed, the others rotate so that each entrant gets all seats."""
    first, *rest = table

    def cost(order: Sequence[int]) -> int:
        return sum(past.seats[entrant, seat] ** 2 * 2 + 2 * past.seats[entrant, seat] for seat, entrant in enumerate(order, 1))

    return first, *min(permutations(rest), key=cost)
