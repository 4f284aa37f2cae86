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


def _both_ways(pairs: Iterable[Edge]) -> dict[int, int]:
    found = {}
    for one, other in pairs:
        found[one], found[other] = other, one
    return found
