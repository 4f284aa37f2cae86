"""One bracket of the Dutch system, quickly: None where this way does not tell.

Prices (prices.py) bound what any candidate can be worth. A candidate is one of the best where all its pairs meet the
prices, so the best candidates are the whole matchings of the graph of such pairs, and the handbook's first of them is
found by asking player after player for the first partner with whom the rest can still be matched (order.py).

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
from league.formats.swiss.weights import Scale, clash, player_kind


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
    return best(Problem(near, nodes, partial(_kind_below, field, floaters), Scale(field).anywhere))


def _kind_below(field: Field, floaters: int, at: int) -> Hashable:
    if at == field.pool.bye:
        return None
    one = field.pool.players[at]
    below = field.next >> at & 1, clash(one), field.pool.teams[at], field.pool.able >> at & 1
    return floaters >> at & 1 and one.score, *below


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
    floating = Graph(near, top).match().bit_count()  # C6
    if floating == top.bit_count() and field.below:
        return [] if pool.completes(top | field.below, apart=top) else None
    bye = pool.bye_score is not None and (field.bye_is_here or not field.below)
    if bye and floating != 1:
        return None
    scale = Scale(field, bye=bye and field.bye_is_here, even=not (floating or field.moved))
    pairs = _candidate(scale, near, floating, top & pool.able if bye else top)
    if pairs is None or not field.below:
        return pairs
    floaters = top & ~mask_of([at for edge in pairs for at in edge])
    if pool.completes(field.below, bye=False) if bye else floats_well(field, floaters):
        return pairs
    if floating == 1 and not bye:
        return _with_one_floater(field, near)
    return None


def _candidate(scale: Scale, near: list[int], floating: int, able: int) -> list[Edge] | None:
    """The first of the best candidates, those who are `able` floating to their nameless places."""
    places = ((1 << floating) - 1) << len(near)
    near = [around | places if able >> at & 1 else around for at, around in enumerate(near)] + [able] * floating
    found = best(Problem(near, scale.field.top | places, partial(_kind, scale), scale.inside))
    if found is None or found.graph is None:
        return None
    return first_of_the_best(found.graph, scale.field.moved_ones, scale.field.residents)


def _with_one_floater(field: Field, near: list[int]) -> list[Edge] | None:
    """C8 weighed as what the floater is worth; where only a bound of that is known, it is found out when it matters."""
    floater = OneFloater(field)
    scale = Scale(field, floater=floater.worth)
    while True:
        able = mask_of([at for at in bits(field.top) if floater.worth(at) is not None])
        pairs = _candidate(scale, near, 1, able)
        if pairs is None:
            return None
        (one,) = bits(field.top & ~mask_of([at for edge in pairs for at in edge]))
        if one in floater.exact:
            return pairs
        if not floater.find_out(one):
            return None


def _kind(scale: Scale, at: int) -> Hashable:
    """Who weighs alike in the bracket alone; floats do not count where nobody floats."""
    if at > scale.field.pool.bye:
        return None
    one, team = scale.field.pool.players[at], scale.field.pool.teams[at]
    if scale.even:
        return one.difference, one.repeated, one.preference, one.top, team
    bye = scale.bye and (one.games, one.may_have_bye)
    return player_kind(one), team, bye, scale.floater and scale.floater(at)


def _with_all(field: Field) -> list[Edge] | None:
    nodes = field.top | field.below
    if field.pool.bye_score is not None:
        nodes |= 1 << field.pool.bye
    kind = partial(_kind_of_all, field)
    found = best(Problem(field.near, nodes, kind, Scale(field).anywhere))
    if found is None or (graph := found.graph) is None:
        return None
    floating = sum(not field.top >> graph.mate[at] & 1 for at in bits(field.top))
    if floating == 1 and field.bye_is_here:
        found = best(Problem(field.near, nodes, kind, Scale(field, bye=True).anywhere))
        if found is None or (graph := found.graph) is None:
            return None
    return first_of_the_best(graph, field.moved_ones, field.residents)


def _kind_of_all(field: Field, at: int) -> Hashable:
    if at == field.pool.bye:
        return None
    one, team, able = field.pool.players[at], field.pool.teams[at], field.pool.able >> at & 1
    if field.top >> at & 1:
        return player_kind(one), team, able and one.games
    return field.next >> at & 1, clash(one), team, able
