"""One bracket of the Dutch system, quickly: None where this way does not tell.

Prices of kinds of players (prices.py) bound what any candidate can be worth. A candidate is one of the best where all
its pairs meet the prices, so the best candidates are the whole matchings of the graph of such pairs, and the
handbook's first of them is found by asking player after player for the first partner with whom the rest can still be
matched. Who floats down has a place of his own, so that nobody is left out.

C4 and C8 look beyond the bracket. They are left aside at first: where what was found is as good by them as any
candidate could be, it is the best with them too.
"""

from __future__ import annotations

from league.events.formats.swiss.field import Field
from league.events.formats.swiss.graphs import Graph, bits, mask_of
from league.events.formats.swiss.matching import Edge
from league.events.formats.swiss.prices import prices
from league.events.formats.swiss.standing import Standing
from league.events.formats.swiss.weights import inner_digits, joined

STATS: dict[str, int] = {}


def _no(why: str) -> None:
    STATS[why] = STATS.get(why, 0) + 1


def pair_quickly(field: Field) -> list[Edge] | None:
    """The pairs (higher, lower position) of the bracket at the top of the field."""
    return _Bracket(field).pairs()


class _Bracket:
    def __init__(self, field: Field) -> None:
        self.field, self.pool = field, field.pool
        top = field.waiting[: field.end]
        self.moved, self.residents = mask_of(top[: field.moved]), mask_of(top[field.moved :])
        self.next = mask_of(field.waiting[field.end : field.next_end])
        self.rest = mask_of(field.waiting[field.next_end :])
        self.last = field.end == len(field.waiting)
        self.near = [0] * (self.pool.bye + 1)
        for at in top:
            self.near[at] = self.pool.near[at] & (self.residents if self.moved >> at & 1 else self.moved | self.residents)
        self.places = 0

    def pairs(self) -> list[Edge] | None:
        everybody = self.moved | self.residents
        left = Graph(self.near, everybody).match()
        self.floating = left.bit_count()
        if self.last and self.floating != (self.pool.bye_score is not None):
            return _no("last")
        if not self.last and self.pool.bye_score == self.field.players[self.field.end - 1].score:
            return _no("bye above")
        if self.floating == self.field.end:
            return [] if self._fits(everybody) else _no("none")
        self._make_places()
        graph = self._best(everybody)
        if graph is None:
            return _no("no certificate" + str(self.field.end//20*20))
        fixed = self._settle_moved(graph)
        if fixed is None:
            return _no("moved?")
        inner = self._settle_residents(graph)
        if inner is None:
            return _no("exchange" + str(self.field.end//20*20))
        floaters = everybody & ~mask_of([at for edge in (*fixed, *inner) for at in edge])
        if not self._fits(floaters):
            return _no("C8 or C4" + str(len(self.field.waiting)//20*20))
        place = {at: index for index, at in enumerate(self.field.waiting)}
        _no("ok")
        return sorted((place[one], place[other]) for one, other in (*fixed, *inner))

    def _make_places(self) -> None:
        """A node for each who floats down."""
        able = self.pool.able if self.last else self.moved | self.residents
        first = len(self.near)
        self.places = ((1 << self.floating) - 1) << first
        for at in bits(able & (self.moved | self.residents)):
            self.near[at] |= self.places
        self.near += [able & (self.moved | self.residents)] * self.floating

    def _best(self, everybody: int) -> Graph | None:
        """The graph of the pairs that the best candidates are made of, with one of these."""
        by_kind: dict[object, list[int]] = {}
        for at in bits(everybody):
            by_kind.setdefault(self._kind(self.pool.players[at]), []).append(at)
        found = self._tight([*by_kind.values()], everybody)
        if found is None and everybody.bit_count() <= 60:
            found = self._tight([[at] for at in bits(everybody)], everybody)
        return found

    def _tight(self, kinds: list[list[int]], everybody: int) -> Graph | None:
        if self.places:
            kinds = [*kinds, [*bits(self.places)]]
        weights = [[self._weight(mine, theirs) for theirs in kinds] for mine in kinds]
        counts = [len(kind) for kind in kinds]
        found = prices(counts, weights)
        if found is None:
            return None
        masks = [mask_of(kind) for kind in kinds]
        near = [0] * len(self.near)
        for mine, kind in enumerate(kinds):
            able = 0
            for theirs, weight in enumerate(weights[mine]):
                if weight is not None and found[mine] + found[theirs] == 2 * weight:
                    able |= masks[theirs]
            for at in kind:
                near[at] = able & self.near[at]
        graph = Graph(near, everybody | self.places)
        return None if graph.match() else graph

    def _kind(self, one: Standing) -> object:
        floats = one.floats if self.places or self.moved else ()
        return one.score, one.difference, one.repeated, one.preference, floats, one.top, self.last and (one.may_have_bye, one.games)

    def _weight(self, mine: list[int], theirs: list[int]) -> int | None:
        one, other = mine[0], theirs[0]
        if one == other:
            if len(mine) == 1:
                return None
            other = mine[1]
        if not self.near[one] >> other & 1:
            # Kinds: anybody of one may meet somebody of the other.
            if len(mine) == len(theirs) == 1:
                return None
            if not any(self.near[at] & mask_of(theirs) for at in mine):
                return None
        bye = self.pool.bye
        if one > bye or other > bye:
            player = self.pool.players[min(one, other)]
            return self._bye_weight(player)
        one, other = min(one, other), max(one, other)
        return self._pair_weight(self.pool.players[one], self.pool.players[other])

    def _bye_weight(self, player: Standing) -> int:
        if not self.last or self.pool.bye_score != self.field.players[self.field.end - 1].score:
            return 0
        return player.games << (8 + 4 * len(self.field.levels)) * self.field.bits

    def _pair_weight(self, higher: Standing, lower: Standing) -> int:
        levels = [0] * len(self.field.levels)
        levels[self.field.levels[higher.score]] += 1
        levels[self.field.levels[lower.score]] += 1
        if not (self.places or self.moved):
            return joined(inner_digits(higher, lower, self.field.levels)[:4], self.field.bits)
        return joined([*levels, 0, *inner_digits(higher, lower, self.field.levels)], self.field.bits)

    def _settle_moved(self, graph: Graph) -> list[Edge] | None:
        """Articles 3.4 and 4: first which of those moved down are paired, then with whom, each in turn."""
        chosen = []
        for one in bits(self.moved):
            if graph.settle(one, self.residents) is not None:
                graph.keep(one, self.residents)
                chosen.append(one)
            else:
                graph.keep(one, self.places)
        pairs = []
        for one in chosen:
            other = graph.settle(one, self.residents)
            if other is None:
                return None
            graph.drop(one, other)
            pairs.append((one, other))
        for one in bits(self.moved & graph.nodes):
            graph.drop(one, graph.mate[one])
        return pairs

    def _settle_residents(self, graph: Graph) -> list[Edge] | None:
        """Articles 3.3 and 4.2: S1 with S2, the first transposition."""
        remainder = [*bits(graph.nodes & self.residents)]
        places = graph.nodes & self.places
        size = (len(remainder) - places.bit_count()) // 2
        upper, lower = mask_of(remainder[:size]), mask_of(remainder[size:])
        near = list(graph.near)
        for at in remainder[:size]:
            near[at] &= lower
        for at in remainder[size:]:
            near[at] &= upper | places
        for at in bits(places):
            near[at] &= lower
        halves = Graph(near, graph.nodes)
        for one, other in zip(remainder[:size], remainder[size:], strict=False):
            if near[one] >> other & 1:
                halves.marry(one, other)
        if halves.match():
            return None
        pairs = []
        for one in remainder[:size]:
            other = halves.settle(one, lower)
            assert other is not None
            halves.drop(one, other)
            pairs.append((one, other))
        return pairs

    def _fits(self, floaters: int) -> bool:
        """C4, and C8 as well as can be."""
        if self.last:
            return True
        if not floaters:
            return self.pool.completes(self.next | self.rest)
        near = list(self.pool.near)
        for at in bits(floaters):
            near[at] &= self.next
        for at in bits(self.next):
            near[at] &= self.next | floaters
        graph = Graph(near, floaters | self.next)
        left = graph.match()
        if floaters == self.moved | self.residents:
            return self.pool.completes(floaters | self.next | self.rest, apart=floaters)
        if left.bit_count() > 1 or left & floaters:
            return False
        return self.pool.completes(left | self.rest)
