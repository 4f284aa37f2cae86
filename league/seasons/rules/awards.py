"""Which prizes are proposed at the end of a season. Nothing here fetches."""

from __future__ import annotations

from collections.abc import Sequence

SHARES = (100, 50, 25)
"""Prizes of the first places, in percent of the purse."""
BEST_VALUE = 25
"""Of the franchise whose Gamer gave most for the salary."""


def shared(places: Sequence[int], purse: int) -> list[int]:
    """By final place in order, each one's prize. Who shares a place shares the prizes of the places taken.

    >>> shared([1, 2, 3, 4], 20), shared([1, 1, 3, 3, 5], 20)
    ([20, 10, 5, 0], [15, 15, 2, 2, 0])
    """
    pots = [purse * share // 100 for share in SHARES]
    prizes = [pots[at] if at < len(pots) else 0 for at in range(len(places))]
    found = []
    for place in places:
        taken = [prize for prize, other in zip(prizes, places, strict=True) if other == place]
        found.append(sum(taken) // len(taken))
    return found
