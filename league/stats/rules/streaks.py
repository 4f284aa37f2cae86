"""Runs of results, and the form of the last few. Results are 1 won, 0 drawn, -1 lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from engines.words import marked_in, told_in

WORDS = {1: marked_in("result", "won"), 0: marked_in("result", "drawn"), -1: marked_in("result", "lost")}


@dataclass(frozen=True, slots=True)
class Streaks:
    """`now` is the run that the player is in, `word` what it is made of; the others are the longest ever."""

    now: int
    word: str
    won: int
    unbeaten: int
    lost: int

    @property
    def run(self) -> str:
        """What the run is made of, to its reader."""
        return told_in("result", self.word)


def streaks(results: Sequence[int]) -> Streaks:
    """Of results in the order of play, oldest first.

    >>> streaks([1, 1, 0, 1, -1, -1])
    Streaks(now=2, word='lost', won=2, unbeaten=4, lost=2)
    """
    runs = [(result, len(list(run))) for result, run in groupby(results)]
    unbeaten = [len(list(run)) for kept, run in groupby(result >= 0 for result in results) if kept]
    last, now = runs[-1] if runs else (0, 0)
    return Streaks(
        now,
        WORDS[last] if runs else "",
        max((size for result, size in runs if result == 1), default=0),
        max(unbeaten, default=0),
        max((size for result, size in runs if result == -1), default=0),
    )
