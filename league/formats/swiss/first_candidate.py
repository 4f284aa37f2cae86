"""The first of the best candidates in the handbook's order (C.04.3, articles 3 and 4).

The best candidates are the perfect matchings of a graph whose nodes are in the handbook's order.
"""

from collections.abc import Callable

from league.formats.swiss.graphs import Edge, Graph, bits, find_heaviest_matching, mask_of
from league.formats.swiss.weights import join_digits

Digits = Callable[[int, int], list[int]]
"""Returns, for a pair inside the bracket, the digits that order candidates of the same quality."""


def find_first_candidate(graph: Graph, moved: int, residents: int) -> list[Edge]:
    """Return the pairs (higher, lower node) inside the bracket."""
    fixed = _fix_moved_pairs(graph, moved, residents)
    remainder = graph.nodes & residents
    paired = sum(bool(remainder >> graph.mate[node] & 1) for node in bits(remainder))
    upper = mask_of([*bits(remainder)][: paired // 2])
    halves = _split_into_halves(graph, upper, remainder & ~upper)
    if not halves.match():
        # article 4.2: in order, each of S1 gets the first of S2 that is possible
        return [*fixed, *(_fix_pair(halves, node, remainder) for node in bits(upper))]
    return [*fixed, *_pair_with_exchanges(graph, remainder, paired // 2)]


def _fix_moved_pairs(graph: Graph, moved: int, residents: int) -> list[Edge]:
    """Fix the pairs of the moved-down players (articles 3.4 and 4): first which are paired, then with whom."""
    chosen = []
    for node in bits(moved):
        if graph.settle(node, residents) is not None:
            graph.keep(node, residents)
            chosen.append(node)
        else:
            graph.keep(node, ~residents)
    return [_fix_pair(graph, node, residents) for node in chosen]


def _fix_pair(graph: Graph, node: int, wanted: int) -> Edge:
    other = graph.settle(node, wanted)
    assert other is not None, "it was matched with one of these"
    graph.drop(node, other)
    return node, other


def _split_into_halves(graph: Graph, upper: int, lower: int) -> Graph:
    """Return the graph in which each of S1 can only meet S2 (article 3.3)."""
    near = list(graph.near)
    for node in bits(graph.nodes):
        near[node] &= lower if upper >> node & 1 else ~lower if lower >> node & 1 else ~upper
    halves = Graph(near, graph.nodes)
    for node, other in zip(bits(upper), bits(lower), strict=False):
        if near[node] >> other & 1:
            halves.match_pair(node, other)
    return halves


def _pair_with_exchanges(graph: Graph, remainder: int, pairs: int) -> list[Edge]:
    """Return the pairs of article 4.3 by weight: S1 has `pairs` players and exchanges some with S2."""
    nodes = [*bits(remainder)]
    digits, size, width = order_by_exchange(nodes, pairs), 3 + 2 * len(nodes), (2 * len(graph.near) + 40).bit_length()
    weights = {}
    for lower in bits(graph.nodes):
        for higher in bits(graph.near[lower] & graph.nodes & (1 << lower) - 1):
            within = remainder >> lower & remainder >> higher & 1
            weights[higher, lower] = join_digits([1, *(digits(higher, lower) if within else [0] * size)], width)
    mates = find_heaviest_matching(weights)
    return [(node, other) for node, other in mates.items() if node < other and remainder >> node & remainder >> other & 1]


def order_by_exchange(remainder: list[int], pairs: int) -> Digits:
    """Return digits for articles 3.3, 4.2 and 4.3; `pairs` is the size of S1.

    In order: fewest exchanges between S1 and S2, smallest difference, highest of S1 and lowest of S2 exchanged, then
    the transpositions of S2.
    """
    place = {at: index for index, at in enumerate(remainder)}
    size = len(remainder)

    def digits(higher: int, lower: int) -> list[int]:
        place_of_higher, place_of_lower = place[higher], place[lower]
        leaving = [int(place_of_higher != index) for index in range(pairs - 1, -1, -1)]
        entering = [int(place_of_higher == index) for index in range(pairs, size)]
        partners = [0] * size
        partners[place_of_higher] = size - place_of_lower
        return [int(place_of_higher < pairs), 0, size - place_of_higher, *leaving, *entering, *partners]

    return digits
