"""Chi-squared tests of the draws as matches make them: another entry, another match, other nonces each time.

`make test` makes some ten thousand rolls of each kind, `make prove` a million.
"""

import hashlib
import math
from collections import Counter
from typing import NamedTuple

from engines.randomness import CommittedRandom

SIDES = (2, 3, 6, 10, 13, 20)
"""Coins, dice, and as many as decks of these games are drawn from."""


class Fairness(NamedTuple):
    """`p` is the chance that fair draws come out as far from even, or farther."""

    what: str
    rolls: int
    chi_squared: float
    degrees: int
    p: float


def tables(rolls: int) -> list[Fairness]:
    """For each number of sides: how even the rolls are, and how even pairs of neighbouring rolls are."""
    made = []
    for sides in SIDES:
        drawn = drawn_by_matches(sides, rolls)
        made.append(_even(f"d{sides}", drawn, sides))
        pairs = [first * sides + second for first, second in zip(drawn[::2], drawn[1::2], strict=False)]
        made.append(_even(f"d{sides}, pairs", pairs, sides * sides))
    return made


def drawn_by_matches(sides: int, rolls: int) -> list[int]:
    """Rolls of many matches of 50 entries of 4 draws each."""
    drawn: list[int] = []
    match = 0
    while len(drawn) < rolls:
        match += 1
        seed = hashlib.sha256(f"fairness {sides} {match}".encode()).digest()
        nonces = (f"{match:08x}", "")
        for entry in range(1, 51):
            draws = CommittedRandom(seed, str(match), nonces, entry)
            drawn += [draws.below(sides) for _ in range(4)]
    return drawn[:rolls]


def _even(what: str, drawn: list[int], kinds: int) -> Fairness:
    expected = len(drawn) / kinds
    counts = Counter(drawn)
    chi = sum((counts[kind] - expected) ** 2 / expected for kind in range(kinds))
    return Fairness(what, len(drawn), chi, kinds - 1, upper_tail(chi, kinds - 1))


def upper_tail(chi: float, degrees: int) -> float:
    """The chance of a chi-squared value of at least `chi`: that of one or two degrees, and a term for every two more."""
    if not chi:
        return 1.0
    x, first = chi / 2, 1 if degrees % 2 else 2
    tail = math.erfc(math.sqrt(x)) if first == 1 else math.exp(-x)
    halves = [n / 2 for n in range(first, degrees, 2)]
    return tail + sum(math.exp(half * math.log(x) - x - math.lgamma(half + 1)) for half in halves)
