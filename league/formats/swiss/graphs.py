"""Perfect matchings in graphs whose nodes are the bits of integers (Edmonds 1965).

A set of nodes is an integer with their bits set, so a search step over a thousand nodes is one operation.
"""

from collections.abc import Iterator, Mapping, Sequence

import networkx as nx

Edge = tuple[int, int]


def bits(mask: int) -> Iterator[int]:
    """Yield the nodes of a set, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(nodes: Sequence[int] | set[int]) -> int:
    """Return the set of these nodes."""
    mask = 0
    for node in nodes:
        mask |= 1 << node
    return mask


class Graph:
    """A graph: `near[node]` are its neighbours, `nodes` the active nodes, `mate` the matching (-1: unmatched)."""

    def __init__(self, near: list[int], nodes: int) -> None:
        self.near = near
        self.nodes = nodes
        self.mate = [-1] * len(near)

    def match_pair(self, node: int, other: int) -> None:
        self.mate[node], self.mate[other] = other, node

    def match(self) -> int:
        """Make the matching as large as possible and return the unmatched nodes."""
        single = self._match_greedily()
        alive, unmatched = self.nodes, 0
        for root in bits(single):
            if not single >> root & 1:
                continue
            tree = _Tree(self, root, alive)
            end = tree.grow(single & ~(1 << root), 0)
            if end is None:
                unmatched |= 1 << root
                alive &= ~tree.touched
            else:
                tree.flip(end)
                single &= ~(1 << root | 1 << end)
        return unmatched

    def _match_greedily(self) -> int:
        single = mask_of([node for node in bits(self.nodes) if self.mate[node] < 0])
        for first in bits(single):
            if single >> first & 1 and (candidates := self.near[first] & single):
                second = (candidates & -candidates).bit_length() - 1
                self.match_pair(first, second)
                single &= ~(1 << first | 1 << second)
        return single

    def settle(self, node: int, wanted: int) -> int | None:
        """Match `node` with the first of `wanted` that keeps the matching perfect; return it, or None."""
        wanted &= self.near[node] & self.nodes
        root = self.mate[node]
        if wanted & -wanted == 1 << root:
            return root
        self.mate[root] = -1
        tree = _Tree(self, root, self.nodes & ~(1 << node))
        tree.grow(0, wanted)
        if not (candidates := tree.outer & wanted):
            self.mate[root] = node
            return None
        other = (candidates & -candidates).bit_length() - 1
        tree.parent[node] = other
        tree.flip(node)
        return other

    def keep(self, node: int, others: int) -> None:
        """Remove all neighbours of `node` except `others`."""
        for cut in bits(self.near[node] & ~others):
            self.near[cut] &= ~(1 << node)
        self.near[node] &= others

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
                lowest = new & -new
                inner = lowest.bit_length() - 1
                parent[inner] = node
                beyond = mate[inner]
                both = lowest | 1 << beyond
                self.outer |= 1 << beyond
                self.fresh &= ~both
                new &= ~both
                self.queue.append(beyond)
            while other := around & self.outer & ~self.members.get(self.base.get(node, node), 1 << node):
                self._contract(node, (other & -other).bit_length() - 1)
            if self.outer & first:
                return None
        return None

    def _contract(self, first: int, second: int) -> None:
        """Contract the odd cycle closed by an edge between two outer nodes: all its nodes become outer."""
        base, mate, parent = self.base, self.graph.mate, self.parent
        common_base = self._fork(first, second)
        inside: set[int] = set()
        for node, child in ((first, second), (second, first)):
            while base.get(node, node) != common_base:
                partner = mate[node]
                inside |= {base.get(node, node), base.get(partner, partner)}
                parent[node] = child
                child, node = partner, parent[partner]
        merged = 0
        for old in inside:
            merged |= self.members.get(old, 1 << old)
        for node in bits(merged):
            base[node] = common_base
        self.members[common_base] = merged | self.members.get(common_base, 1 << common_base)
        self.queue += bits(merged & ~self.outer)
        self.outer |= merged

    def _fork(self, first: int, second: int) -> int:
        """Return the base at which the paths of two outer nodes to the root meet."""
        base, mate, parent = self.base, self.graph.mate, self.parent
        root = base.get(self.root, self.root)
        node = base.get(first, first)
        path = {node}
        while node != root:
            parent_node = parent[mate[node]]
            node = base.get(parent_node, parent_node)
            path.add(node)
        node = base.get(second, second)
        while node not in path:
            parent_node = parent[mate[node]]
            node = base.get(parent_node, parent_node)
        return node

    def flip(self, end: int) -> None:
        """Flip the matching along the path from `end` to the root."""
        mate = self.graph.mate
        while end >= 0:
            inner = self.parent[end]
            next_node = mate[inner]
            self.graph.match_pair(end, inner)
            end = next_node


def find_heaviest_matching(weights: Mapping[Edge, int]) -> dict[int, int]:
    """Return the maximum-weight matching as a symmetric mapping; all weights must be positive."""
    graph: nx.Graph = nx.Graph()
    graph.add_weighted_edges_from((node, other, weight) for (node, other), weight in weights.items())
    pairs = nx.max_weight_matching(graph)
    return dict(pairs) | {other: node for node, other in pairs}
