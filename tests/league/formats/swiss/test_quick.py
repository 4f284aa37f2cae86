"""The quick way through a bracket finds what weighing the whole of it finds."""

import random
from contextlib import suppress
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st

from league.formats.protocol import CannotPair
from league.formats.swiss import pairing
from league.formats.swiss.dual_prices import MatchingProblem, compute_bound
from league.formats.swiss.fast_bracket import find_fast_pairs
from league.formats.swiss.graphs import Edge, Graph, bits
from league.formats.swiss.pairing import pair_by_weight, pair_next_round
from league.formats.swiss.pool import PlayerField
from tests.league.formats.playing import examples
from tests.league.formats.swiss.pasts import any_past

Graphs = st.integers(2, 11).flatmap(
    lambda size: st.tuples(st.just(size), st.sets(st.sampled_from([*combinations(range(size), 2)])))
)


def masks(size: int, edges: set[Edge]) -> list[int]:
    near = [0] * size
    for one, other in edges:
        near[one] |= 1 << other
        near[other] |= 1 << one
    return near


def largest(size: int, edges: set[Edge]) -> int:
    graph = nx.Graph(edges)
    graph.add_nodes_from(range(size))
    return len(nx.max_weight_matching(graph, maxcardinality=True))


@settings(max_examples=examples(30))
@given(Graphs, st.data())
def test_a_matching_is_as_large_as_any_and_a_node_gets_the_first_partner_that_leaves_nobody_out(
    given: tuple[int, set[Edge]], data: st.DataObject
) -> None:
    size, edges = given
    graph = Graph(masks(size, edges), (1 << size) - 1)
    left = graph.match()
    assert size - left.bit_count() == 2 * largest(size, edges)
    assert all(left >> at & 1 if graph.mate[at] < 0 else is_matched(graph, at) for at in range(size))
    if left:
        return
    one = data.draw(st.integers(0, size - 1))
    wanted = data.draw(st.integers(0, (1 << size) - 1)) & graph.near[one]
    able = [
        other
        for other in bits(graph.near[one])
        if largest(size, {edge for edge in edges if not {one, other} & {*edge}}) == size // 2 - 1
    ]
    assert graph.settle(one, wanted) == next((other for other in able if wanted >> other & 1), None)
    assert all(is_matched(graph, at) for at in range(size))


def is_matched(graph: Graph, at: int) -> bool:
    return bool(graph.mate[graph.mate[at]] == at and graph.near[at] >> graph.mate[at] & 1)


@settings(max_examples=examples(30))
@given(Graphs, st.randoms(use_true_random=False))
def test_no_matching_is_worth_more_than_the_prices_say(given: tuple[int, set[Edge]], rng: random.Random) -> None:
    """Nodes of three kinds; where the bound is met, the graph has all the best matchings and no other."""
    size, edges = given
    size -= size % 2
    edges = {edge for edge in edges if max(edge) < size}
    kinds = [rng.randrange(3) for _ in range(size)]
    weights = [[rng.randrange(9) for _ in range(3)] for _ in range(3)]

    def weight(one: int, other: int) -> int:
        return weights[kinds[one]][kinds[other]] + weights[kinds[other]][kinds[one]]

    found = compute_bound(MatchingProblem(masks(size, edges), (1 << size) - 1, kinds.__getitem__, weight))
    whole = [*matchings([*range(size)], edges)]
    top = max((sum(weight(*edge) for edge in one) for one in whole), default=None)
    if found is None or top is None:
        assert top is None
        return
    assert 2 * top <= found.bound
    if found.graph is not None:
        assert 2 * top == found.bound
        near = found.graph.near
        for one in whole:
            assert all(near[a] >> b & 1 for a, b in one) == (sum(weight(*edge) for edge in one) == top)


def matchings(nodes: list[int], edges: set[Edge]) -> list[list[Edge]]:
    if not nodes:
        return [[]]
    first, *others = nodes
    return [
        [(first, other), *rest]
        for other in others
        if (first, other) in edges
        for rest in matchings([node for node in others if node != other], edges)
    ]


def test_the_quick_way_agrees_with_the_exact_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bracket goes both ways; nearly always the quick way tells."""
    told = []

    def both(field: PlayerField) -> list[Edge]:
        quick, exact = find_fast_pairs(field), pair_by_weight(field)
        told.append(quick is not None)
        assert quick in (None, exact)
        return exact

    monkeypatch.setattr("league.formats.swiss.pairing.pair_bracket", both)
    for seed in (*range(examples(25)), 116):  # in 116 one player floats to the bye
        rng = random.Random(seed)
        with suppress(CannotPair):
            pair_next_round(any_past(rng, rng.randint(4, 22)))
    assert sum(told) > 0.9 * len(told) > 45


def test_a_bracket_that_the_quick_way_leaves_is_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = any_past(random.Random(3), 14)
    expected = pair_next_round(tournament)
    monkeypatch.setattr(pairing, "find_fast_pairs", lambda field: None)
    assert pair_next_round(tournament) == expected
