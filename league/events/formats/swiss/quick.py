"""One bracket of the Dutch system, quickly: None where this way does not tell.

Prices (prices.py) bound what any candidate can be worth. A candidate is one of the best where all its pairs meet the
prices, so the best candidates are the whole matchings of the graph of such pairs, and the handbook's first of them is
found by asking player after player for the first partner with whom the rest can still be matched (order.py).

C4 and C8 look beyond the bracket. At first (`_alone`) who floats down has a place there of his own, without a name:
where what was found is as good by C4 and C8 as any candidate could be, it is the best with them too. Otherwise
(`_with_all`) all who are yet to be paired, and the bye, are in the graph.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from league.events.formats.swiss.beyond import floats_well
from league.events.formats.swiss.field import Field
from league.events.formats.swiss.graphs import Graph, bits, mask_of
from league.events.formats.swiss.kinds import Problem, best
from league.events.formats.swiss.matching import Edge
from league.events.formats.swiss.order import first_of_the_best
from league.events.formats.swiss.weights import Scale, clash, player_kind

STATS: dict[str, int] = {}


def _no(why: str) -> None:
    STATS[why] = STATS.get(why, 0) + 1


def pair_quickly(field: Field) -> list[Edge] | None:
    """The pairs (higher, lower position) of the bracket at the top of the field."""
    found = _alone(field)
    if found is None:
        found = _with_all(field)
    if found is None:
        return None
    place = {at: index for index, at in enumerate(field.waiting)}
    return sorted((place[one], place[other]) for one, other in found)


def _alone(field: Field) -> list[Edge] | None:
    pool, top = field.pool, field.top
    near = [around & top for around in field.near]
    floating = Graph(near, top).match().bit_count()
    if floating == top.bit_count() and field.below:
        return [] if pool.completes(top | field.below, apart=top) else _no("none")
    bye = field.bye_is_here or not field.below
    if bye and pool.bye_score is not None and floating != 1:
        return _no("bye")
    able = top & pool.able if bye and pool.bye_score is not None else top
    places = ((1 << floating) - 1) << len(near)
    for at in bits(able):
        near[at] |= places
    near += [able] * floating
    scale = Scale(field, bye=bye and field.bye_is_here, even=not (places or field.moved))
    found = best(Problem(near, top | places, partial(_kind, scale), scale.inside))
    if found is None or found.graph is None:
        return _no("no certificate alone")
    pairs = first_of_the_best(found.graph, field.moved_ones, field.residents)
    if pairs is None:
        return _no("order alone")
    floaters = top & ~mask_of([at for edge in pairs for at in edge])
    if not field.below:
        return pairs
    if bye and floating:
        fine = pool.completes(field.below, bye=False)
    else:
        fine = floats_well(field, floaters)
    _no("ok" if fine else f"C8 or C4")
    return pairs if fine else None


def _kind(scale: Scale, at: int) -> Hashable:
    """Who weighs alike in the bracket alone; floats do not count where nobody floats."""
    if at > scale.field.pool.bye:
        return None
    one = scale.field.pool.players[at]
    if scale.even:
        return one.difference, one.repeated, one.preference, one.top
    return player_kind(one), scale.bye and (one.games, one.may_have_bye)


def _with_all(field: Field) -> list[Edge] | None:
    nodes = field.top | field.below
    if field.pool.bye_score is not None:
        nodes |= 1 << field.pool.bye
    scale = Scale(field)
    found = best(Problem(field.near, nodes, partial(_kind_of_all, scale), scale.anywhere))
    if found is None or found.graph is None:
        return _no(f"no certificate with all {nodes.bit_count() // 20 * 20}")
    floating = sum(not field.top >> found.graph.mate[at] & 1 for at in bits(field.top))
    if floating == 1 and field.bye_is_here:
        scale = Scale(field, bye=True)
        found = best(Problem(field.near, nodes, partial(_kind_of_all, scale), scale.anywhere))
        if found is None or found.graph is None:
            return _no("no bye")
    _no("ok with all")
    return first_of_the_best(found.graph, field.moved_ones, field.residents)


def _kind_of_all(scale: Scale, at: int) -> Hashable:
    field = scale.field
    if at == field.pool.bye:
        return None
    one, able = field.pool.players[at], field.pool.able >> at & 1
    if field.top >> at & 1:
        return player_kind(one), able and one.games
    return field.next >> at & 1, clash(one), able
