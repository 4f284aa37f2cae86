"""Ratings of a pool in memory, which turn ordered matches into rating changes.

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
RESULT_COUNTERS = {WON: "wins", DRAWN: "draws", LOST: "losses"}
"""Counter of a player's state by result."""


class MatchToRate(NamedTuple):
    """A match to rate; `players` and `ranks` are by seat."""

    match: int
    at: datetime
    players: tuple[int, ...]
    ranks: tuple[int, ...]
    weight: float = 1.0
    """How much it counts, 0 to 1."""


class RatingStep(NamedTuple):
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
class RatingState:
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


class PoolRatings:
    """The players of a pool with their states."""

    def __init__(self, rule: elo.Rule) -> None:
        self.rule = rule
        self.places: dict[int, RatingState] = {}

    def place(self, player: int) -> RatingState:
        """Return a player's state, the initial one if unknown."""
        return self.places.get(player, RatingState())

    def rate_matches(self, matches: Iterable[MatchToRate]) -> list[RatingStep]:
        """Rate matches in order; return a step for every seat, by match and seat."""
        return [step for match in matches for step in self._play(match)]

    def _play(self, match: MatchToRate) -> Iterator[RatingStep]:
        states = [self.place(player) for player in match.players]
        idle_s = [(match.at - state.changed_at).total_seconds() if state.changed_at else 0.0 for state in states]
        values = [self.rule.apply_decay(state.value, idle / 86_400) for state, idle in zip(states, idle_s, strict=True)]
        standings = [elo.EloState(value, state.games, state.peak) for state, value in zip(states, values, strict=True)]
        changes = self.rule.changes(standings, match.ranks, match.weight)
        weight = match.weight / (len(states) - 1)  # all results of a seat together weigh as much as one duel
        for seat, (player, state) in enumerate(zip(match.players, states, strict=True)):
            value = max(values[seat] + changes[seat], self.rule.floor)
            games = [
                glicko2.Game(other.level, elo.score_against(match.ranks[seat], match.ranks[index]), weight)
                for index, other in enumerate(states)
                if index != seat
            ]
            level = glicko2.update(state.level, games, periods=idle_s[seat] / glicko2.PERIOD_S)
            outcome = get_result(match.ranks, seat)
            tally: dict[str, Any] = {RESULT_COUNTERS[outcome]: getattr(state, RESULT_COUNTERS[outcome]) + 1}
            self.places[player] = replace(
                state, value=value, peak=max(state.peak, value), last_change=value - state.value, changed_at=match.at,
                strength=level.rating, deviation=level.deviation, volatility=level.volatility, **tally,
            )  # fmt: skip
            yield RatingStep(
                match.match, player, match.at, outcome, state.value, value, state.strength, level.rating,
                state.deviation, level.deviation, state.volatility, level.volatility,
            )  # fmt: skip


def get_result(ranks: Sequence[int], seat: int) -> int:
    """Return WON, DRAWN (shared first place) or LOST.

    >>> get_result((1, 2), 0), get_result((1, 1, 3), 1), get_result((1, 2, 2), 2)
    (1, 0, -1)
    """
    if ranks[seat] != 1:
        return LOST
    return DRAWN if list(ranks).count(1) > 1 else WON


def outcome(ranks: Sequence[int], seat: int) -> str:
    """Return `won`, `drawn` or `lost`, empty without ranks."""
    return OUTCOMES[get_result(ranks, seat)] if ranks else ""
