"""A pool's ratings in memory: give it matches in order, and it says what each changed.

The order of matches is (moment they ended, id). Counting one match and recomputing a million go through the same loops,
so the numbers are the same to the last bit.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import NamedTuple

from league.ratings import elo, glicko2

WON, DRAWN, LOST = 1, 0, -1
OUTCOMES = {WON: "won", DRAWN: "drawn", LOST: "lost"}
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_RESULTS = {1.0: (WON, LOST), 0.5: (DRAWN, DRAWN), 0.0: (LOST, WON)}
"""Of both players of a duel, by the first one's score; a match where nobody is first does not count."""
_Numbers = tuple[float, float, float, float]
_new = tuple.__new__
"""Makes a named tuple without the call that its class would add: millions are made."""


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


class Ladder:
    """The players that have been added or have played, and how they stand."""

    def __init__(self, rule: elo.Rule) -> None:
        self.rule = rule
        self._rows: dict[int, int] = {}
        self._elo: list[elo.Rated] = []
        self._glicko = glicko2.Table([], [], [], [])
        self._tallies: list[list[int]] = []
        self._last: list[tuple[float, datetime | None]] = []

    @property
    def players(self) -> Iterable[int]:
        return self._rows

    def add(self, player: int, place: Place) -> None:
        """Let a player start from here."""
        self._rows[player] = len(self._rows)
        self._elo.append(elo.Rated(self.rule, place.value, place.games, place.peak))
        self._glicko.ratings.append(place.strength)
        self._glicko.deviations.append(place.deviation)
        self._glicko.volatilities.append(place.volatility)
        self._glicko.moments.append((place.changed_at - EPOCH).total_seconds() if place.changed_at else glicko2.NEVER)
        self._tallies.append([place.draws, place.wins, place.losses])
        self._last.append((place.last_change, place.changed_at))

    def place(self, player: int) -> Place:
        """Return how a player stands now, as a newcomer who is not known."""
        row = self._rows.get(player)
        if row is None:
            return Place()
        draws, wins, losses = self._tallies[row]
        change, at = self._last[row]
        rated, glicko = self._elo[row], self._glicko
        return Place(
            rated.value, rated.peak, wins, draws, losses, change, at,
            glicko.ratings[row], glicko.deviations[row], glicko.volatilities[row],
        )  # fmt: skip

    def play(self, matches: Iterable[Played]) -> list[Step]:
        """Play matches, which come in order; a step for every seat of each, by match and seat."""
        fast = self.rule.plain
        steps: list[Step] = []
        for duels, run in groupby(matches, key=lambda match: fast and len(match.players) == 2 and match.weight == 1.0):
            if duels:
                steps += self._duels(list(run))
            else:
                for match in run:
                    steps += self._table(match)
        return steps

    def _row(self, player: int) -> int:
        if player not in self._rows:
            self.add(player, Place())
        return self._rows[player]

    def _duels(self, run: Sequence[Played]) -> Iterator[Step]:
        for player in {player for match in run for player in match.players}.difference(self._rows):
            self.add(player, Place())
        known = self._rows
        firsts = [known[match.players[0]] for match in run]
        seconds = [known[match.players[1]] for match in run]
        scores = [elo.score(*match.ranks) for match in run]
        moments = [(match.at - EPOCH).total_seconds() for match in run]
        stood = {row: self._numbers(row) for row in {*firsts, *seconds}}
        rated = self._elo.__getitem__
        values = iter(elo.play_duels(self.rule, [*map(rated, firsts)], [*map(rated, seconds)], scores))
        levels = iter(glicko2.play_duels(self._glicko, firsts, seconds, scores, moments))
        after = zip(values, levels, levels, levels, strict=True)
        for match, one, two, made in zip(run, firsts, seconds, scores, strict=True):
            ended, other = _RESULTS[made]
            first, second = match.players
            now = next(after)
            yield self._step(match, first, one, ended, stood[one], now)
            stood[one] = now
            now = next(after)
            yield self._step(match, second, two, other, stood[two], now)
            stood[two] = now

    def _table(self, match: Played) -> Iterator[Step]:
        """Play one match by the general formulas: any number of seats and any weight, with cap and decay."""
        rows = [self._row(player) for player in match.players]
        moment = (match.at - EPOCH).total_seconds()
        stood = [self._numbers(row) for row in rows]
        gone = [max(0.0, moment - self._glicko.moments[row]) for row in rows]
        self._play_elo(rows, match, gone)
        self._play_glicko(rows, match, gone, moment)
        for seat, row in enumerate(rows):
            ended = result(match.ranks, seat)
            yield self._step(match, match.players[seat], row, ended, stood[seat], self._numbers(row))

    def _play_elo(self, rows: Sequence[int], match: Played, gone: Sequence[float]) -> None:
        rule, rated = self.rule, [self._elo[row] for row in rows]
        values = [rule.decayed(one.value, idle / 86_400) for one, idle in zip(rated, gone, strict=True)]
        standings = [elo.Standing(value, one.games, one.peak) for one, value in zip(rated, values, strict=True)]
        for one, value, change in zip(rated, values, rule.changes(standings, match.ranks, match.weight), strict=True):
            one.take(rule, value + change)

    def _play_glicko(self, rows: Sequence[int], match: Played, gone: Sequence[float], moment: float) -> None:
        table, ranks, weight = self._glicko, match.ranks, match.weight / (len(rows) - 1)
        levels = [glicko2.Level(*self._numbers(row)[1:]) for row in rows]
        for seat, row in enumerate(rows):
            games = [
                glicko2.Game(level, elo.score(ranks[seat], ranks[other]), weight)
                for other, level in enumerate(levels)
                if other != seat
            ]
            new = glicko2.update(levels[seat], games, periods=glicko2.periods(gone[seat]))
            table.ratings[row], table.deviations[row] = new.rating, new.deviation
            table.volatilities[row], table.moments[row] = new.volatility, moment

    def _numbers(self, row: int) -> _Numbers:
        table = self._glicko
        return self._elo[row].value, table.ratings[row], table.deviations[row], table.volatilities[row]

    def _step(self, match: Played, player: int, row: int, ended: int, before: _Numbers, after: _Numbers) -> Step:
        value, strength, deviation, volatility = before
        new_value, new_strength, new_deviation, new_volatility = after
        self._tallies[row][ended] += 1
        self._last[row] = (new_value - value, match.at)
        return _new(Step, (
            match.match, player, match.at, ended, value, new_value, strength, new_strength,
            deviation, new_deviation, volatility, new_volatility,
        ))  # fmt: skip


def result(ranks: Sequence[int], seat: int) -> int:
    """Return WON, DRAWN (first place shared) or LOST, also places in a list: draws, wins, losses.

    >>> result((1, 2), 0), result((1, 1, 3), 1), result((1, 2, 2), 2)
    (1, 0, -1)
    """
    if ranks[seat] != 1:
        return LOST
    return DRAWN if list(ranks).count(1) > 1 else WON


def outcome(ranks: Sequence[int], seat: int) -> str:
    """Return `won`, `drawn` or `lost`; empty where there are no ranks yet."""
    return OUTCOMES[result(ranks, seat)] if ranks else ""
