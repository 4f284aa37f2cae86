"""The first of the best candidates in the handbook's order (C.04.3, articles 3 and 4).

The best candidates are the perfect matchings of a graph whose nodes are in the handbook's order.
"""

from collections.abc import Callable

from league.formats.swiss.graphs import Edge, Graph, bits, heaviest, mask_of
from league.formats.swiss.weights import joined

Digits = Callable[[int, int], list[int]]
"""Returns, for a pair inside the bracket, the digits that order candidates of the same quality."""


def first_of_the_best(graph: Graph, moved: int, residents: int) -> list[Edge]:
    """Return the pairs (higher, lower node) inside the bracket."""
    fixed = _settle_moved(graph, moved, residents)
    remainder = graph.nodes & residents
    paired = sum(bool(remainder >> graph.mate[at] & 1) for at in bits(remainder))
    upper = mask_of([*bits(remainder)][: paired // 2])
    halves = _halves(graph, upper, remainder & ~upper)
    if not halves.match():
        # article 4.2: in order, each of S1 gets the first of S2 that is possible
        return [*fixed, *(_settle(halves, one, remainder) for one in bits(upper))]
    return [*fixed, *_exchanged(graph, remainder, paired // 2)]


def _settle_moved(graph: Graph, moved: int, residents: int) -> list[Edge]:
    """Fix the pairs of the moved-down players (articles 3.4 and 4): first which are paired, then with whom."""
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


def _halves(graph: Graph, upper: int, lower: int) -> Graph:
    """Return the graph in which each of S1 can only meet S2 (article 3.3)."""
    near = list(graph.near)
    for at in bits(graph.nodes):
        near[at] &= lower if upper >> at & 1 else ~lower if lower >> at & 1 else ~upper
    halves = Graph(near, graph.nodes)
    for one, other in zip(bits(upper), bits(lower), strict=False):
        if near[one] >> other & 1:
            halves.marry(one, other)
    return halves


def _exchanged(graph: Graph, remainder: int, pairs: int) -> list[Edge]:
    """Return the pairs of article 4.3 by weight: S1 has `pairs` players and exchanges some with S2."""
    inside = [*bits(remainder)]
    digits, size, wide = by_exchange(inside, pairs), 3 + 2 * len(inside), (2 * len(graph.near) + 40).bit_length()
    weights = {}
    for lower in bits(graph.nodes):
        for higher in bits(graph.near[lower] & graph.nodes & (1 << lower) - 1):
            within = remainder >> lower & remainder >> higher & 1
            weights[higher, lower] = joined([1, *(digits(higher, lower) if within else [0] * size)], wide)
    found = heaviest(weights)
    return [(one, other) for one, other in found.items() if one < other and remainder >> one & remainder >> other & 1]


def by_exchange(remainder: list[int], pairs: int) -> Digits:
    """Return digits for articles 3.3, 4.2 and 4.3; `pairs` is the size of S1.

    In order: fewest exchanges between S1 and S2, smallest difference, highest of S1 and lowest of S2 exchanged, then
    the transpositions of S2.
    """
    place = {at: index for index, at in enumerate(remainder)}
    size = len(remainder)

    def digits(higher: int, lower: int) -> list[int]:
        one, other = place[higher], place[lower]
        leaving = [int(one != at) for at in range(pairs - 1, -1, -1)]
        entering = [int(one == at) for at in range(pairs, size)]
        partners = [0] * size
        partners[one] = size - other
        return [int(one < pairs), 0, size - one, *leaving, *entering, *partners]

    return digits
