"""Perfect matchings in graphs whose nodes are the bits of integers (Edmonds 1965).

A set of nodes is an integer with their bits set, so a search step over a thousand nodes is one operation.
"""

from collections.abc import Iterator, Mapping, Sequence

import networkx as nx

Edge = tuple[int, int]


def bits(mask: int) -> Iterator[int]:
    """Yield the nodes of a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(nodes: Sequence[int] | set[int]) -> int:
    """Return the set of these nodes."""
    found = 0
    for node in nodes:
        found |= 1 << node
    return found


class Graph:
    """A graph: `near[node]` are its neighbours, `nodes` the active nodes, `mate` the matching (-1: unmatched)."""

    def __init__(self, near: list[int], nodes: int) -> None:
        self.near = near
        self.nodes = nodes
        self.mate = [-1] * len(near)

    def marry(self, one: int, other: int) -> None:
        self.mate[one], self.mate[other] = other, one

    def match(self) -> int:
        """Make the matching as large as possible and return the unmatched nodes."""
        single = self._greedily()
        alive, left = self.nodes, 0
        for root in bits(single):
            if not single >> root & 1:
                continue
            tree = _Tree(self, root, alive)
            end = tree.grow(single & ~(1 << root), 0)
            if end is None:
                left |= 1 << root
                alive &= ~tree.touched
            else:
                tree.flip(end)
                single &= ~(1 << root | 1 << end)
        return left

    def _greedily(self) -> int:
        single = mask_of([node for node in bits(self.nodes) if self.mate[node] < 0])
        for one in bits(single):
            if single >> one & 1 and (able := self.near[one] & single):
                other = (able & -able).bit_length() - 1
                self.marry(one, other)
                single &= ~(1 << one | 1 << other)
        return single

    def settle(self, one: int, wanted: int) -> int | None:
        """Match `one` with the first of `wanted` that keeps the matching perfect; return it, or None."""
        wanted &= self.near[one] & self.nodes
        root = self.mate[one]
        if wanted & -wanted == 1 << root:
            return root
        self.mate[root] = -1
        tree = _Tree(self, root, self.nodes & ~(1 << one))
        tree.grow(0, wanted)
        if not (able := tree.outer & wanted):
            self.mate[root] = one
            return None
        other = (able & -able).bit_length() - 1
        tree.parent[one] = other
        tree.flip(one)
        return other

    def keep(self, one: int, others: int) -> None:
        """Remove all neighbours of `one` except `others`."""
        for cut in bits(self.near[one] & ~others):
            self.near[cut] &= ~(1 << one)
        self.near[one] &= others

    def drop(self, *nodes: int) -> None:
        self.nodes &= ~mask_of(nodes)


class _Tree:
    """The alternating tree of a search; outer nodes are those that could be unmatched instead of the root."""

    def __init__(self, graph: Graph, root: int, alive: int) -> None:
        self.graph, self.root = graph, root
        self.parent: dict[int, int] = {}
        self.base: dict[int, int] = {}
        self.members: dict[int, int] = {}
        self.outer = 1 << root
        self.fresh = alive & ~self.outer
        self.alive = alive
        self.queue = [root]

    @property
    def touched(self) -> int:
        return self.alive & ~self.fresh

    def grow(self, single: int, wanted: int) -> int | None:
        """Grow until a node of `single` is found, the first node of `wanted` is outer, or no growth is possible."""
        near, mate, parent = self.graph.near, self.graph.mate, self.parent
        first = wanted & -wanted
        for node in self.queue:
            around = near[node]
            if hit := around & single:
                end = (hit & -hit).bit_length() - 1
                parent[end] = node
                return end
            new = around & self.fresh
            while new:
                low = new & -new
                inner = low.bit_length() - 1
                parent[inner] = node
                beyond = mate[inner]
                both = low | 1 << beyond
                self.outer |= 1 << beyond
                self.fresh &= ~both
                new &= ~both
                self.queue.append(beyond)
            while other := around & self.outer & ~self.members.get(self.base.get(node, node), 1 << node):
                self._contract(node, (other & -other).bit_length() - 1)
            if self.outer & first:
                return None
        return None

    def _contract(self, one: int, other: int) -> None:
        """Contract the odd cycle closed by an edge between two outer nodes: all its nodes become outer."""
        base, mate, parent = self.base, self.graph.mate, self.parent
        above = self._fork(one, other)
        inside: set[int] = set()
        for node, child in ((one, other), (other, one)):
            while base.get(node, node) != above:
                partner = mate[node]
                inside |= {base.get(node, node), base.get(partner, partner)}
                parent[node] = child
                child, node = partner, parent[partner]
        merged = 0
        for old in inside:
            merged |= self.members.get(old, 1 << old)
        for node in bits(merged):
            base[node] = above
        self.members[above] = merged | self.members.get(above, 1 << above)
        self.queue += bits(merged & ~self.outer)
        self.outer |= merged

    def _fork(self, one: int, other: int) -> int:
        """Return the base at which the paths of two outer nodes to the root meet."""
        base, mate, parent = self.base, self.graph.mate, self.parent
        root = base.get(self.root, self.root)
        node = base.get(one, one)
        way = {node}
        while node != root:
            up = parent[mate[node]]
            node = base.get(up, up)
            way.add(node)
        node = base.get(other, other)
        while node not in way:
            up = parent[mate[node]]
            node = base.get(up, up)
        return node

    def flip(self, end: int) -> None:
        """Flip the matching along the path from `end` to the root."""
        mate = self.graph.mate
        while end >= 0:
            before = self.parent[end]
            following = mate[before]
            self.graph.marry(end, before)
            end = following


def heaviest(weights: Mapping[Edge, int]) -> dict[int, int]:
    """Return the maximum-weight matching as a symmetric mapping; all weights must be positive."""
    graph: nx.Graph = nx.Graph()
    graph.add_weighted_edges_from((one, other, weight) for (one, other), weight in weights.items())
    pairs = nx.max_weight_matching(graph)
    return dict(pairs) | {other: one for one, other in pairs}
