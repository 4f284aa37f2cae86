"""The handbook's first candidate of the best ones (C.04.3, articles 3 and 4).

The best candidates are the matchings of a graph that leave nobody out; nodes are in the handbook's order.
"""

from collections.abc import Iterator

from league.formats.swiss.graphs import Edge, Graph, bits, mask_of
from league.formats.swiss.prices import Market, Offer, Offers, by_price, offered


def first_of_the_best(graph: Graph, moved: int, residents: int) -> list[Edge] | None:
    """The pairs (higher, lower node) inside the bracket; None where this way does not tell."""
    fixed = _settle_moved(graph, moved, residents)
    remainder = graph.nodes & residents
    paired = sum(bool(remainder >> graph.mate[at] & 1) for at in bits(remainder))
    upper = mask_of([*bits(remainder)][: paired // 2])
    halves = _halves(graph, upper, remainder & ~upper)
    if not halves.match():
        return [*fixed, *_settle_highers(halves, upper, remainder)]
    exchanged = _exchanged(halves, graph, upper, remainder)
    if exchanged is None:
        return None
    highers = _settle_exchange(exchanged, upper, remainder)
    return [*fixed, *_settle_highers(exchanged, highers, remainder)]


def _settle_moved(graph: Graph, moved: int, residents: int) -> list[Edge]:
    """Articles 3.4 and 4: first which of those moved down are paired, then with whom, each in turn."""
    chosen = []
    for one in bits(moved):
        if graph.settle(one, residents) is not None:
            graph.keep(one, residents)
            chosen.append(one)
        else:
            graph.keep(one, ~residents)
    return [_settle(graph, one, residents) for one in chosen]


def _settle(graph: Graph, one: int, wanted: int) -> Edge:
    other = graph.settle(one, wanted)
    assert other is not None, "it was matched with one of these"
    graph.drop(one, other)
    return one, other


def _settle_highers(graph: Graph, highers: int, remainder: int) -> list[Edge]:
    """Article 4.2: the transpositions of S2: the first of S1 has the first that he can, then the second, and so on."""
    return [_settle(graph, one, remainder) for one in bits(highers)]


def _halves(graph: Graph, upper: int, lower: int) -> Graph:
    """Article 3.3: each of S1 with one of S2, in their order as far as they may meet."""
    near = list(graph.near)
    for at in bits(graph.nodes):
        near[at] &= lower if upper >> at & 1 else ~lower if lower >> at & 1 else ~upper
    halves = Graph(near, graph.nodes)
    for one, other in zip(bits(upper), bits(lower), strict=False):
        if near[one] >> other & 1:
            halves.marry(one, other)
    return halves


def _exchanged(halves: Graph, graph: Graph, upper: int, remainder: int) -> Graph | None:
    """Article 4.3: the matchings with the fewest exchanges, and of these the smallest difference.

    `halves` is matched as far as can be without exchanges, and that meets the prices from which the search starts.
    """
    exchanges = _Exchanges(graph, upper, remainder)
    worths = [exchanges.worth(at) if upper >> at & 1 else 0 for at in range(len(graph.near))]
    market = Market([graph.nodes >> at & 1 for at in range(len(graph.near))], exchanges.terms, worths, worths)
    for at in bits(graph.nodes):
        if halves.mate[at] > at:
            market.pair_up(at, halves.mate[at])
    if not market.clear():
        return None
    found = Graph(exchanges.tight(market), graph.nodes)
    return None if found.match() else found


class _Exchanges:
    """What a pair of the remainder weighs: one that is led by a player of S1 much, and the more the higher he is."""

    def __init__(self, graph: Graph, upper: int, remainder: int) -> None:
        self.near, self.nodes = graph.near, graph.nodes
        self.upper, self.remainder = upper, remainder
        self.place = {at: index for index, at in enumerate(bits(remainder))}
        self.much = 1 << 2 * len(graph.near).bit_length() + 2

    def worth(self, at: int) -> int:
        """Of a pair that he leads."""
        return self.much * (self.upper >> at & 1) - self.place[at]

    def terms(self, market: Market) -> Offers:
        rights = by_price(bits(self.nodes), market.right.__getitem__)
        leaders = by_price(bits(self.remainder), lambda at: market.right[at] - self.worth(at))

        def offers(at: int) -> Iterator[Iterator[Offer]]:
            inside, price, near = self._inside(at), market.left[at], self.near[at]
            yield offered(rights, price, near & ~inside)
            if inside:
                yield offered(rights, price - self.worth(at), near & inside & -1 << at)
                yield offered(leaders, price, near & inside & ~(-1 << at))

        return offers

    def _inside(self, at: int) -> int:
        return self.remainder if self.remainder >> at & 1 else 0

    def tight(self, market: Market) -> list[int]:
        """For each node its neighbours by the pairs that meet the prices."""
        at_price = by_price(bits(self.nodes), market.price)
        near = [0] * len(self.near)
        for at in bits(self.nodes):
            near[at] |= at_price.get(-market.price(at), 0) & self.near[at] & ~self._inside(at)
        for at in bits(self.remainder):
            led = at_price.get(2 * self.worth(at) - market.price(at), 0) & self.near[at]
            for other in bits(led & self.remainder & -1 << at):
                near[at] |= 1 << other
                near[other] |= 1 << at
        return near


def _settle_exchange(graph: Graph, upper: int, remainder: int) -> int:
    """Article 4.3: the highest numbers of S1 leave it, the lowest of S2 enter; the new S1."""
    highers = 0
    for at in sorted(bits(upper), reverse=True):
        below = remainder & -1 << at
        if graph.settle(at, ~below) is not None:
            graph.keep(at, ~below)
        else:
            graph.keep(at, below)
            highers |= 1 << at
    for at in bits(remainder & ~upper):
        below = remainder & -1 << at
        if graph.settle(at, below) is not None:
            graph.keep(at, below)
            highers |= 1 << at
        else:
            graph.keep(at, ~below)
    return highers
