"""In-memory ratings of a pool, which turn ordered matches into rating changes.

Matches are ordered by (end time, id). Counting one match and recomputing a million use the same code, so the results
are identical to the last bit.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from league.ratings import elo, glicko2

WON, DRAWN, LOST = 1, 0, -1
OUTCOMES = {WON: "won", DRAWN: "drawn", LOST: "lost"}
TALLIES = {WON: "wins", DRAWN: "draws", LOST: "losses"}
"""Counter of a player's state by result."""


class Played(NamedTuple):
    """A match to rate; `players` and `ranks` are by seat."""

    match: int
    at: datetime
    players: tuple[int, ...]
    ranks: tuple[int, ...]
    weight: float = 1.0
    """How much it counts, 0 to 1."""


class Step(NamedTuple):
    """The change of one player's ratings by one match: Elo, then the three Glicko-2 numbers."""

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
    """The state of a player in a pool."""

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
    """The players of a pool with their states."""

    def __init__(self, rule: elo.Rule) -> None:
        self.rule = rule
        self.places: dict[int, Place] = {}

    def place(self, player: int) -> Place:
        """Return a player's state, the initial one if unknown."""
        return self.places.get(player, Place())

    def play(self, matches: Iterable[Played]) -> list[Step]:
        """Rate matches in order; return a step for every seat, by match and seat."""
        return [step for match in matches for step in self._play(match)]

    def _play(self, match: Played) -> Iterator[Step]:
        stood = [self.place(player) for player in match.players]
        idle_s = [(match.at - one.changed_at).total_seconds() if one.changed_at else 0.0 for one in stood]
        values = [self.rule.decayed(one.value, gone / 86_400) for one, gone in zip(stood, idle_s, strict=True)]
        standings = [elo.Standing(value, one.games, one.peak) for one, value in zip(stood, values, strict=True)]
        changes = self.rule.changes(standings, match.ranks, match.weight)
        weight = match.weight / (len(stood) - 1)  # all results of a seat together weigh as much as one duel
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
    """Return WON, DRAWN (shared first place) or LOST.

    >>> result((1, 2), 0), result((1, 1, 3), 1), result((1, 2, 2), 2)
    (1, 0, -1)
    """
    if ranks[seat] != 1:
        return LOST
    return DRAWN if list(ranks).count(1) > 1 else WON


def outcome(ranks: Sequence[int], seat: int) -> str:
    """Return `won`, `drawn` or `lost`, empty without ranks."""
    return OUTCOMES[result(ranks, seat)] if ranks else ""
