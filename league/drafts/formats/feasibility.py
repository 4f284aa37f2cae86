"""Whether every roster can still be completed at once from the cards that remain.

A plan names for every team the cards that would complete it. As long as there is one, nobody can run out of cards,
money or genres; so the plan is kept with the draft and mended at each pick. Without money the question is a count,
because a card has one genre. With money it is a packing problem: `solved` packs greedily, mends by swaps and at last
searches (`_Search`). A plan is a proof; only where the search meets its bound may a possible completion be missed.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

SWAPS = 60
Plan = Mapping[int, tuple[int, ...]]
"""Cards by team, none where the roster has its minimum."""
NODES = 300


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
    packed = _packed(needy, chosen)
    used = {one.id for cards in packed.values() for one in cards}
    unused = [one for one in items if one.id not in used]
    if not _mended(needy, packed, unused):
        found = searched(needy, items)
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

    for one in sorted(chosen, key=lambda card: (-card.price, card.genre, card.id)):
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
            return all(covers(demands[team], packed[team]) for team in demands)
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
                if covers(demands[team], swapped) and (other is None or covers(demands[other], given)):
                    best = gain, other, at, where
    if best is None:
        return False
    _, other, at, where = best
    cards = unused if other is None else packed[other]
    packed[team][at], cards[where] = cards[where], packed[team][at]
    return True


def searched(demands: Mapping[int, Demand], items: Sequence[Item]) -> dict[int, list[Item]] | None:
    """Cards for every team that meet all demands; None if there are none, or none within `NODES` positions."""
    return _Search(demands, items).run()


class _Search:
    """Depth first over the cards from the dearest: to whom each goes, or to nobody.

    Cards whose genres nobody lacks are alike but for their price, and of cards that are alike a plan may as well use
    the cheapest. So of each sort the cards used are the cheapest ones: going from the dearest, all of a sort are used
    from the first on that is. Positions that failed are remembered by what the teams have left.
    """

    def __init__(self, demands: Mapping[int, Demand], items: Sequence[Item]) -> None:
        self.items = sorted(items, key=lambda one: (-one.price, one.genre, one.id))
        self.cheap = [0, *accumulate(one.price for one in reversed(self.items))]
        """The cost of so many of the cheapest, which remain as long as anything does."""
        self.demands = demands
        self.packed: dict[int, list[Item]] = {team: [] for team in demands}
        self.places = {team: demand.places for team, demand in demands.items()}
        self.money = {team: demand.money for team, demand in demands.items()}
        self.missing = {team: Counter(demand.genres) for team, demand in demands.items()}
        self.wanted = {genre for demand in demands.values() for genre in demand.genres}
        self.failed: set[tuple[object, ...]] = set()
        self.nodes = 0

    def run(self) -> dict[int, list[Item]] | None:
        return self.packed if self._from(0, frozenset()) else None

    def _from(self, at: int, used: frozenset[str]) -> bool:
        if not any(self.places.values()):
            return True
        position = (at, used, *sorted(self._left(team) for team in self.places))
        self.nodes += 1
        if self.nodes > NODES or position in self.failed or not self._bounded(at):
            return False
        one = self.items[at]
        sort = one.genre if one.genre in self.wanted else ""
        if sort not in used and self._from(at + 1, used):
            return True
        if self._placed(at, one, used | {sort}):
            return True
        self.failed.add(position)
        return False

    def _placed(self, at: int, one: Item, used: frozenset[str]) -> bool:
        tried = set()
        for team in sorted(self.places, key=lambda team: (-self.money[team], team)):
            alike = self._left(team)
            if alike in tried or not self._takes(team, one):
                continue
            tried.add(alike)
            wanted = self.missing[team][one.genre] > 0
            self.packed[team].append(one)
            self._change(team, one, wanted, -1)
            if self._from(at + 1, used):
                return True
            self.packed[team].pop()
            self._change(team, one, wanted, 1)
        return False

    def _left(self, team: int) -> tuple[object, ...]:
        lacking = tuple(sorted((+self.missing[team]).items())) if self.wanted else ()
        return self.places[team], self.money[team], lacking

    def _takes(self, team: int, one: Item) -> bool:
        left = self.places[team]
        if not left or one.price > self.money[team]:
            return False
        return self.missing[team][one.genre] > 0 or left > self.missing[team].total()

    def _change(self, team: int, one: Item, wanted: bool, sign: int) -> None:
        """Take what a card takes of a team's needs (`sign` -1), or give it back (1)."""
        self.places[team] += sign
        self.money[team] += sign * one.price
        self.missing[team][one.genre] += sign * wanted

    def _bounded(self, at: int) -> bool:
        if sum(self.places.values()) > len(self.items) - at:
            return False
        if any(self.cheap[places] > self.money[team] for team, places in self.places.items()):
            return False
        demands = [Demand(self.places[team], self.money[team], +self.missing[team]) for team in self.places]
        return possible(demands, self.items[at:][::-1])
