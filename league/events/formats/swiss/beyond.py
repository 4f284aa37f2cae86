"""What those who float down mean for the next bracket and the rest (C.04.3, C4 and C8)."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from league.events.formats.swiss.field import Field
from league.events.formats.swiss.graphs import Graph, bits, mask_of
from league.events.formats.swiss.kinds import Best, Problem, best
from league.events.formats.swiss.weights import Scale, clash


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
    """These are worth what nameless ones could be worth, each of whom meets all that anybody with his score may meet."""
    real = _worth(field, floaters, list(field.pool.near))
    if real is None or real.graph is None:
        return False
    near = list(field.pool.near)
    by_score: dict[int, int] = {}
    for at in bits(field.top):
        score = field.pool.players[at].score
        by_score[score] = by_score.get(score, 0) | near[at]
    for at in bits(floaters):
        near[at] = by_score[field.pool.players[at].score]
        for other in bits(near[at] & (field.below | 1 << field.pool.bye)):
            near[other] |= 1 << at
    ideal = _worth(field, floaters, near)
    return ideal is not None and ideal.bound == real.bound


def _worth(field: Field, floaters: int, near: list[int]) -> Best | None:
    """C8 of the best way to pair them and all below."""
    nodes = floaters | field.below
    if field.pool.bye_score is not None:
        nodes |= 1 << field.pool.bye
    for at in bits(floaters):
        near[at] &= ~field.top
    return best(Problem(near, nodes, partial(_kind, field, floaters), Scale(field).anywhere))


def _kind(field: Field, floaters: int, at: int) -> Hashable:
    if at == field.pool.bye:
        return None
    one = field.pool.players[at]
    return floaters >> at & 1 and one.score, field.next >> at & 1, clash(one), field.pool.able >> at & 1
