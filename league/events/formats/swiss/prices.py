"""What each kind of player is worth: prices that no pair's weight exceeds, and that the pairs of the best matchings meet.

Kinds stand for the players that weigh alike. The prices solve the linear program in which a player may be split between
partners (the transportation problem, by shortest augmenting paths); where a whole matching meets them, nothing beats it.
"""

from __future__ import annotations

from collections.abc import Sequence

Weights = Sequence[Sequence[int | None]]


def prices(counts: Sequence[int], weights: Weights) -> list[int] | None:
    """A price for each kind, the prices of two kinds together at least twice their weight (None: they do not meet).

    None where the players cannot all be matched, not even split.
    """
    market = _Market(counts, weights)
    for kind in range(len(counts)):
        while market.supply[kind]:
            if not market.send(kind):
                return None
    return [one + other for one, other in zip(market.left, market.right, strict=True)]


class _Market:
    def __init__(self, counts: Sequence[int], weights: Weights) -> None:
        self.weights = weights
        self.supply, self.demand = list(counts), list(counts)
        self.left = [max((w for w in row if w is not None), default=0) for row in weights]
        self.right = [0] * len(counts)
        self.flow: list[dict[int, int]] = [{} for _ in counts]
        """By the kind that receives: how many of which kind it has."""

    def send(self, source: int) -> bool:
        """Match as many of one kind as one shortest path allows."""
        far: dict[int, int] = {}
        via: dict[int, int] = {}
        done: dict[int, int] = {}
        lefts: dict[int, int] = {source: 0}
        came: dict[int, int] = {}
        fresh = [source]
        while True:
            for left in fresh:
                self._look(left, lefts[left], far, via, done)
            if not far:
                return False
            right = min(far, key=far.__getitem__)
            way = done[right] = far.pop(right)
            if self.demand[right]:
                break
            fresh = [left for left in self.flow[right] if left not in lefts]
            for left in fresh:
                lefts[left], came[left] = way, right
        for left, distance in lefts.items():
            self.left[left] -= way - distance
        for kind, distance in done.items():
            self.right[kind] += way - distance
        self._move(source, right, via, came)
        return True

    def _look(self, left: int, distance: int, far: dict[int, int], via: dict[int, int], done: dict[int, int]) -> None:
        price, right = self.left[left] + distance, self.right
        for kind, weight in enumerate(self.weights[left]):
            if weight is None or kind in done:
                continue
            through = price + right[kind] - weight
            if kind not in far or through < far[kind]:
                far[kind], via[kind] = through, left

    def _move(self, source: int, right: int, via: dict[int, int], came: dict[int, int]) -> None:
        amount = min(self.supply[source], self.demand[right])
        at = right
        while (left := via[at]) != source:
            at = came[left]
            amount = min(amount, self.flow[at][left])
        self.supply[source] -= amount
        self.demand[right] -= amount
        at = right
        while True:
            left = via[at]
            self.flow[at][left] = self.flow[at].get(left, 0) + amount
            if left == source:
                return
            at = came[left]
            self.flow[at][left] -= amount
            if not self.flow[at][left]:
                del self.flow[at][left]
