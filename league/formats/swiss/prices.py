"""Prices that no pair's weight exceeds, and that the pairs of the best matchings meet exactly.

They solve the linear program in which a node may be split between partners (the transportation problem, by shortest
augmenting paths, Tomizawa 1971). Where whole pairs meet them, no matching weighs more. A node may stand for a kind of
players that all weigh alike: `best` finds what the matchings of a graph with few kinds are worth, and their pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush

from league.formats.swiss.graphs import Graph, bits, mask_of

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
                for seller in self.market.flow[right]:  # those who sell to him now
                    if seller not in self.lefts:
                        self.lefts[seller], self.came[seller] = way, right
                        self._offer(seller, way)
        return None

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


@dataclass(frozen=True)
class Problem:
    """Nodes to be matched, all of them, so that the pairs weigh as much as can be.

    Nodes of one kind weigh alike; `near` says who may meet whom. `weight` takes the lower node first.
    """

    near: list[int]
    nodes: int
    kind: Callable[[int], Hashable]
    weight: Callable[[int, int], int]


@dataclass(frozen=True)
class Best:
    """No matching weighs more than half of `bound`; the matchings of `graph`, which has one, weigh that."""

    bound: int
    graph: Graph | None


def best(problem: Problem) -> Best | None:
    """None where the nodes cannot all be matched, not even if each were split between partners.

    Its graph is None where no whole matching meets the bound.
    """
    kinds = _Kinds(problem)
    market = Market([len(kind) for kind in kinds.kinds], kinds.terms, kinds.most(), [0] * len(kinds.kinds))
    if not market.clear():
        return None
    graph = Graph(kinds.tight(market), problem.nodes)
    if not graph.match():
        return Best(market.worth(), graph)
    return kinds.player_by_player(market, graph)


class _Kinds:
    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        found: dict[Hashable, list[int]] = {}
        for at in bits(problem.nodes):
            found.setdefault(problem.kind(at), []).append(at)
        self.kinds = [*found.values()]
        self.masks = [mask_of(kind) for kind in self.kinds]
        self.of = {at: index for index, kind in enumerate(self.kinds) for at in kind}
        self.rows: list[list[tuple[int, int]]] = [[] for _ in self.kinds]
        """For each kind the kinds that it may meet, and the weights."""
        for mine in range(len(self.kinds)):
            for theirs in range(mine, len(self.kinds)):
                self._weigh(mine, theirs)

    def _weigh(self, mine: int, theirs: int) -> None:
        for one in self.kinds[mine]:
            if met := self.problem.near[one] & self.masks[theirs]:
                other = (met & -met).bit_length() - 1
                weight = self.problem.weight(min(one, other), max(one, other))
                self.rows[mine].append((theirs, weight))
                if mine != theirs:
                    self.rows[theirs].append((mine, weight))
                return

    def terms(self, market: Market) -> Offers:
        def offers(kind: int) -> list[Iterator[Offer]]:
            price, right = market.left[kind], market.right
            return [iter(sorted((price + right[other] - weight, 1 << other) for other, weight in self.rows[kind]))]

        return offers

    def most(self) -> list[int]:
        return [max((weight for _, weight in row), default=0) for row in self.rows]

    def tight(self, market: Market) -> list[int]:
        """For each node its neighbours by the pairs that meet the prices."""
        found = [0] * len(self.problem.near)
        for mine, kind in enumerate(self.kinds):
            able = 0
            for theirs, weight in self.rows[mine]:
                if market.price(mine) + market.price(theirs) == 2 * weight:
                    able |= self.masks[theirs]
            for at in kind:
                found[at] = able & self.problem.near[at]
        return found

    def player_by_player(self, market: Market, graph: Graph) -> Best | None:
        """The best by a price for each node, from the prices of the kinds and the matching that they gave."""
        near = self.problem.near

        def terms(market: Market) -> Offers:
            rights = [by_price(bits(mask & graph.nodes), market.right.__getitem__) for mask in self.masks]

            @cache
            def row(kind: int) -> dict[int, int]:
                """What the offers to all are like for a node of one kind that asks nothing."""
                found: dict[int, int] = {}
                for other, weight in self.rows[kind]:
                    for right, mask in rights[other].items():
                        found[right - weight] = found.get(right - weight, 0) | mask
                return dict(sorted(found.items()))

            return lambda node: [offered(row(self.of[node]), market.left[node], near[node])]

        counts, left, right = ([0] * len(near) for _ in range(3))
        for at in bits(graph.nodes):
            counts[at], left[at], right[at] = 1, market.left[self.of[at]], market.right[self.of[at]]
        single = Market(counts, terms, left, right)
        for at in bits(graph.nodes):
            if graph.mate[at] > at:
                single.pair_up(at, graph.mate[at])
        if not single.clear():
            return None
        found = Graph(self._tight_by_player(single, graph.nodes), graph.nodes)
        return Best(single.worth(), None if found.match() else found)

    def _tight_by_player(self, market: Market, nodes: int) -> list[int]:
        priced = [by_price(bits(mask & nodes), market.price) for mask in self.masks]
        found = [0] * len(self.problem.near)
        for at in bits(nodes):
            price = market.price(at)
            for kind, weight in self.rows[self.of[at]]:
                found[at] |= priced[kind].get(2 * weight - price, 0)
            found[at] &= self.problem.near[at]
        return found
