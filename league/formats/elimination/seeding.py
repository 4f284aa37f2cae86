"""Where seeds stand in a draw."""

from __future__ import annotations

MOST = 1024


def size_for(entrants: int) -> int:
    """The lines of a draw: the next power of two. ValueError outside 2 to 1,024 entrants."""
    if not 2 <= entrants <= MOST:
        raise ValueError(f"An elimination bracket takes 2 to {MOST} entrants.")
    return 1 << (entrants - 1).bit_length()


def lines(size: int) -> tuple[int, ...]:
    """The seeds from top to bottom of a full draw: seeds meet as late as possible, 1 at the top and 2 at the bottom.

    In every round, if the better seed always wins, the seeds of a match add up to one more than the seeds left.

    >>> lines(8)
    (1, 8, 5, 4, 3, 6, 7, 2)
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for at, one in enumerate(order) for seed in ((one, total - one), (total - one, one))[at % 2]]
    return tuple(order)


def drop_masks(rounds: int) -> tuple[int, ...]:
    """How the losers of each winners round change places when they drop: by winners round, a mask for the section.

    The losers of round r (from 1) come into the losers bracket in sections 0 to 2**(rounds - r) - 1; who lost in
    section s goes to section s ^ mask. Whom a player has beaten sits by then in the sections that the earlier masks
    tell. Each mask keeps away from all of them as far as there is room, so that a rematch comes as late as it can.

    >>> drop_masks(4)
    (0, 3, 0, 0)
    """
    masks = [0]
    for number in range(2, rounds + 1):
        bits = rounds - number
        beaten = {mask >> (number - 1 - at) for at, mask in enumerate(masks)}
        masks.append(_farthest(beaten, bits))
    return tuple(masks[:rounds])


def _farthest(taken: set[int], bits: int) -> int:
    """The number of so many bits that differs as early as possible from all that are taken."""
    for depth in range(1, bits + 1):
        free = set(range(1 << depth)) - {one >> (bits - depth) for one in taken}
        if free:
            prefix = max(free)
            return (prefix + 1 << (bits - depth)) - 1
    return 0
