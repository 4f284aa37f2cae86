"""The heaviest matching of a graph whose edges weigh as much as lists of counts, compared from the first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import networkx as nx

Edge = tuple[int, int]


def heaviest(weights: Mapping[Edge, int]) -> dict[int, int]:
    """Who is matched with whom, both ways, so that the sum of the weights (all positive) is greatest."""
    graph: nx.Graph = nx.Graph()
    graph.add_weighted_edges_from((one, other, weight) for (one, other), weight in weights.items())
    return _both_ways(nx.max_weight_matching(graph))


def can_all_be_matched(nodes: Iterable[int], edges: Iterable[Edge]) -> bool:
    """Whether some matching covers every node."""
    wanted = set(nodes)
    if len(wanted) % 2:
        return False
    inside = [(one, other) for one, other in edges if one in wanted and other in wanted]
    if _greedily(wanted, inside):
        return True
    graph: nx.Graph = nx.Graph()
    graph.add_nodes_from(wanted)
    graph.add_edges_from(inside)
    return len(nx.max_weight_matching(graph, maxcardinality=True)) * 2 == len(wanted)


def _greedily(nodes: set[int], edges: list[Edge]) -> bool:
    """A quick try: always the node with the fewest neighbours left, with its neighbour that has the fewest."""
    near: dict[int, set[int]] = {node: set() for node in nodes}
    for one, other in edges:
        near[one].add(other)
        near[other].add(one)
    while near:
        one = min(near, key=lambda node: len(near[node]))
        if not near[one]:
            return False
        other = min(near[one], key=lambda node: len(near[node]))
        for gone in (one, other):
            for neighbour in near.pop(gone):
                near.get(neighbour, set()).discard(gone)
    return True


def _both_ways(pairs: Iterable[Edge]) -> dict[int, int]:
    found = {}
    for one, other in pairs:
        found[one], found[other] = other, one
    return found
