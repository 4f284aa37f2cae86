"""The tournament of a game's levels: which matches to play next, and the ratings that all of them give.

The rating of random legal moves is fixed, so a game's ratings tell how much stronger than these a level plays.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from statistics import mean
from typing import Any

from engines import bots, registry
from engines.bot_matches.ratings import SCALE, MatchResult, Ratings, expected_score, fit_ratings
from engines.bot_matches.runner import BotMatch
from engines.levels import SEARCHING, BotSetting, Level, LevelRating

ANCHOR, ANCHOR_RATING = "random", 400.0
FIRST_GAMES = 20
"""Matches of every two neighbours before uncertainty decides who plays."""
MAX_DISTANCE = 2
"""Levels that are further apart don't meet: the result is known, and tells little."""
_OPENING = 4  # Random actions, or one more, before a match between search bots without chance.
_MIN_COST = 1e-3

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tournament:
    """A game's levels as settings, weakest first; `seconds` of CPU a move for those that think as long as they may."""

    game: str
    ladder: tuple[BotSetting, ...]
    version: int
    seed: str
    seconds: float

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(map(str, self.ladder))

    def select_lines(self, lines: Iterable[Line]) -> list[Line]:
        """Return the lines that count: of these bots by this version of the rules, with default options and this limit."""
        names = set(self.names)
        return [
            line
            for line in lines
            if (line["game"], line["version"], line["options"]) == (self.game, self.version, {})
            and names.issuperset(line["bots"])
            and line.get("iterations") is None
            and (line.get("seconds") == self.seconds or not any(self._takes_budget(bot) for bot in line["bots"]))
        ]

    def _takes_budget(self, bot: str) -> bool:
        return bots.get_setting(self.game, bot).takes_budget

    def fit(self, lines: Sequence[Line]) -> Ratings | None:
        """Return the ratings by these lines; None until all levels are linked to the anchor."""
        try:
            ratings = fit_ratings(map(_to_result, lines), ANCHOR, ANCHOR_RATING)
        except ValueError:
            return None
        return ratings if set(self.names) <= set(ratings.names) else None

    def plan(self, lines: Sequence[Line], count: int) -> list[BotMatch]:
        """Return up to `count` matches to play next.

        Neighbours first meet FIRST_GAMES times. Then each match is the one that, per second, most reduces the sum of the
        variances of the differences between neighbours (an A-optimal design).
        """
        seeds: dict[tuple[int, int], set[str]] = {pair: set() for pair in list_pairs(len(self.ladder))}
        for line in lines:
            places = [self.names.index(bot) for bot in line["bots"]]
            seeds.setdefault((min(places), max(places)), set()).add(line["seed"])
        wanted = [
            pair for pair in seeds if pair[1] - pair[0] == 1 for _ in range(FIRST_GAMES - len(seeds[pair]))
        ][:count]  # fmt: skip
        if not wanted and (ratings := self.fit(lines)) is not None:
            wanted = select_pairs(self.names, ratings, self._costs(lines), count)
        matches = []
        for pair in wanted:
            number = next(number for number in itertools.count() if self._build_seed(number) not in seeds[pair])
            seeds[pair].add(self._build_seed(number))
            matches.append(self._build_match(pair, number))
        return matches

    def _build_seed(self, number: int) -> str:
        return f"{self.seed}.levels.{number}"

    def _build_match(self, pair: tuple[int, int], number: int) -> BotMatch:
        """Return a match of two levels; one of them takes every seat in turn, the other has the rest."""
        engine = registry.get(self.game)
        seats, (weaker, stronger) = engine.seat_counts[0], (self.ladder[place] for place in pair)
        players = tuple(str(stronger if seat == number % seats else weaker) for seat in range(seats))
        searching = {weaker.policy, stronger.policy} <= SEARCHING
        opening = _OPENING + number // seats % 2 if engine.is_open and searching else 0
        return BotMatch(self.game, {}, players, self._build_seed(number), seconds=self.seconds, opening=opening)

    def _costs(self, lines: Sequence[Line]) -> dict[str, float]:
        """Return the mean CPU seconds that a match costs each level."""
        spent: dict[str, list[float]] = {}
        for line in lines:
            for bot, cpu in zip(line["bots"], line["cpu"], strict=True):
                spent.setdefault(bot, []).append(cpu)
        return {bot: max(_MIN_COST, mean(values)) for bot, values in spent.items()}


def select_pairs(names: Sequence[str], ratings: Ratings, costs: Mapping[str, float], count: int) -> list[tuple[int, int]]:
    """Return `count` pairs of levels to play, each chosen after what those before it will tell."""
    places = [ratings.names.index(name) for name in names]
    covariance = [[ratings.covariance[a][b] / SCALE**2 for b in places] for a in places]
    chosen: list[tuple[int, int]] = []
    for _ in range(count if len(names) > 1 else 0):
        best, best_gain, best_spread = (0, 1), -1.0, 0.0
        for a, b in list_pairs(len(names)):
            chance = expected_score(ratings.values[names[b]] - ratings.values[names[a]])
            spread = chance * (1.0 - chance)
            gain = _compute_gain(covariance, a, b, spread) / (costs[names[a]] + costs[names[b]])
            if gain > best_gain:
                best, best_gain, best_spread = (a, b), gain, spread
        _observe(covariance, *best, best_spread)
        chosen.append(best)
    return chosen


def list_pairs(size: int) -> list[tuple[int, int]]:
    """Return the pairs of places that meet: neighbours, and those of few levels between."""
    return [(a, b) for a, b in combinations(range(size), 2) if b - a <= MAX_DISTANCE]


def _compute_gain(covariance: Sequence[Sequence[float]], a: int, b: int, spread: float) -> float:
    """Return by how much a match of two levels reduces the variances of the differences between neighbours."""
    column = [row[a] - row[b] for row in covariance]
    gain = sum((upper - lower) ** 2 for lower, upper in pairwise(column))
    return spread * gain / (1.0 + spread * (column[a] - column[b]))


def _observe(covariance: list[list[float]], a: int, b: int, spread: float) -> None:
    """Reduce the covariance by what a match of two levels tells (Sherman and Morrison)."""
    column = [row[a] - row[b] for row in covariance]
    factor = spread / (1.0 + spread * (column[a] - column[b]))
    for row, left in zip(covariance, column, strict=True):
        for place, right in enumerate(column):
            row[place] -= factor * left * right


def _to_result(line: Line) -> MatchResult:
    return MatchResult(tuple(line["bots"]), tuple(line["ranks"]))


def rate_levels(tournament: Tournament, levels: Sequence[Level], lines: Sequence[Line]) -> list[LevelRating]:
    """Return the ratings of a game's levels; empty until all are linked to the anchor."""
    ratings = tournament.fit(lines)
    if ratings is None:
        return []
    rated = []
    for name, level in zip(tournament.names, levels, strict=True):
        low, high = ratings.interval(name)
        games = sum(name in line["bots"] for line in lines)
        seconds = tournament.seconds if level.setting.takes_budget else 0.0
        rated.append(LevelRating(name, round(ratings.values[name]), round(low), round(high), games, seconds))
    return rated
