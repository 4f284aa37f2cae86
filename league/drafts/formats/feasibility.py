"""Whether every roster can still be completed at once from the cards that remain.

A plan names for every team the cards that would complete it. As long as there is one, nobody can run out of cards,
money or genres; so the plan is kept with the draft and mended at each pick. Without money the question is a count,
because a card has one genre. With money it is a packing problem: `solved` packs greedily, mends by swaps and at last
searches (`searching`). A plan is a proof; only where the search meets its bound may a possible completion be missed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from league.drafts.formats.feasibility_search import searched
from league.drafts.formats.roster_needs import Demand, Item, cheapest, covers

SWAPS = 60

Plan = Mapping[int, tuple[int, ...]]
"""Cards by team, none where the roster has its minimum."""


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
