"""Prices that no pair's weight exceeds, and that the pairs of the best matchings meet exactly.

They solve the linear program in which a node may be split between partners (the transportation problem, by shortest
augmenting paths, Tomizawa 1971). Where whole pairs meet them, no matching weighs more. A node may stand for a kind of
players that all weigh alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Row = Callable[[int, int], Iterable[tuple[int, int]]]
"""Of a node's neighbours those in a set (whose bits they are), each with the weight of the pair."""


class Market:
    """Each node sells what it has on its left side, and buys as much on its right.

    The price of a pair is `left` of one and `right` of the other; a search may start from prices found before.
    """

    def __init__(self, counts: Sequence[int], row: Row, left: Sequence[int], right: Sequence[int]) -> None:
        self.row, self.counts = row, counts
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
        self.far: dict[int, int] = {}
        self.done: dict[int, int] = {}
        self.via: dict[int, int] = {}
        self.lefts = {source: 0}
        self.came: dict[int, int] = {}
        self.open = (1 << len(market.supply)) - 1
        """Who buys and may still be reached by a shorter way."""

    def run(self) -> int | None:
        far, lefts = self.far, self.lefts
        fresh = [self.source]
        while True:
            for left in fresh:
                self._look(left, lefts[left])
            if not far:
                return None
            right = min(far, key=far.__getitem__)
            way = self.done[right] = far.pop(right)
            self.open &= ~(1 << right)
            if self.market.demand[right]:
                return right
            fresh = [left for left in self.market.flow[right] if left not in lefts]
            for left in fresh:
                lefts[left], self.came[left] = way, right

    def _look(self, left: int, way: int) -> None:
        far, prices = self.far, self.market.right
        price = self.market.left[left] + way
        for right, weight in self.market.row(left, self.open):
            through = price + prices[right] - weight
            if right not in far or through < far[right]:
                far[right], self.via[right] = through, left
                if through == way:
                    self.open &= ~(1 << right)

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
