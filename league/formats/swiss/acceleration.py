"""Baku acceleration (Handbook C.04.7): virtual points for the upper half in the first half of the rounds."""

from collections.abc import Sequence

NO_ACCELERATION, BAKU = "none", "baku"


def compute_baku(order: Sequence[int], rounds: int, win: int, draw: int) -> dict[int, tuple[int, ...]]:
    """Return the virtual points by player, for each accelerated round; `order` has the players of the first round.

    The upper half of them, rounded up to an even number, is accelerated in half of the rounds (rounded up): in half of
    those (rounded up) by a win's points, in the others by a draw's. Later entries don't change who is accelerated.

    >>> compute_baku([1, 2, 3, 4], 9, 2, 1)
    {1: (2, 2, 2, 1, 1), 2: (2, 2, 2, 1, 1)}
    """
    upper = 2 * -(-len(order) // 4)
    half = -(-rounds // 2)
    full = -(-half // 2)
    return dict.fromkeys(order[:upper], (win,) * full + (draw,) * (half - full))
