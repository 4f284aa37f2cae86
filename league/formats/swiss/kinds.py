"""The best matchings of a graph whose nodes are of few kinds: what they are worth, and of which pairs they are made."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache

from league.formats.swiss.graphs import Graph, bits, mask_of
from league.formats.swiss.prices import Market, Offer, Offers, by_price, offered


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
