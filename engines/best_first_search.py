"""A second search, for two players who hide nothing: best-first minimax over whole turns.

An iteration walks from the root to a leaf, each time to the turn with the best value for its seat, and opens the leaf:
all turns from there are found and evaluated at once. The values of the best turns are then backed up to the root
(Korf and Chickering: Best-first minimax search, 1996). So the search answers its own best turns first, and goes on with
another as soon as the answer is too good. With the same Random and a budget of iterations the choice is always the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from engines.contract import AnyEngine, Seat
from engines.search_adapter import Budget, SearchAdapter, TurnValue

_CLOSED = -1.0  # The rank of a turn after which nothing is left to search.
_CERTAIN = 0.999  # How much of a certain result is left one turn before: sooner is better.
_WON = 0.97  # Values above are certain wins, or as good.


@dataclass(slots=True, eq=False)
class _Node:
    """An open position: its turns, their values for the seat to move, and the ranks by which one is chosen to go on.

    A rank is the value plus a `bonus`, which only the turns of the root have.
    """

    turns: list[TurnValue]
    bonus: list[float]
    values: list[float]
    ranks: list[float]
    visits: list[int]
    children: dict[int, _Node] = field(default_factory=dict)

    def is_closed(self) -> bool:
        """Return whether nothing is left to search: all turns are closed, or a closed one wins."""
        best = max(self.ranks)
        return best == _CLOSED or (best < _WON < max(self.values))

    def back_up(self, index: int) -> None:
        """Take the value of a turn from the best one after it."""
        child = self.children[index]
        value = 1.0 - max(child.values)
        if child.is_closed():
            self.values[index], self.ranks[index] = 0.5 + _CERTAIN * (value - 0.5), _CLOSED
        else:
            self.values[index], self.ranks[index] = value, value + (self.bonus[index] if self.bonus else 0.0)


class BestFirstSearch:
    """One search from one view; the interface is that of `engines.mcts.Search`."""

    def __init__(
        self, engine: AnyEngine, adapter: SearchAdapter, seat: Seat, view: Any, legal: list[str] | None, rng: Random
    ) -> None:
        assert adapter.turns is not None
        self._engine, self._turns = engine, adapter.turns
        self._legal = None if legal is None else frozenset(legal)
        self._start = adapter.determinizer(seat, view, legal)(rng)
        self._root: _Node | None = None
        self._rng, self._variation = rng, adapter.variation
        self.done = 0

    def run(self, budget: Budget) -> None:
        """Iterate until the budget is used up or nothing is left to search."""
        while budget():
            self.done += 1
            if self._root is None:
                self._root = self._open(self._start)
                self._vary(self._root)
            else:
                self._iterate(self._root)
            if self._root.is_closed():
                return

    def best(self) -> str | None:
        """Return the first action of the best turn that was searched, or None."""
        return next((text for text, _, _ in self.line()), None)

    def line(self) -> list[tuple[str, int, float]]:
        """Return the legal first actions of all turns, with how often they were evaluated and values, the best first.

        Those whose turns were not answered yet come last: their values are less certain.
        """
        found: dict[str, tuple[tuple[bool, float], int, float]] = {}
        root = self._root
        for index, turn in enumerate(root.turns if root else ()):
            assert root is not None
            text = self._engine.encode(turn.action)
            if self._legal is not None and text not in self._legal:
                continue
            value, visits = root.values[index], 1 + root.visits[index]
            key = (visits > 1 or turn.after is None), value + root.bonus[index]
            best_key, tries, best = found.get(text, ((False, _CLOSED), 0, 0.0))
            found[text] = max(key, best_key), tries + visits, value if key > best_key else best
        ranked = sorted(found.items(), key=lambda item: item[1][0], reverse=True)
        return [(text, visits, value) for text, (_, visits, value) in ranked]

    def _iterate(self, node: _Node) -> None:
        """Open the leaf at the end of the best line, and back its value up."""
        path = []
        while True:
            index = node.ranks.index(max(node.ranks))
            node.visits[index] += 1
            path.append((node, index))
            child = node.children.get(index)
            if child is None:
                node.children[index] = self._open(node.turns[index].after)
                break
            node = child
        for node, index in reversed(path):
            node.back_up(index)

    def _open(self, position: Any) -> _Node:
        turns = self._turns(position)
        values = [turn.value for turn in turns]
        ranks = [_CLOSED if turn.after is None else turn.value for turn in turns]
        return _Node(turns, [], values, ranks, [0] * len(turns))

    def _vary(self, root: _Node) -> None:
        """Give the turns of the root a random bonus, so that equal ones are chosen at random."""
        most = self._variation(self._start) if self._variation else 0.0
        root.bonus = [0.0 if turn.after is None else most * self._rng.random() for turn in root.turns]
        root.ranks = [rank if rank == _CLOSED else rank + bonus for rank, bonus in zip(root.ranks, root.bonus, strict=True)]
