"""Prices that bound the weight of every pair and that the pairs of the best matchings meet exactly.

They solve the linear program in which nodes may be split between partners (the transportation problem, by shortest
augmenting paths, Tomizawa 1971). If whole pairs meet the prices, no matching weighs more. A node may stand for a kind
of players with equal weights: `compute_bound` finds the value of the best matchings of a graph with few kinds, and
their pairs.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from heapq import heappop, heappush

from league.formats.swiss.graphs import Graph, bits, mask_of


@dataclass(frozen=True)
class MatchingProblem:
    """A maximum-weight perfect matching problem.

    Nodes of one kind have equal weights; `near` has the possible partners. `weight` takes the lower node first.
    """

    near: list[int]
    nodes: int
    kind: Callable[[int], Hashable]
    weight: Callable[[int, int], int]


@dataclass(frozen=True)
class MatchingBound:
    """The bound: no matching weighs more than half of `bound`; perfect matchings of `graph` weigh exactly that."""

    bound: int
    graph: Graph | None


def compute_bound(problem: MatchingProblem) -> MatchingBound | None:
    """Return the bound, or None if not all nodes can be matched, even if each may be split between partners.

    Its graph is None if no perfect matching meets the bound.
    """
    kinds: dict[Hashable, list[int]] = {}
    for node in bits(problem.nodes):
        kinds.setdefault(problem.kind(node), []).append(node)
    market = _Market(problem, [*kinds.values()])
    if not market.clear():
        return None
    graph = Graph(market.list_tight_neighbours(), problem.nodes)
    return MatchingBound(market.worth(), None if graph.match() else graph)


class _Market:
    """Supply and demand of all kinds. The price of a pair is `left` of one kind plus `right` of the other."""

    def __init__(self, problem: MatchingProblem, kinds: list[list[int]]) -> None:
        self.problem, self.kinds = problem, kinds
        self.masks = [mask_of(kind) for kind in kinds]
        self.rows: list[list[tuple[int, int]]] = [[] for _ in kinds]
        """For each kind, the kinds that it can be paired with and the weights."""
        for first in range(len(kinds)):
            for second in range(first, len(kinds)):
                self._weigh(first, second)
        self.supply, self.demand = [len(kind) for kind in kinds], [len(kind) for kind in kinds]
        self.left = [max((weight for _, weight in row), default=0) for row in self.rows]
        self.right = [0] * len(kinds)
        self.flow: list[dict[int, int]] = [{} for _ in kinds]
        """By buying kind: how much it has bought from each kind."""

    def _weigh(self, first: int, second: int) -> None:
        for node in self.kinds[first]:
            if neighbours := self.problem.near[node] & self.masks[second]:
                other = (neighbours & -neighbours).bit_length() - 1
                weight = self.problem.weight(min(node, other), max(node, other))
                self.rows[first].append((second, weight))
                if first != second:
                    self.rows[second].append((first, weight))
                return

    def clear(self) -> bool:
        """Move the whole supply at optimal prices and return whether that was possible."""
        return all(self._sell(kind) for kind in range(len(self.kinds)))

    def worth(self) -> int:
        """Return an upper bound of twice the weight of any matching."""
        return sum(len(kind) * (self.left[index] + self.right[index]) for index, kind in enumerate(self.kinds))

    def list_tight_neighbours(self) -> list[int]:
        """Return for each node its neighbours by pairs that meet the prices."""
        neighbours = [0] * len(self.problem.near)
        prices = [left + right for left, right in zip(self.left, self.right, strict=True)]
        for first, kind in enumerate(self.kinds):
            allowed = 0
            for second, weight in self.rows[first]:
                if prices[first] + prices[second] == 2 * weight:
                    allowed |= self.masks[second]
            for node in kind:
                neighbours[node] = allowed & self.problem.near[node]
        return neighbours

    def _sell(self, source: int) -> bool:
        """Move all supply of one kind along shortest paths to kinds with open demand; return whether it worked.

        The length of an edge is its price minus its weight.
        """
        while self.supply[source]:
            if not self._sell_some(source):
                return False
        return True

    def _sell_some(self, source: int) -> bool:
        done: dict[int, int] = {}
        lefts = {source: 0}
        via: dict[int, int] = {}
        supplier_of: dict[int, int] = {}
        heap = sorted(self._offers(source, 0))
        while heap:
            distance, right, left = heappop(heap)
            if right in done:
                continue
            done[right], via[right] = distance, left
            if self.demand[right]:
                self._reprice(distance, lefts, done)
                self._move(source, right, via, supplier_of)
                return True
            for seller in self.flow[right].keys() - lefts.keys():  # current suppliers
                lefts[seller], supplier_of[seller] = distance, right
                for offer in self._offers(seller, distance):
                    heappush(heap, offer)
        return False

    def _offers(self, left: int, distance: int) -> list[tuple[int, int, int]]:
        price = distance + self.left[left]
        return [(price + self.right[right] - weight, right, left) for right, weight in self.rows[left]]

    def _reprice(self, distance: int, lefts: dict[int, int], done: dict[int, int]) -> None:
        for left, passed in lefts.items():
            self.left[left] -= distance - passed
        for right, passed in done.items():
            self.right[right] += distance - passed

    def _move(self, source: int, right: int, via: dict[int, int], supplier_of: dict[int, int]) -> None:
        steps = [(right, via[right])]
        while (left := steps[-1][1]) != source:
            steps.append((supplier_of[left], via[supplier_of[left]]))
        taken = [self.flow[supplier_of[left]][left] for _, left in steps[:-1]]
        amount = min(self.supply[source], self.demand[right], *taken)
        self.supply[source] -= amount
        self.demand[right] -= amount
        for buyer, left in steps:
            self.flow[buyer][left] = self.flow[buyer].get(left, 0) + amount
        for _, left in steps[:-1]:
            flow = self.flow[supplier_of[left]]
            flow[left] -= amount
            if not flow[left]:
                del flow[left]
