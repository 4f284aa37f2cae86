"""A draft's fair draws: what `engines.randomness` commits to before the draft and anybody can repeat after it.

Each thing that is drawn for has a number of its own (the `entry` of `engines.randomness.CommittedRandom`), so nothing
depends on what else was drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from engines.randomness import CommittedRandom, commitment

ORDER = 1
DECKS = 2
LOTS = 1000
"""Plus the number of a blind auction's round."""


class Stream(Protocol):
    def below(self, n: int) -> int: ...


@dataclass(frozen=True, slots=True)
class Chance:
    """`seed` is secret till the draft is over, `draft` names the draft, nonces are the franchises' (may be none)."""

    seed: bytes
    draft: str
    nonces: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def stream(self, what: int) -> CommittedRandom:
        return CommittedRandom(self.seed, f"draft {self.draft}", self.nonces, what)


def shuffled(values: Iterable[int], stream: Stream) -> tuple[int, ...]:
    """A fair shuffle: the first is drawn from all, the next from the others, and so on."""
    left = list(values)
    return tuple(left.pop(stream.below(len(left))) for _ in range(len(left)))
