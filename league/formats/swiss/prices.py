"""Prices that no pair's weight exceeds, and that the pairs of the best matchings meet exactly.

They solve the linear program in which a node may be split between partners (the transportation problem, by shortest
augmenting paths, Tomizawa 1971). Where whole pairs meet them, no matching weighs more. A node may stand for a kind of
players that all weigh alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush

from league.formats.swiss.graphs import bits

Offer = tuple[int, int]
"""By how much the price of a node's pairs exceeds their weight, and the set of the neighbours of whom this is so."""
Offers = Callable[[int], Iterable[Iterator[Offer]]]
"""Of a node, in one or more rows that ascend."""


class Market:
    """Each node sells what it has on its left side, and buys as much on its right.

    The price of a pair is `left` of one and `right` of the other; a search may start from prices found before. `terms`
    gives the offers as the prices are.
    """

    def __init__(
        self, counts: Sequence[int], terms: Callable[[Market], Offers], left: Sequence[int], right: Sequence[int]
    ) -> None:
        self.terms, self.counts = terms, counts
        self.supply, self.demand = list(counts), list(counts)
        self.left, self.right = list(left), list(right)
        self.flow: list[dict[int, int]] = [{} for _ in counts]
        """By the node that buys: how much it has of which."""

    def pair_up(self, one: int, other: int) -> None:
        """Let two nodes have one of each other; the pair has to meet the prices."""
        for seller, buyer in ((one, other), (other, one)):
            self.supply[seller] -= 1
            self.demand[buyer] -= 1
            self.flow[buyer][seller] = 1

    def clear(self) -> bool:
        """Sell everything, at the best prices; whether that can be done."""
        for node in range(len(self.supply)):
            while self.supply[node]:
                if not self._send(node):
                    return False
        return True

    def price(self, node: int) -> int:
        """The prices of two nodes together are at least twice their weight."""
        return self.left[node] + self.right[node]

    def worth(self) -> int:
        """At least twice what any matching weighs."""
        return sum(count * self.price(node) for node, count in enumerate(self.counts))

    def _send(self, source: int) -> bool:
        """Sell as much of one node as one shortest path allows."""
        search = _Search(self, source)
        right = search.run()
        if right is None:
            return False
        search.reprice(search.done[right])
        search.move(right)
        return True


class _Search:
    """Shortest paths from a seller to whoever still buys; what a pair's price exceeds its weight by is its length."""

    def __init__(self, market: Market, source: int) -> None:
        self.market, self.source = market, source
        self.offers = market.terms(market)
        self.heap: list[tuple[int, int, int, int]] = []
        self.rows: list[tuple[int, Iterator[Offer]]] = []
        self.fresh = (1 << len(market.supply)) - 1
        """Who buys and was not reached yet."""
        self.done: dict[int, int] = {}
        self.via: dict[int, int] = {}
        self.lefts = {source: 0}
        self.came: dict[int, int] = {}

    def run(self) -> int | None:
        """Who buys at the end of the shortest way."""
        self._offer(self.source, 0)
        while self.heap:
            way, left, mask, row = heappop(self.heap)
            reached = mask & self.fresh
            self.fresh &= ~reached
            self._advance(left, row)
            for right in bits(reached):
                self.done[right], self.via[right] = way, left
                if self.market.demand[right]:
                    return right
            for right in bits(reached):
                self._go_on(right, way)
        return None

    def _go_on(self, right: int, way: int) -> None:
        """From who buys to those who sell to him now."""
        for seller in self.market.flow[right]:
            if seller not in self.lefts:
                self.lefts[seller], self.came[seller] = way, right
                self._offer(seller, way)

    def _offer(self, left: int, way: int) -> None:
        for offers in self.offers(left):
            self.rows.append((way, offers))
            self._advance(left, len(self.rows) - 1)

    def _advance(self, left: int, row: int) -> None:
        """The next offer of a row that reaches anybody new."""
        way, offers = self.rows[row]
        for over, mask in offers:
            if mask & self.fresh:
                heappush(self.heap, (way + over, left, mask, row))
                return

    def reprice(self, way: int) -> None:
        for left, passed in self.lefts.items():
            self.market.left[left] -= way - passed
        for right, passed in self.done.items():
            self.market.right[right] += way - passed

    def move(self, right: int) -> None:
        market, steps = self.market, [(right, self.via[right])]
        while (left := steps[-1][1]) != self.source:
            buyer = self.came[left]
            steps.append((buyer, self.via[buyer]))
        taken = [market.flow[self.came[left]][left] for _, left in steps[:-1]]
        amount = min(market.supply[self.source], market.demand[right], *taken)
        market.supply[self.source] -= amount
        market.demand[right] -= amount
        for buyer, left in steps:
            market.flow[buyer][left] = market.flow[buyer].get(left, 0) + amount
        for _, left in steps[:-1]:
            had = market.flow[self.came[left]]
            had[left] -= amount
            if not had[left]:
                del had[left]


def by_price(nodes: Iterable[int], prices: Callable[[int], int]) -> dict[int, int]:
    """The sets of the nodes that have one price, the lowest first."""
    found: dict[int, int] = {}
    for node in nodes:
        price = prices(node)
        found[price] = found.get(price, 0) | 1 << node
    return dict(sorted(found.items()))


def offered(rights: dict[int, int], price: int, among: int) -> Iterator[Offer]:
    """The row of those `among` them who are sold to at the price of the left and of their own."""
    return ((price + right, able) for right, mask in rights.items() if (able := mask & among))
