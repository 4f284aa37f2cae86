"""Fast pairing of a Dutch bracket; returns None if this method cannot decide.

Prices (dual_prices.py) bound the value of any candidate. A candidate is one of the best if all its pairs meet the
prices, so the best candidates are the perfect matchings of the graph of such pairs. The handbook's first candidate is
found by giving player after player the first partner that leaves the rest matchable, or by weighing that graph if S1
and S2 have to exchange players (first_candidate.py).

C4 and C8 look beyond the bracket. First (`_pair_alone`), each downfloater gets an anonymous place there: if the result
is as good by C4 and C8 as any candidate can be, it is the best with them too. Otherwise (`_pair_with_all`) the graph
holds all players yet to be paired and the bye.

Benefit (`make bench`): a round of 300 players takes 20 ms; without `_pair_alone` it takes more than a minute.
"""

from collections.abc import Hashable
from functools import partial

from league.formats.swiss.dual_prices import MatchingBound, MatchingProblem, compute_bound
from league.formats.swiss.first_candidate import find_first_candidate
from league.formats.swiss.graphs import Edge, Graph, bits, mask_of
from league.formats.swiss.pool import PlayerField
from league.formats.swiss.weights import Scale, get_player_kind


def are_best_floaters(field: PlayerField, floaters: int) -> bool:
    """Return whether these floaters are known to leave a pairable rest that is the best for the next bracket."""
    if not floaters:
        return field.pool.can_pair_all(field.below)
    return _fills_next_bracket(field, floaters) or _equals_anonymous(field, floaters)


def _fills_next_bracket(field: PlayerField, floaters: int) -> bool:
    """Return whether the next bracket leaves at most the unavoidable odd player over, so nothing is better."""
    near = list(field.pool.near)
    for node in bits(floaters):
        near[node] &= field.next
    for node in bits(field.next):
        near[node] &= field.next | floaters
    unmatched = Graph(near, floaters | field.next).match()
    if unmatched.bit_count() > 1 or unmatched & floaters:
        return False
    return field.pool.can_pair_all(unmatched | field.below & ~field.next)


def _equals_anonymous(field: PlayerField, floaters: int) -> bool:
    """Return whether these floaters are worth as much as anonymous floaters of the same scores."""
    real = _compute_bound_below(field, floaters, list(field.pool.near))
    if real is None or real.graph is None:
        return False
    ideal = _compute_bound_below(field, floaters, _list_anonymous_opponents(field, floaters))
    return ideal is not None and ideal.bound == real.bound


def _list_anonymous_opponents(field: PlayerField, floaters: int) -> list[int]:
    """Return the possible opponents if each floater could meet whatever any player with their score can meet."""
    near = list(field.pool.near)
    by_score: dict[int, int] = {}
    for node in bits(field.top):
        score = field.pool.players[node].score
        by_score[score] = by_score.get(score, 0) | near[node]
    for node in bits(floaters):
        near[node] = by_score[field.pool.players[node].score]
        for other in bits(near[node] & (field.below | 1 << field.pool.bye)):
            near[other] |= 1 << node
    return near


def _compute_bound_below(field: PlayerField, floaters: int, near: list[int]) -> MatchingBound | None:
    """Return the C8 bound of the best way to pair the floaters and all players below."""
    nodes = floaters | field.everybody & ~field.top
    for node in bits(floaters):
        near[node] &= ~field.top
    return compute_bound(MatchingProblem(near, nodes, partial(_get_kind_below, field, floaters), Scale(field).weight))


def _get_kind_below(field: PlayerField, floaters: int, node: int) -> Hashable:
    if node == field.pool.bye:
        return None
    player = field.pool.players[node]
    below = field.next >> node & 1, player.clash, field.pool.teams[node], field.pool.able >> node & 1
    return floaters >> node & 1 and player.score, *below


def find_fast_pairs(field: PlayerField) -> list[Edge] | None:
    """Return the pairs (higher, lower node) of the field's top bracket, or None if undecided."""
    pairs = _pair_alone(field)
    if pairs is None:
        pairs = _pair_with_all(field)
    return None if pairs is None else sorted(pairs)


def _pair_alone(field: PlayerField) -> list[Edge] | None:
    pool, top = field.pool, field.top
    near = [around & top for around in field.near]
    floating = Graph(near, top).match().bit_count()  # C6
    if floating == top.bit_count() and field.below:
        return [] if pool.can_pair_all(top | field.below, apart=top) else None
    bye = pool.bye_score is not None and (field.bye_is_here or not field.below)
    if bye and floating != 1:
        return None
    scale = Scale(field, bye=bye and field.bye_is_here)
    pairs = _find_candidate(scale, near, floating, top & pool.able if bye else top)
    if pairs is None or not field.below:
        return pairs
    floaters = top & ~mask_of([node for edge in pairs for node in edge])
    is_settled = pool.can_pair_all(field.below, bye=False) if bye else are_best_floaters(field, floaters)
    return pairs if is_settled else None


def _find_candidate(scale: Scale, near: list[int], floating: int, able: int) -> list[Edge] | None:
    """Return the first of the best candidates if only `able` nodes float to anonymous places, or None."""
    places = ((1 << floating) - 1) << len(near)
    near = [around | places if able >> node & 1 else around for node, around in enumerate(near)] + [able] * floating
    bound = compute_bound(MatchingProblem(near, scale.field.top | places, partial(_get_kind, scale), scale.weight))
    if bound is None or bound.graph is None:
        return None
    return find_first_candidate(bound.graph, scale.field.moved, scale.field.residents)


def _get_kind(scale: Scale, node: int) -> Hashable:
    """Return a key that is equal for nodes with equal weights inside the bracket."""
    if node > scale.field.pool.bye:
        return None
    player, team = scale.field.pool.players[node], scale.field.pool.teams[node]
    return get_player_kind(player), team, scale.bye and (player.games, player.may_have_bye)


def _pair_with_all(field: PlayerField) -> list[Edge] | None:
    kind = partial(_get_kind_among_all, field)
    bound = compute_bound(MatchingProblem(field.near, field.everybody, kind, Scale(field).weight))
    if bound is None or (graph := bound.graph) is None:
        return None
    floating = sum(not field.top >> graph.mate[node] & 1 for node in bits(field.top))
    if floating == 1 and field.bye_is_here:
        bound = compute_bound(MatchingProblem(field.near, field.everybody, kind, Scale(field, bye=True).weight))
        if bound is None or (graph := bound.graph) is None:
            return None
    return find_first_candidate(graph, field.moved, field.residents)


def _get_kind_among_all(field: PlayerField, node: int) -> Hashable:
    if node == field.pool.bye:
        return None
    player, team, may_have_bye = field.pool.players[node], field.pool.teams[node], field.pool.able >> node & 1
    if field.top >> node & 1:
        return get_player_kind(player), team, may_have_bye and player.games
    return field.next >> node & 1, player.clash, team, may_have_bye
