"""Whether every roster can still be completed at once from the cards that remain.

A plan names for every team the cards that would complete it. As long as there is one, nobody can run out of cards,
money or genres; so the plan is kept with the draft and mended at each pick. Without money the question is a count,
because a card has one genre. With money it is a packing problem: `solved` packs greedily, mends by swaps and at last
searches (`searched`). A plan is a proof; only where the search meets its bound may a possible completion be missed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, count, product

SWAPS = 60
Plan = Mapping[int, tuple[int, ...]]
"""Cards by team, none where the roster has its minimum."""
NODES = 300
UNUSED = -1
"""Who has the cards that nobody uses, among teams."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What a team still needs: so many cards, of them so many of some genres, for at most so much money."""

    places: int
    money: int
    genres: Mapping[str, int] = field(default_factory=dict)
    """Only genres of which some are missing."""

    @property
    def key(self) -> tuple[int, int, tuple[tuple[str, int], ...]]:
        """What is equal for demands that are alike."""
        return self.places, self.money, tuple(sorted(self.genres.items()))

    def room(self, genre: str) -> int:
        """2 if a card of the genre is missing, 1 if one may fill any other place, 0 if there is no place for it."""
        return 2 if genre in self.genres else int(self.places > sum(self.genres.values()))

    def after(self, item: Item) -> Demand:
        """What is needed once the card, for which there is room, is there."""
        genres = {genre: n - (genre == item.genre) for genre, n in self.genres.items()}
        return Demand(self.places - 1, self.money - item.price, {genre: n for genre, n in genres.items() if n})


@dataclass(frozen=True, slots=True)
class Item:
    id: int
    price: int
    genre: str


def fits(demand: Demand, items: Sequence[Item]) -> bool:
    """Whether these cards are the demand's: the number, the genres, the money."""
    if len(items) != demand.places or sum(one.price for one in items) > demand.money:
        return False
    return covers(demand, items)


def covers(demand: Demand, items: Sequence[Item]) -> bool:
    """Whether the genres are right."""
    return all(sum(one.genre == genre for one in items) >= least for genre, least in demand.genres.items())


def cheapest(demands: Sequence[Demand], items: Sequence[Item]) -> list[Item] | None:
    """The cheapest cards that meet all demands in number and genres, money aside; None if the cards are too few.

    Exact, by the exchange of a dear card for a cheap one. `items` by ascending price.
    """
    missing: Counter[str] = Counter()
    for demand in demands:
        missing.update(demand.genres)
    free = sum(demand.places for demand in demands) - missing.total()
    chosen, others = [], []
    for one in items:
        if missing[one.genre] > 0:
            missing[one.genre] -= 1
            chosen.append(one)
        else:
            others.append(one)
    if +missing or free > len(others):
        return None
    return chosen + others[:free]


def possible(demands: Sequence[Demand], items: Sequence[Item]) -> bool:
    """What any plan needs: enough cards, and enough money for the cheapest of them. `items` by ascending price."""
    chosen = cheapest(demands, items)
    return chosen is not None and sum(one.price for one in chosen) <= sum(demand.money for demand in demands)


def solved(demands: Mapping[int, Demand], items: Sequence[Item]) -> dict[int, tuple[int, ...]] | None:
    """A plan for everybody, or None. `items` by ascending price."""
    needy = {team: demand for team, demand in demands.items() if demand.places}
    chosen = cheapest(list(needy.values()), items)
    if chosen is None:
        return None
    used = {one.id for one in chosen}
    packed = {**_packed(needy, chosen), UNUSED: [one for one in items if one.id not in used]}
    if not _mended({**needy, UNUSED: Demand(0, sys.maxsize)}, packed):
        found = searched(needy, items)
        if found is None:
            return None
        packed = found
    return {team: tuple(one.id for one in packed.get(team, [])) for team in demands}


def _packed(demands: Mapping[int, Demand], chosen: Sequence[Item]) -> dict[int, list[Item]]:
    """Dear cards first, each to the team that has most money a place; genres and numbers right, money perhaps not."""
    packed: dict[int, list[Item]] = {team: [] for team in demands}
    left = dict(demands)

    def room(team: int, genre: str) -> tuple[int, float, int]:
        return left[team].room(genre), left[team].money / left[team].places if left[team].places else 0.0, -team

    for one in sorted(chosen, key=lambda card: (-card.price, card.genre, card.id)):
        team = max(demands, key=lambda team: room(team, one.genre))
        packed[team].append(one)
        left[team] = left[team].after(one)
    return packed


def _mended(demands: Mapping[int, Demand], packed: dict[int, list[Item]]) -> bool:
    """Swap cards, those of teams and the unused, while that brings the overruns down. Whether none is left."""
    for _ in range(SWAPS):
        over = {team: sum(one.price for one in cards) - demands[team].money for team, cards in packed.items()}
        worst = max(over, key=lambda team: (over[team], -team))
        if over[worst] <= 0:
            return all(covers(demands[team], cards) for team, cards in packed.items())
        for at, other, where in _gainful(packed, worst, over):
            mine, theirs = [*packed[worst]], [*packed[other]]
            mine[at], theirs[where] = theirs[where], mine[at]
            if covers(demands[worst], mine) and covers(demands[other], theirs):
                packed[worst], packed[other] = mine, theirs
                break
        else:
            return False
    return False


def _gainful(packed: Mapping[int, Sequence[Item]], worst: int, over: Mapping[int, int]) -> list[tuple[int, int, int]]:
    """The swaps of a card (by its place) of the team that overruns most for another's, the most gainful first."""
    swaps: dict[tuple[int, int, int], int] = {}
    for (at, mine), (other, cards) in product(enumerate(packed[worst]), packed.items()):
        for where, theirs in enumerate(cards):
            less = mine.price - theirs.price
            gain = min(less, over[worst]) - (max(0, over[other] + less) - max(0, over[other]))
            if gain > 0 and less > 0 and other != worst:
                swaps[at, other, where] = gain
    return sorted(swaps, key=lambda swap: -swaps[swap])


def searched(demands: Mapping[int, Demand], items: Sequence[Item]) -> dict[int, list[Item]] | None:
    """Cards for every team that meet all demands; None if there are none, or none within `NODES` positions.

    Depth first over the cards from the dearest: to whom each goes, or to nobody. Cards whose genres nobody lacks are
    alike but for their price, and of cards that are alike a plan may as well use the cheapest. So of each sort the
    cards used are the cheapest ones: going from the dearest, all of a sort are used from the first on that is.
    Positions that failed are remembered by what the teams have left.
    """
    ordered = sorted(items, key=lambda one: (-one.price, one.genre, one.id))
    cheap = [0, *accumulate(one.price for one in reversed(ordered))]  # so many of the cheapest, which remain to the end
    wanted = {genre for demand in demands.values() for genre in demand.genres}
    packed: dict[int, list[Item]] = {team: [] for team in demands}
    failed: set[tuple[object, ...]] = set()
    visits = count(1)

    def fill(left: Mapping[int, Demand], at: int, used: frozenset[str]) -> bool:
        needs = list(left.values())
        if not any(demand.places for demand in needs):
            return True
        position = (at, used, *sorted(demand.key for demand in needs))
        if next(visits) > NODES or position in failed or not possible(needs, ordered[at:][::-1]):
            return False
        failed.add(position)
        if any(cheap[demand.places] > demand.money for demand in needs):
            return False
        one = ordered[at]
        sort = one.genre if one.genre in wanted else ""
        if sort not in used and fill(left, at + 1, used):
            return True
        alike = {left[team].key: team for team in sorted(left, reverse=True)}  # of teams in the same need one
        for team in sorted(alike.values(), key=lambda team: (-left[team].money, team)):
            if left[team].room(one.genre) and one.price <= left[team].money:
                packed[team].append(one)
                if fill({**left, team: left[team].after(one)}, at + 1, used | {sort}):
                    return True
                packed[team].pop()
        return False

    return packed if fill(demands, 0, frozenset()) else None
