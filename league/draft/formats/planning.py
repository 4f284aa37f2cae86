"""Whether every roster can still be completed at once from the cards that remain.

A plan names for every team the cards that would complete it. As long as there is one, nobody can run out of cards,
money or genres; so the plan is kept with the draft and mended at each pick. Without money the question is a count,
because a card has one genre. With money it is a packing problem: `solved` packs greedily, mends by swaps and at last
searches `NODES` positions; a plan is a proof, and only where none is found within these bounds may a possible
completion be missed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

NODES = 3_000
SWAPS = 60

Plan = Mapping[int, tuple[int, ...]]
"""Cards by team, none where the roster has its minimum."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What a team still needs: so many cards, of them so many of some genres, for at most so much money."""

    places: int
    money: int
    genres: Mapping[str, int] = field(default_factory=dict)
    """Only genres of which some are missing."""


@dataclass(frozen=True, slots=True)
class Item:
    id: int
    price: int
    genre: str


def fits(demand: Demand, items: Sequence[Item]) -> bool:
    """Whether these cards are the demand's: the number, the genres, the money."""
    if len(items) != demand.places or sum(one.price for one in items) > demand.money:
        return False
    return _covers(demand, items)


def _covers(demand: Demand, items: Sequence[Item]) -> bool:
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
    packed = _packed(needy, chosen)
    unused = [one for one in items if one not in {card for cards in packed.values() for card in cards}]
    if not _mended(needy, packed, unused):
        found = _Search(needy, items).run()
        if found is None:
            return None
        packed = found
    return {team: tuple(one.id for one in packed.get(team, [])) for team in demands}


def _packed(demands: Mapping[int, Demand], chosen: Sequence[Item]) -> dict[int, list[Item]]:
    """Dear cards first, each to the team that has most money a place; genres and numbers right, money perhaps not."""
    packed: dict[int, list[Item]] = {team: [] for team in demands}
    missing = {team: Counter(demand.genres) for team, demand in demands.items()}
    money = {team: demand.money for team, demand in demands.items()}

    def room(team: int, genre: str) -> tuple[int, float]:
        left = demands[team].places - len(packed[team])
        wanted = missing[team][genre] > 0
        open_places = left > 0 and (wanted or left > missing[team].total())
        return (2 if wanted else 1) if open_places else 0, money[team] / left if left else 0.0

    for one in sorted(chosen, key=lambda card: (-card.price, card.id)):
        team = max(demands, key=lambda team: (*room(team, one.genre), -team))
        packed[team].append(one)
        money[team] -= one.price
        if missing[team][one.genre] > 0:
            missing[team][one.genre] -= 1
    return packed


def _mended(demands: Mapping[int, Demand], packed: dict[int, list[Item]], unused: list[Item]) -> bool:
    """Swap cards between teams, or for unused ones, while that brings the overruns down. Whether none is left."""
    for _ in range(SWAPS):
        over = {team: sum(one.price for one in packed[team]) - demands[team].money for team in demands}
        worst = max(over, key=lambda team: (over[team], -team), default=None)
        if worst is None or over[worst] <= 0:
            return all(_covers(demands[team], packed[team]) for team in demands)
        if not _swap(demands, packed, unused, worst, over):
            return False
    return False


def _swap(
    demands: Mapping[int, Demand], packed: dict[int, list[Item]], unused: list[Item], team: int, over: Mapping[int, int]
) -> bool:
    best: tuple[int, int | None, int, int] | None = None
    for at, mine in enumerate(packed[team]):
        for other, cards in [*packed.items(), (None, unused)]:
            if other == team:
                continue
            for where, theirs in enumerate(cards):
                less = mine.price - theirs.price
                gain = min(less, over[team]) - (
                    0 if other is None else max(0, over[other] + less) - max(0, over[other])
                )
                if less <= 0 or gain <= 0 or (best is not None and gain <= best[0]):
                    continue
                swapped = [*packed[team][:at], theirs, *packed[team][at + 1 :]]
                given = [*cards[:where], mine, *cards[where + 1 :]]
                if _covers(demands[team], swapped) and (other is None or _covers(demands[other], given)):
                    best = gain, other, at, where
    if best is None:
        return False
    _, other, at, where = best
    cards = unused if other is None else packed[other]
    packed[team][at], cards[where] = cards[where], packed[team][at]
    return True


class _Search:
    """Depth first over the cards from the dearest: to whom each goes, or to nobody."""

    def __init__(self, demands: Mapping[int, Demand], items: Sequence[Item]) -> None:
        self.items = sorted(items, key=lambda one: (-one.price, one.id))
        self.demands = demands
        self.packed: dict[int, list[Item]] = {team: [] for team in demands}
        self.places = {team: demand.places for team, demand in demands.items()}
        self.money = {team: demand.money for team, demand in demands.items()}
        self.missing = {team: Counter(demand.genres) for team, demand in demands.items()}
        self.nodes = 0

    def run(self) -> dict[int, list[Item]] | None:
        return self.packed if self._from(0) else None

    def _from(self, at: int) -> bool:
        if not any(self.places.values()):
            return True
        self.nodes += 1
        if self.nodes > NODES or not self._bounded(at):
            return False
        one, tried = self.items[at], set()
        for team in sorted(self.places, key=lambda team: -self.money[team]):
            alike = self.places[team], self.money[team], tuple(sorted((+self.missing[team]).items()))
            if alike in tried or not self._takes(team, one):
                continue
            tried.add(alike)
            wanted = self._give(team, one)
            if self._from(at + 1):
                return True
            self._give_back(team, one, wanted)
        return self._from(at + 1)

    def _takes(self, team: int, one: Item) -> bool:
        left = self.places[team]
        if not left or one.price > self.money[team]:
            return False
        return self.missing[team][one.genre] > 0 or left > self.missing[team].total()

    def _give(self, team: int, one: Item) -> bool:
        wanted = self.missing[team][one.genre] > 0
        self.packed[team].append(one)
        self.places[team] -= 1
        self.money[team] -= one.price
        self.missing[team][one.genre] -= wanted
        return wanted

    def _give_back(self, team: int, one: Item, wanted: bool) -> None:
        self.packed[team].pop()
        self.places[team] += 1
        self.money[team] += one.price
        self.missing[team][one.genre] += wanted

    def _bounded(self, at: int) -> bool:
        left = self.items[at:][::-1]
        demands = [Demand(self.places[team], self.money[team], +self.missing[team]) for team in self.places]
        return possible(demands, left) and all(possible([one], left) for one in demands)
