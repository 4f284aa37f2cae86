"""The drawing of lots: a number for every contender, from the commit-reveal stream."""

from __future__ import annotations

from engines.randomness import CommittedRandom
from league.formats.tie_breaks.results import Lots

BYTES = 6
RANGE = 1 << 8 * BYTES


def number(lots: Lots, contender: int) -> int:
    """What a contender draws, below RANGE.

    It depends on the seed, what is drawn for, and the contender alone, so that a corrected result elsewhere changes
    nobody's lot. `Draws` says how to repeat it by hand.

    >>> number(Lots(bytes(32), "event 12"), 7) == number(Lots(bytes(32), "event 12"), 7)
    True
    """
    return CommittedRandom(lots.seed, about(lots), (), contender).below(RANGE)


def about(lots: Lots) -> str:
    """What the stream is told that it draws for."""
    return f"lots of {lots.about}"
