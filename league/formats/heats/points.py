"""What a place at a table is worth, in half points."""

from __future__ import annotations

from collections.abc import Sequence

BY_PLACE: dict[int, tuple[int, ...]] = {2: (12, 0), 3: (12, 6, 0), 4: (12, 8, 4, 0)}
"""By the size of the table. The mean is the same at every size, so that a small table is no gift."""


def points(ranks: Sequence[int], by_place: Sequence[int]) -> tuple[int, ...]:
    """Half points by seat. Who shares a rank shares the points of those places, rounded down.

    >>> points([2, 1, 2, 4], (12, 8, 4, 0))
    (6, 12, 6, 0)
    """
    order = sorted(ranks)
    made = []
    for rank in ranks:
        first, sharing = order.index(rank), order.count(rank)
        made.append(sum(by_place[first : first + sharing]) // sharing)
    return tuple(made)
