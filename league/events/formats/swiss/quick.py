"""One bracket of the Dutch system, quickly: None where this way does not tell.

Prices (prices.py) bound what any candidate can be worth. A candidate is one of the best where all its pairs meet the
prices, so the best candidates are the whole matchings of the graph of such pairs, and the handbook's first of them is
found by asking player after player for the first partner with whom the rest can still be matched (order.py).

C4 and C8 look beyond the bracket. At first who floats down has a place there of his own, without a name: where what
was found is as good by C4 and C8 as any candidate could be, it is the best with them too. Otherwise all who are yet to
be paired, and the bye, are in the graph.
"""

from __future__ import annotations

from collections.abc import Iterator

from league.events.formats.swiss.field import Field
from league.events.formats.swiss.graphs import Graph, bits, mask_of
from league.events.formats.swiss.matching import Edge
from league.events.formats.swiss.order import first_of_the_best
from league.events.formats.swiss.prices import Market
from league.events.formats.swiss.standing import Standing
from league.events.formats.swiss.weights import inner_digits, joined

STATS: dict[str, int] = {}


def _no(why: str) -> None:
    STATS[why] = STATS.get(why, 0) + 1


def pair_quickly(field: Field) -> list[Edge] | None:
    """The pairs (higher, lower position) of the bracket at the top of the field."""
    found = _Narrow(field).pairs()
    if found is None:
        found = _Wide(field).pairs()
    if found is None:
        return None
    place = {at: index for index, at in enumerate(field.waiting)}
    return sorted((place[one], place[other]) for one, other in found)


class _Bracket:
    """The graph of a bracket; `beyond` are the nodes of those who float down from it."""

    def __init__(self, field: Field) -> None:
        self.field, self.pool = field, field.pool
        top = field.waiting[: field.end]
        self.moved, self.residents = mask_of(top[: field.moved]), mask_of(top[field.moved :])
        self.everybody = self.moved | self.residents
        self.next = mask_of(field.waiting[field.end : field.next_end])
        self.rest = mask_of(field.waiting[field.next_end :])
        self.beyond = 0
        self.near = list(self.pool.near)
        for at in top:
            self.near[at] &= ~self.moved if self.moved >> at & 1 else -1
        self.last_bye = False

    @property
    def _bye_is_here(self) -> bool:
        """Whether somebody with the residents' score has the bye."""
        return self.pool.bye_score == self.field.players[self.field.end - 1].score

    def _best(self) -> Graph | None:
        """The graph of the pairs that the best candidates are made of, with one of these; None where prices do not tell."""
        nodes = self.everybody | self.beyond
        by_kind: dict[object, list[int]] = {}
        for at in bits(nodes):
            by_kind.setdefault(self._kind(at), []).append(at)
        kinds = _Kinds(self, [*by_kind.values()])
        market = Market([len(kind) for kind in kinds.kinds], kinds.row, kinds.most(), [0] * len(kinds.kinds))
        if not market.clear():
            return _no("not even split")
        graph = Graph(kinds.tight(market, self.near), nodes)
        left = graph.match()
        if left:
            _no("refined")
            graph = self._refined(kinds, market, graph)
            if graph.match():
                return _no(f"no certificate {type(self).__name__} {nodes.bit_count() // 20 * 20}")
        return graph

    def _refined(self, kinds: _Kinds, market: Market, graph: Graph) -> Graph:
        """Prices for each player, from those of the kinds."""
        nodes = [*bits(graph.nodes)]
        place = {at: index for index, at in enumerate(nodes)}

        def row(index: int) -> Iterator[tuple[int, int]]:
            mine = kinds.weights[kinds.of[nodes[index]]]
            for other in bits(self.near[nodes[index]] & graph.nodes):
                weight = mine[kinds.of[other]]
                if weight is not None:
                    yield place[other], weight

        left = [market.left[kinds.of[at]] for at in nodes]
        right = [market.right[kinds.of[at]] for at in nodes]
        single = Market([1] * len(nodes), row, left, right)
        for at in nodes:
            if graph.mate[at] > at:
                single.pair_up(place[at], place[graph.mate[at]])
        if not single.clear():
            return graph
        near = [0] * len(self.near)
        for index, at in enumerate(nodes):
            mine = single.price(index)
            near[at] = mask_of([nodes[one] for one, weight in row(index) if mine + single.price(one) == 2 * weight])
        return Graph(near, graph.nodes)

    def _kind(self, at: int) -> object:
        raise NotImplementedError

    def weight(self, one: int, other: int) -> int:
        """Of a pair, the lower number first."""
        raise NotImplementedError

    def _player_kind(self, one: Standing) -> object:
        return one.score, one.difference, one.repeated, one.preference, one.floats, one.top

    def _bye_weight(self, player: Standing) -> int:
        if not self.last_bye or player.score > (self.pool.bye_score or 0) or not self._bye_is_here:
            return 0
        return player.games << (8 + 4 * len(self.field.levels)) * self.field.bits


class _Kinds:
    """Nodes that weigh alike, and what a pair of two kinds weighs; None where nobody of them may meet."""

    def __init__(self, bracket: _Bracket, kinds: list[list[int]]) -> None:
        self.kinds = kinds
        self.masks = [mask_of(kind) for kind in kinds]
        self.of = {at: index for index, kind in enumerate(kinds) for at in kind}
        self.weights: list[list[int | None]] = [[None] * len(kinds) for _ in kinds]
        for mine, kind in enumerate(kinds):
            reach = 0
            for at in kind:
                reach |= bracket.near[at]
            for theirs in range(mine, len(kinds)):
                if met := reach & self.masks[theirs]:
                    # Of one kind and its own, two different nodes stand for the pair.
                    one, other = kind[0], (met & -met).bit_length() - 1
                    weight = bracket.weight(*self._pair(bracket, kind, self.masks[theirs]))
                    self.weights[mine][theirs] = self.weights[theirs][mine] = weight

    @staticmethod
    def _pair(bracket: _Bracket, kind: list[int], theirs: int) -> tuple[int, int]:
        for one in kind:
            if met := bracket.near[one] & theirs:
                other = (met & -met).bit_length() - 1
                return min(one, other), max(one, other)
        raise AssertionError

    def row(self, kind: int) -> Iterator[tuple[int, int]]:
        return ((other, weight) for other, weight in enumerate(self.weights[kind]) if weight is not None)

    def most(self) -> list[int]:
        return [max((weight for weight in row if weight is not None), default=0) for row in self.weights]

    def tight(self, market: Market, near: list[int]) -> list[int]:
        """For each node its neighbours by the pairs that meet the prices."""
        found = [0] * len(near)
        for mine, kind in enumerate(self.kinds):
            able = 0
            for theirs, weight in self.row(mine):
                if market.price(mine) + market.price(theirs) == 2 * weight:
                    able |= self.masks[theirs]
            for at in kind:
                found[at] = able & near[at]
        return found


class _Narrow(_Bracket):
    """The bracket alone, with a nameless place for each who floats down."""

    def pairs(self) -> list[Edge] | None:
        last = self.field.end == len(self.field.waiting)
        if self._bye_is_here and not last:
            return _no("bye above")
        for at in bits(self.everybody):
            self.near[at] &= self.everybody
        floating = Graph(self.near, self.everybody).match().bit_count()
        if last and floating != (self.pool.bye_score is not None):
            return _no("last")
        if floating == self.field.end and not last:
            return [] if self.pool.completes(self.everybody | self.next | self.rest, apart=self.everybody) else _no("none")
        self._make_places(floating, self.everybody & self.pool.able if last else self.everybody)
        self.last_bye = last
        graph = self._best()
        if graph is None:
            return None
        pairs = first_of_the_best(graph, self.moved, self.residents)
        if pairs is None:
            return _no("order")
        floaters = self.everybody & ~mask_of([at for edge in pairs for at in edge])
        if not last and not self._fits(floaters):
            return _no(f"C8 or C4 {len(self.field.waiting) // 20 * 20}")
        _no("ok")
        return pairs

    def _make_places(self, count: int, able: int) -> None:
        first = len(self.near)
        self.beyond = ((1 << count) - 1) << first
        for at in bits(able):
            self.near[at] |= self.beyond
        self.near += [able] * count

    def _kind(self, at: int) -> object:
        if at > self.pool.bye:
            return None
        one = self.pool.players[at]
        if not (self.beyond or self.moved):
            return one.difference, one.repeated, one.preference, one.top
        return self._player_kind(one), self.last_bye and (one.games, one.may_have_bye)

    def weight(self, one: int, other: int) -> int:
        higher = self.pool.players[one]
        if other > self.pool.bye:
            return self._bye_weight(higher)
        lower, field = self.pool.players[other], self.field
        inner = inner_digits(higher, lower, field.levels)
        if not (self.beyond or self.moved):
            return joined(inner[:4], field.bits)
        levels = [0] * len(field.levels)
        levels[field.levels[higher.score]] += 1
        levels[field.levels[lower.score]] += 1
        return joined([*levels, 0, *inner], field.bits)

    def _fits(self, floaters: int) -> bool:
        """C4, and C8 as well as can be."""
        if not floaters:
            return self.pool.completes(self.next | self.rest)
        near = list(self.pool.near)
        for at in bits(floaters):
            near[at] &= self.next
        for at in bits(self.next):
            near[at] &= self.next | floaters
        left = Graph(near, floaters | self.next).match()
        if left.bit_count() > 1 or left & floaters:
            return False
        return self.pool.completes(left | self.rest)


class _Wide(_Bracket):
    """All who are yet to be paired."""

    def pairs(self) -> list[Edge] | None:
        self.beyond = self.next | self.rest
        if self.pool.bye_score is not None:
            self.beyond |= 1 << self.pool.bye
        graph = self._best()
        if graph is None:
            return None
        floating = sum(bool(self.beyond >> graph.mate[at] & 1) for at in bits(self.everybody))
        if floating == 1 and self._bye_is_here:
            self.last_bye = True
            graph = self._best()
        found = graph and first_of_the_best(graph, self.moved, self.residents)
        _no("wide " + ("ok" if found is not None else "not"))
        return found

    def _kind(self, at: int) -> object:
        if at == self.pool.bye:
            return None
        one, able = self.pool.players[at], self.pool.able >> at & 1
        if self.everybody >> at & 1:
            return self._player_kind(one), able and one.games
        return self.next >> at & 1, one.absolute and not one.top and one.preference, able

    def weight(self, one: int, other: int) -> int:
        if other == self.pool.bye:
            return self._bye_weight(self.pool.players[one]) if self.everybody >> one & 1 else 0
        if self.rest >> other & 1:
            return 0
        field = self.field
        higher, lower = self.pool.players[one], self.pool.players[other]
        levels = [0] * len(field.levels)
        levels[field.levels[higher.score]] += 1
        levels[field.levels[lower.score]] += 1
        none = [0] * len(levels)
        if self.next >> other & 1:
            digits = [0, *none, 1, *levels, 0, *[0] * 8, *none * 4]
        else:
            digits = [1, *levels, 0, *none, 0, *inner_digits(higher, lower, field.levels)]
        return joined(digits, field.bits)
