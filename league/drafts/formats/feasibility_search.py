"""The last resort of planning: a search that is exact as far as it goes.

Cards whose genres nobody lacks are alike but for their price, and of cards that are alike a plan may as well use the
cheapest. So of each sort the cards used are the cheapest ones: going from the dearest, all of a sort are used from the
first on that is. Positions that failed are remembered by what the teams have left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate

from league.drafts.formats.roster_needs import Demand, Item, possible

NODES = 300


def searched(demands: Mapping[int, Demand], items: Sequence[Item]) -> dict[int, list[Item]] | None:
    """Cards for every team that meet all demands; None if there are none, or none within `NODES` positions."""
    return _Search(demands, items).run()


class _Search:
    """Depth first over the cards from the dearest: to whom each goes, or to nobody."""

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
            wanted = self._give(team, one)
            if self._from(at + 1, used):
                return True
            self._give_back(team, one, wanted)
        return False

    def _left(self, team: int) -> tuple[object, ...]:
        lacking = tuple(sorted((+self.missing[team]).items())) if self.wanted else ()
        return self.places[team], self.money[team], lacking

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
        if sum(self.places.values()) > len(self.items) - at:
            return False
        if any(self.cheap[places] > self.money[team] for team, places in self.places.items()):
            return False
        demands = [Demand(self.places[team], self.money[team], +self.missing[team]) for team in self.places]
        return possible(demands, self.items[at:][::-1])
