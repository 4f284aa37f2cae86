"""A pool's ratings in memory: give it matches in order, and it says what each changed.

The order of matches is (moment they ended, id). Counting one match and recomputing a million go through the same code,
so the numbers are the same to the last bit.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from league.ratings import elo, glicko2

WON, DRAWN, LOST = 1, 0, -1
OUTCOMES = {WON: "won", DRAWN: "drawn", LOST: "lost"}
TALLIES = {WON: "wins", DRAWN: "draws", LOST: "losses"}
"""By result, where a place counts it."""


class Played(NamedTuple):
    """A match that counts, as the ladder needs it; `players` and `ranks` by seat."""

    match: int
    at: datetime
    players: tuple[int, ...]
    ranks: tuple[int, ...]
    weight: float = 1.0
    """How much it moves ratings, 0 to 1."""


class Step(NamedTuple):
    """What one match did to one player's ratings; the Elo rating first, then Glicko-2's three numbers."""

    match: int
    player: int
    at: datetime
    result: int
    before: float
    after: float
    strength_before: float
    strength_after: float
    deviation_before: float
    deviation_after: float
    volatility_before: float
    volatility_after: float


@dataclass(frozen=True, slots=True)
class Place:
    """Everything a ladder keeps of a player."""

    value: float = elo.START
    peak: float = elo.START
    wins: int = 0
    draws: int = 0
    losses: int = 0
    last_change: float = 0.0
    changed_at: datetime | None = None
    strength: float = glicko2.START
    deviation: float = glicko2.START_DEVIATION
    volatility: float = glicko2.START_VOLATILITY

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def level(self) -> glicko2.Level:
        return glicko2.Level(self.strength, self.deviation, self.volatility)


class Ladder:
    """The players that have been placed or have played, and how they stand."""

    def __init__(self, rule: elo.Rule) -> None:
        self.rule = rule
        self.places: dict[int, Place] = {}

    def place(self, player: int) -> Place:
        """Return how a player stands now, as a newcomer who is not known."""
        return self.places.get(player, Place())

    def play(self, matches: Iterable[Played]) -> list[Step]:
        """Play matches, which come in order; a step for every seat of each, by match and seat."""
        return [step for match in matches for step in self._play(match)]

    def _play(self, match: Played) -> Iterator[Step]:
        stood = [self.place(player) for player in match.players]
        idle_s = [(match.at - one.changed_at).total_seconds() if one.changed_at else 0.0 for one in stood]
        values = [self.rule.decayed(one.value, gone / 86_400) for one, gone in zip(stood, idle_s, strict=True)]
        standings = [elo.Standing(value, one.games, one.peak) for one, value in zip(stood, values, strict=True)]
        changes = self.rule.changes(standings, match.ranks, match.weight)
        weight = match.weight / (len(stood) - 1)  # a seat's results against all others weigh as much as one duel
        for seat, (player, one) in enumerate(zip(match.players, stood, strict=True)):
            value = max(values[seat] + changes[seat], self.rule.floor)
            games = [
                glicko2.Game(other.level, elo.score(match.ranks[seat], match.ranks[at]), weight)
                for at, other in enumerate(stood)
                if at != seat
            ]
            level = glicko2.update(one.level, games, periods=idle_s[seat] / glicko2.PERIOD_S)
            ended = result(match.ranks, seat)
            tally: dict[str, Any] = {TALLIES[ended]: getattr(one, TALLIES[ended]) + 1}
            self.places[player] = replace(
                one, value=value, peak=max(one.peak, value), last_change=value - one.value, changed_at=match.at,
                strength=level.rating, deviation=level.deviation, volatility=level.volatility, **tally,
            )  # fmt: skip
            yield Step(
                match.match, player, match.at, ended, one.value, value, one.strength, level.rating,
                one.deviation, level.deviation, one.volatility, level.volatility,
            )  # fmt: skip


def result(ranks: Sequence[int], seat: int) -> int:
    """Return WON, DRAWN (first place shared) or LOST.

    >>> result((1, 2), 0), result((1, 1, 3), 1), result((1, 2, 2), 2)
    (1, 0, -1)
    """
    if ranks[seat] != 1:
        return LOST
    return DRAWN if list(ranks).count(1) > 1 else WON


def outcome(ranks: Sequence[int], seat: int) -> str:
    """Return `won`, `drawn` or `lost`; empty where there are no ranks yet."""
    return OUTCOMES[result(ranks, seat)] if ranks else ""
