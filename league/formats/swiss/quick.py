"""Fast pairing of a Dutch bracket; returns None if this method cannot decide.

Prices (prices.py) bound the value of any candidate. A candidate is one of the best if all its pairs meet the prices, so
the best candidates are the perfect matchings of the graph of such pairs. The handbook's first candidate is found by
giving player after player the first partner that leaves the rest matchable, or by weighing that graph if S1 and S2 have
to exchange players (order.py).

C4 and C8 look beyond the bracket. First (`_alone`), each downfloater gets an anonymous place there: if the result is as
good by C4 and C8 as any candidate can be, it is the best with them too. Otherwise (`_with_all`) the graph holds all
players yet to be paired and the bye.

Benefit (`make bench`): a round of 300 players takes 20 ms; without `_alone` it takes more than a minute.
"""

from collections.abc import Hashable
from functools import partial

from league.formats.swiss.graphs import Edge, Graph, bits, mask_of
from league.formats.swiss.order import first_of_the_best
from league.formats.swiss.pool import Field
from league.formats.swiss.prices import Best, Problem, best
from league.formats.swiss.weights import Scale, player_kind


def floats_well(field: Field, floaters: int) -> bool:
    """Return whether these floaters are known to leave a pairable rest that is the best for the next bracket."""
    if not floaters:
        return field.pool.completes(field.below)
    return _fill(field, floaters) or _compare(field, floaters)


def _fill(field: Field, floaters: int) -> bool:
    """Return whether the next bracket leaves at most the unavoidable odd player over, so nothing is better."""
    near = list(field.pool.near)
    for at in bits(floaters):
        near[at] &= field.next
    for at in bits(field.next):
        near[at] &= field.next | floaters
    left = Graph(near, floaters | field.next).match()
    if left.bit_count() > 1 or left & floaters:
        return False
    return field.pool.completes(left | field.below & ~field.next)


def _compare(field: Field, floaters: int) -> bool:
    """Return whether these floaters are worth as much as anonymous floaters of the same scores."""
    real = _worth(field, floaters, list(field.pool.near))
    if real is None or real.graph is None:
        return False
    ideal = _worth(field, floaters, _nameless(field, floaters))
    return ideal is not None and ideal.bound == real.bound


def _nameless(field: Field, floaters: int) -> list[int]:
    """Return the possible opponents if each floater could meet whatever any player with their score can meet."""
    near = list(field.pool.near)
    by_score: dict[int, int] = {}
    for at in bits(field.top):
        score = field.pool.players[at].score
        by_score[score] = by_score.get(score, 0) | near[at]
    for at in bits(floaters):
        near[at] = by_score[field.pool.players[at].score]
        for other in bits(near[at] & (field.below | 1 << field.pool.bye)):
            near[other] |= 1 << at
    return near


def _worth(field: Field, floaters: int, near: list[int]) -> Best | None:
    """Return the C8 bound of the best way to pair the floaters and all players below."""
    nodes = floaters | field.everybody & ~field.top
    for at in bits(floaters):
        near[at] &= ~field.top
    return best(Problem(near, nodes, partial(_kind_below, field, floaters), Scale(field).weight))


def _kind_below(field: Field, floaters: int, at: int) -> Hashable:
    if at == field.pool.bye:
        return None
    one = field.pool.players[at]
    below = field.next >> at & 1, one.clash, field.pool.teams[at], field.pool.able >> at & 1
    return floaters >> at & 1 and one.score, *below


def pair_quickly(field: Field) -> list[Edge] | None:
    """Return the pairs (higher, lower node) of the field's top bracket, or None if undecided."""
    found = _alone(field)
    if found is None:
        found = _with_all(field)
    return None if found is None else sorted(found)


def _alone(field: Field) -> list[Edge] | None:
    pool, top = field.pool, field.top
    near = [around & top for around in field.near]
    floating = Graph(near, top).match().bit_count()  # C6
    if floating == top.bit_count() and field.below:
        return [] if pool.completes(top | field.below, apart=top) else None
    bye = pool.bye_score is not None and (field.bye_is_here or not field.below)
    if bye and floating != 1:
        return None
    scale = Scale(field, bye=bye and field.bye_is_here)
    pairs = _candidate(scale, near, floating, top & pool.able if bye else top)
    if pairs is None or not field.below:
        return pairs
    floaters = top & ~mask_of([at for edge in pairs for at in edge])
    told = pool.completes(field.below, bye=False) if bye else floats_well(field, floaters)
    return pairs if told else None


def _candidate(scale: Scale, near: list[int], floating: int, able: int) -> list[Edge] | None:
    """Return the first of the best candidates if only `able` nodes float to anonymous places, or None."""
    places = ((1 << floating) - 1) << len(near)
    near = [around | places if able >> at & 1 else around for at, around in enumerate(near)] + [able] * floating
    found = best(Problem(near, scale.field.top | places, partial(_kind, scale), scale.weight))
    if found is None or found.graph is None:
        return None
    return first_of_the_best(found.graph, scale.field.moved, scale.field.residents)


def _kind(scale: Scale, at: int) -> Hashable:
    """Return a key that is equal for nodes with equal weights inside the bracket."""
    if at > scale.field.pool.bye:
        return None
    one, team = scale.field.pool.players[at], scale.field.pool.teams[at]
    return player_kind(one), team, scale.bye and (one.games, one.may_have_bye)


def _with_all(field: Field) -> list[Edge] | None:
    kind = partial(_kind_of_all, field)
    found = best(Problem(field.near, field.everybody, kind, Scale(field).weight))
    if found is None or (graph := found.graph) is None:
        return None
    floating = sum(not field.top >> graph.mate[at] & 1 for at in bits(field.top))
    if floating == 1 and field.bye_is_here:
        found = best(Problem(field.near, field.everybody, kind, Scale(field, bye=True).weight))
        if found is None or (graph := found.graph) is None:
            return None
    return first_of_the_best(graph, field.moved, field.residents)


def _kind_of_all(field: Field, at: int) -> Hashable:
    if at == field.pool.bye:
        return None
    one, team, able = field.pool.players[at], field.pool.teams[at], field.pool.able >> at & 1
    if field.top >> at & 1:
        return player_kind(one), team, able and one.games
    return field.next >> at & 1, one.clash, team, able
