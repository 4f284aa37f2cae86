"""One bracket of the Dutch system, quickly: None where this way does not tell.

Prices (prices.py) bound what any candidate can be worth. A candidate is one of the best where all its pairs meet the
prices, so the best candidates are the whole matchings of the graph of such pairs, and the handbook's first of them is
found by asking player after player for the first partner with whom the rest can still be matched, or by weighing that
graph where S1 and S2 have to exchange players (order.py).

C4 and C8 look beyond the bracket. At first (`_alone`) who floats down has a place there of his own, without a name:
where what was found is as good by C4 and C8 as any candidate could be, it is the best with them too. Otherwise
(`_with_all`) all who are yet to be paired, and the bye, are in the graph.

What it is worth (`make bench`): a round of 300 players takes 20 ms; without `_alone` it takes more than a minute.
"""

from collections.abc import Hashable
from functools import partial

from league.formats.swiss.graphs import Edge, Graph, bits, mask_of
from league.formats.swiss.order import first_of_the_best
from league.formats.swiss.pool import Field
from league.formats.swiss.prices import Best, Problem, best
from league.formats.swiss.weights import Scale, player_kind


def floats_well(field: Field, floaters: int) -> bool:
    """Whether with these the rest can be paired, and no others of the same scores would be better for the next bracket.

    False also where neither is clear.
    """
    if not floaters:
        return field.pool.completes(field.below)
    return _fill(field, floaters) or _compare(field, floaters)


def _fill(field: Field, floaters: int) -> bool:
    """The next bracket leaves nobody out, or one where their number is odd: nothing is better."""
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
    """These are worth what nameless ones could be worth."""
    real = _worth(field, floaters, list(field.pool.near))
    if real is None or real.graph is None:
        return False
    ideal = _worth(field, floaters, _nameless(field, floaters))
    return ideal is not None and ideal.bound == real.bound


def _nameless(field: Field, floaters: int) -> list[int]:
    """Who may meet whom if each floater could meet all that anybody with his score may meet."""
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
    """C8 of the best way to pair them and all below."""
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
    """The pairs (higher, lower node) of the bracket at the top of the field."""
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
    """The first of the best candidates, those who are `able` floating to their nameless places."""
    places = ((1 << floating) - 1) << len(near)
    near = [around | places if able >> at & 1 else around for at, around in enumerate(near)] + [able] * floating
    found = best(Problem(near, scale.field.top | places, partial(_kind, scale), scale.weight))
    if found is None or found.graph is None:
        return None
    return first_of_the_best(found.graph, scale.field.moved, scale.field.residents)


def _kind(scale: Scale, at: int) -> Hashable:
    """Who weighs alike in the bracket alone."""
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
