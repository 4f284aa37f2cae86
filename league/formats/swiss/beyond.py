"""What those who float down mean for the next bracket and the rest (C.04.3, C4 and C8)."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from league.formats.swiss.field import Field
from league.formats.swiss.graphs import Graph, bits
from league.formats.swiss.kinds import Best, Problem, best
from league.formats.swiss.weights import Scale, clash


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


class OneFloater:
    """What each player is worth to those below as the only one who floats down."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.exact: dict[int, int | None] = {}
        """By player; None: the rest could not be paired (C4)."""
        self.at_most: dict[int, int] = {}
        """By score, for who is not as good as can be."""
        for score in {field.pool.players[at].score for at in bits(field.top)}:
            self._look(score, [at for at in bits(field.top) if field.pool.players[at].score == score])

    def _look(self, score: int, players: list[int]) -> None:
        """Who is worth what a nameless one would be: those who may meet one of his partners in a best matching."""
        stand_in = players[0]
        ideal = _worth(self.field, 1 << stand_in, _nameless(self.field, 1 << stand_in))
        if ideal is None:
            self.exact |= dict.fromkeys(players)
            return
        self.at_most[score] = ideal.bound // 2
        if ideal.graph is None:
            return
        partners = ideal.graph.partners(stand_in)
        for at in players:
            if self.field.pool.near[at] & partners:
                self.exact[at] = self.at_most[score]
        self.at_most[score] -= 1

    def worth(self, at: int) -> int | None:
        """At most this, and exactly that where it is known."""
        return self.exact[at] if at in self.exact else self.at_most[self.field.pool.players[at].score]

    def find_out(self, at: int) -> bool:
        """Whether the exact worth can be told, and the rest paired."""
        real = _worth(self.field, 1 << at, list(self.field.pool.near))
        if real is not None and real.graph is None:
            return False
        self.exact[at] = None if real is None else real.bound // 2
        return True


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
    below = field.next >> at & 1, clash(one), field.pool.teams[at], field.pool.able >> at & 1
    return floaters >> at & 1 and one.score, *below
