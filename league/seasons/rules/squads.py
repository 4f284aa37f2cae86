"""Whom a franchise sends to a match. Nothing here fetches."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engines.contract import Json
from league.gamers.models import STATS

LEAST = 4
"""Gamers of a squad."""
MOST = 40
"""Gamers that a side of a match takes."""


@dataclass(frozen=True, slots=True)
class Card:
    """A Gamer under contract. `stats` in the order of STATS, `salary` in this season, `usual` on the card."""

    contract: int
    handle: str
    name: str
    genre: str
    salary: int
    usual: int
    stats: tuple[int, ...]
    talent: str
    text: str
    own: bool
    """Whether the league has made it: not of the default set."""

    @property
    def strength(self) -> int:
        return sum(self.stats)

    def entry(self) -> Json:
        """As the option `rosters` of a match takes it: a handle of the default set, or the whole card."""
        if not self.own:
            return self.handle
        return {
            "handle": self.handle, "name": self.name, "genre": self.genre, "salary": self.usual,
            "stats": dict(zip(STATS, self.stats, strict=True)), "talent": self.talent or None, "text": self.text,
        }  # fmt: skip


def sent(roster: Sequence[Card], planned: Collection[int], busy: Collection[int]) -> list[Card]:
    """Return who is sent: those planned, as far as they are under contract and free, if they are four; else the four
    best of all who are free: the highest sum of stats, then the higher salary, then the earlier contract.

    `busy` are contracts that play another match of the round. Fewer than four: the match cannot be played.
    """
    free = [one for one in roster if one.contract not in busy]
    chosen = [one for one in free if one.contract in planned]
    if len(chosen) >= LEAST:
        return chosen[:MOST]
    strongest = sorted(free, key=lambda one: (-one.strength, -one.salary, one.contract))
    return strongest[:LEAST]
