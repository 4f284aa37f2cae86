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

BY_PLACE: dict[int, tuple[int, ...]] = {2: (12, 0), 3: (12, 6, 0), 4: (12, 8, 4, 0)}
"""Half points by place, for each table size. The mean is the same at every size, so small tables are no advantage."""
Table = tuple[int, ...]
EFFORT = 200
"""Number of random starts times number of entrants."""


def points(ranks: Sequence[int], by_place: Sequence[int]) -> tuple[int, ...]:
    """Return half points by seat. Equal ranks share the points of their places, rounded down.

    >>> points([2, 1, 2, 4], (12, 8, 4, 0))
    (6, 12, 6, 0)
    """
    order = sorted(ranks)
    made = []
    for rank in ranks:
        first, sharing = order.index(rank), order.count(rank)
        made.append(sum(by_place[first : first + sharing]) // sharing)
    return tuple(made)


@dataclass(slots=True)
class Past:
    """What happened in earlier heats."""

    met: Counter[frozenset[int]] = field(default_factory=Counter)
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often (entrant, seat) occurred."""
    small: Counter[int] = field(default_factory=Counter)
    """How often an entrant was at a smaller table than the largest of that heat."""
    byes: Counter[int] = field(default_factory=Counter)


def past(history: History) -> Past:
    """Return the byes, seats, meetings and small tables of the earlier heats."""
    known = Past()
    for made in history:
        largest = max((len(pairing.entrants) for pairing in made), default=0)
        for pairing in made:
            if not pairing.contested:
                known.byes.update(pairing.entrants)
            elif len(pairing.entrants) < largest:
                known.small.update(pairing.entrants)
    for pairing in contests(history):
        known.seats.update((one, seat) for seat, one in enumerate(pairing.sides) if one is not None)
        known.met.update(map(frozenset, combinations(pairing.entrants, 2)))
    return known


def sizes(entrants: int, seats: int) -> tuple[int, ...]:
    """Return the table sizes of a heat, largest first: as few and as equal as possible.

    With two seats per table, an odd entrant is left over.

    >>> sizes(10, 4), sizes(9, 4), sizes(7, 2)
    ((4, 3, 3), (3, 3, 3), (2, 2, 2))
    """
    if entrants < 2:
        return ()
    count = entrants // 2 if seats == 2 else -(-entrants // seats)
    total = min(entrants, count * seats)
    return tuple(total // count + (at < total % count) for at in range(count))


def seat(entrants: Sequence[int], seats: int, known: Past, head_start: Counter[int]) -> tuple[list[Table], list[int]]:
    """Return the tables (entrants by seat) and the entrants with a bye.

    `head_start` is added to the first seats of late entrants. Several starts are tried (the same ones for the same
    past), and the best seating is kept.
    """
    shape = sizes(len(entrants), seats)
    spare = len(entrants) - sum(shape)
    lowest = list(reversed(entrants))
    byes = sorted(lowest, key=known.byes.__getitem__)[:spare]
    playing = [one for one in entrants if one not in byes]
    led = {one: known.seats[one, 0] + head_start[one] for one in playing}
    rng = Random(sum(known.seats.values()))
    tries = max(1, EFFORT // max(1, len(playing)))
    heat = _Heat(known, shape, led)
    best = min(
        (heat.fill(playing if at == 0 else rng.sample(playing, len(playing))) for at in range(tries)), key=heat.sum
    )
    return [_seated(table, known) for table in best], byes


@dataclass(frozen=True, slots=True)
class _Heat:
    """A heat being seated; the first entrant of each table has the first seat."""

    known: Past
    shape: tuple[int, ...]
    led: Mapping[int, int]
    """How often each entrant had the first seat."""

    def fill(self, order: Sequence[int]) -> list[list[int]]:
        firsts = sorted(order, key=self.led.__getitem__)[: len(self.shape)]
        tables = [[one] for one in sorted(firsts, key=self.known.small.__getitem__, reverse=True)]
        for one in order:
            if one not in firsts:
                room = [at for at in range(len(tables)) if len(tables[at]) < self.shape[at]]
                tables[min(room, key=lambda at: (self.cost(one, tables[at], at), len(tables[at])))].append(one)
        # Repeat improving exchanges between tables. Each lowers the total cost, so the loop ends.
        while sum([self._exchange(tables, *both) for both in combinations(range(len(tables)), 2)]):
            pass
        return tables

    def sum(self, tables: Sequence[Sequence[int]]) -> int:
        return sum(self.cost(one, table, at) for at, table in enumerate(tables) for one in table)

    def cost(self, one: int, table: Iterable[int], at: int) -> int:
        """Return how much seating the entrant at this table adds to the sum of squared meetings and small tables."""
        small = 4 * self.known.small[one] if self.shape[at] < self.shape[0] else 0
        return small + sum(2 * self.known.met[frozenset((one, other))] + 1 for other in table if other != one)

    def _exchange(self, tables: list[list[int]], here: int, there: int) -> bool:
        """Make the first exchange that helps. First seats may only move between entrants who had them equally often."""
        left, right = tables[here], tables[there]
        for mine, one in enumerate(left):
            for theirs, other in enumerate(right):
                if (mine == 0) != (theirs == 0) and self.led[one] != self.led[other]:
                    continue
                left_rest, right_rest = left[:mine] + left[mine + 1 :], right[:theirs] + right[theirs + 1 :]
                now = self.cost(one, left_rest, here) + self.cost(other, right_rest, there)
                if self.cost(other, left_rest, here) + self.cost(one, right_rest, there) < now:
                    left[mine], right[theirs] = other, one
                    return True
        return False


def _seated(table: Sequence[int], known: Past) -> Table:
    """Return the table by seat: the first seat is fixed, the others rotate so that each entrant gets all seats."""
    first, *rest = table

    def cost(order: Sequence[int]) -> int:
        return sum(known.seats[one, at] ** 2 * 2 + 2 * known.seats[one, at] for at, one in enumerate(order, 1))

    return first, *min(permutations(rest), key=cost)
