"""Whether every roster can still be completed from the remaining cards.

A plan names for each team the cards that would complete it. While a plan exists, no team can run out of cards, money or
genres; so the plan is stored with the draft and repaired at each pick. Without money the question is a count, because a
card has one genre. With money it is a packing problem, which `find_plan` searches. A plan is a proof; only if the
search reaches its bound may it miss a possible completion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import accumulate, count, islice, permutations

RosterPlan = Mapping[int, tuple[int, ...]]
"""Cards by team; none where the roster has its minimum."""
MAX_BACKTRACKS = 300
"""How often the search may backtrack."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What a team still needs: a number of cards, some of them of given genres, within a budget."""

    places: int
    money: int
    genres: Mapping[str, int] = field(default_factory=dict)
    """Only genres that are still needed."""

    @property
    def key(self) -> tuple[int, int, tuple[tuple[str, int], ...]]:
        """Return a key that is equal for equivalent demands."""
        return self.places, self.money, tuple(sorted(self.genres.items()))

    def room(self, item: Item) -> int:
        """Return 2 if a card of its genre is needed, 1 if it may fill any other place, 0 if unneeded or too dear."""
        if item.price > self.money:
            return 0
        return 2 if item.genre in self.genres else int(self.places > sum(self.genres.values()))

    def after(self, item: Item) -> Demand:
        """Return the demand after taking a card for which there is room."""
        genres = {genre: n - (genre == item.genre) for genre, n in self.genres.items()}
        return Demand(self.places - 1, self.money - item.price, {genre: n for genre, n in genres.items() if n})


@dataclass(frozen=True, slots=True)
class Item:
    """An available card, reduced to what decides feasibility."""

    id: int
    price: int
    genre: str


def fits(demand: Demand, items: Sequence[Item]) -> bool:
    """Return whether these cards meet the demand exactly: number, genres and money."""
    if len(items) != demand.places or sum(item.price for item in items) > demand.money:
        return False
    return all(sum(item.genre == genre for item in items) >= minimum for genre, minimum in demand.genres.items())


def find_cheapest(demands: Sequence[Demand], items: Sequence[Item]) -> list[Item] | None:
    """Return the cheapest cards that meet all demands in number and genres, ignoring money; None if there are too few.

    Exact, by exchanging an expensive card for a cheap one. `items` must be sorted by price.
    """
    missing: Counter[str] = Counter()
    for demand in demands:
        missing.update(demand.genres)
    free = sum(demand.places for demand in demands) - missing.total()
    chosen, others = [], []
    for item in items:
        if missing[item.genre] > 0:
            missing[item.genre] -= 1
            chosen.append(item)
        else:
            others.append(item)
    if +missing or free > len(others):
        return None
    return chosen + others[:free]


def find_plan(demands: Mapping[int, Demand], items: Sequence[Item]) -> dict[int, tuple[int, ...]] | None:
    """Return a plan for all teams, or None. `items` must be sorted by price."""
    needs, failures = {team: demand for team, demand in demands.items() if demand.places}, count(1)
    for cards in islice(_iterate_card_sets(list(needs.values()), items), MAX_BACKTRACKS):
        cards.sort(key=lambda item: (-item.price, item.genre, item.id))
        if (teams := _assign_cards(needs, cards, failures)) is not None:
            return {team: tuple(item.id for item, to in zip(cards, teams, strict=True) if to == team) for team in demands}
    return None


def _iterate_card_sets(demands: Sequence[Demand], items: Sequence[Item]) -> Iterator[list[Item]]:
    """Yield the sets of cards that a plan may use and afford, the cheapest first.

    Cards of a genre that a team lacks differ only in price, and so do all the others; among equivalent cards a plan may
    use the cheapest. So sets differ only in the number of cards of each sort.
    """
    lacking: Counter[str] = Counter()
    for demand in demands:
        lacking.update(demand.genres)
    sorts = [[item for item in items if item.genre == genre] for genre in lacking]
    sorts.append([item for item in items if item.genre not in lacking])
    first, minimums = find_cheapest(demands, items), [*lacking.values(), 0]
    if first is None:
        return

    def cards_of(split: Sequence[int]) -> list[Item]:
        return [item for sort, n in zip(sorts, split, strict=True) for item in sort[:n]]

    ids = {item.id for item in first}
    split = tuple(sum(item.id in ids for item in sort) for sort in sorts)
    money, seen, heap = sum(demand.money for demand in demands), {split}, [(sum(item.price for item in first), split)]
    while heap:
        cost, split = heappop(heap)
        if cost > money:
            return
        yield cards_of(split)
        for more, less in permutations(range(len(sorts)), 2):
            other = tuple(n + (at == more) - (at == less) for at, n in enumerate(split))
            if other not in seen and minimums[less] <= other[less] and other[more] <= len(sorts[more]):
                seen.add(other)
                heappush(heap, (sum(item.price for item in cards_of(other)), other))


def _assign_cards(needs: Mapping[int, Demand], cards: Sequence[Item], failures: Iterator[int]) -> list[int] | None:
    """Return the team that each card goes to, the most expensive card first; None if the demands cannot be met.

    Depth first, to the team with the most money per place. Visited positions are remembered by what teams have left.
    """
    cheap = [0, *accumulate(item.price for item in reversed(cards))]  # The total price of the n cheapest cards.
    seen: set[tuple[object, ...]] = set()

    def takers(unmet: Mapping[int, Demand], index: int) -> Iterator[int]:
        position = index, *sorted(demand.key for demand in unmet.values())
        if position in seen or any(cheap[demand.places] > demand.money for demand in unmet.values()):
            return
        seen.add(position)
        item = cards[index]
        by_key = {unmet[team].key: team for team in sorted(unmet, reverse=True)}  # One of the teams with equal demands.
        needy = [(team, unmet[team]) for team in by_key.values()]
        ranked = sorted((-need.room(item), -need.money / max(1, need.places), team) for team, need in needy)
        yield from (team for room, _, team in ranked if room)

    demand_stack, tries, dealt = [needs], [takers(needs, 0)], list[int]()
    while len(dealt) < len(cards):
        team = next(tries[-1], None)
        if team is not None:
            demand_stack.append({**demand_stack[-1], team: demand_stack[-1][team].after(cards[len(dealt)])})
            dealt.append(team)
            tries.append(takers(demand_stack[-1], len(dealt)))
        elif not dealt or next(failures) > MAX_BACKTRACKS:
            return None
        else:
            del demand_stack[-1], dealt[-1], tries[-1]
    return dealt
