"""From scored decisions to evidence about a player, with a bound on false alarms.

A match gets a score, which is centred and scaled by honest matches. For each rate of `RATES`, `Bounds` holds an upper
confidence bound of the mean of exp(rate * score) over honest matches. The evidence of several matches is the product of
exp(rate * score) divided by that bound, averaged over the rates. For an honest player its expectation is at most 1, so by
Markov's inequality it reaches 10,000 in at most one of 10,000 honest windows, however the scores are distributed (Vovk
and Wang: E-values, 2021). That holds for matches whose honest scores are like the measured ones.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log, sqrt
from pathlib import Path

from engines.data_files import load
from engines.fair_play.match_scores import Scored

RATES = (0.4, 0.7, 1.0)
MAX_SCORE = 3.0  # Of a match in standard deviations, either way.
ALARM = 10_000.0
WINDOW = 20  # Matches.
CONFIDENCE = 0.95  # Of each upper bound.


@dataclass(frozen=True, slots=True)
class Bounds:
    """How honest players score: mean and standard deviation, and for each rate the logarithm of the bound.

    `matches` is the number of honest matches of the line-up that gives the highest bound.
    """

    mean: float
    deviation: float
    bounds: tuple[float, ...]
    matches: int

    def standardise(self, score: float) -> float:
        return max(-MAX_SCORE, min(MAX_SCORE, (score - self.mean) / self.deviation))


@dataclass(frozen=True, slots=True)
class Calibration:
    """What honest matches have shown of one version of a game's rules: for single players, and for pairs of partners."""

    version: int
    player: Bounds
    pair: Bounds | None = None


@cache
def load_calibration(path: Path) -> Calibration:
    """Return a game's calibration. Raises BadData."""
    return load(Calibration, path)


def score_match(decisions: Sequence[Scored]) -> float | None:
    """Return how far the decisions of a match lie above expectation, in standard deviations; None if none tells anything.

    Decisions count by how much was at stake.
    """
    square = sum(decision.excess.spread**2 for decision in decisions)
    if not square:
        return None
    return sum(decision.excess.standardised * decision.excess.spread for decision in decisions) / sqrt(square)


def weigh_evidence(bounds: Bounds, scores: Sequence[float]) -> float:
    """Return the evidence of matches with these scores: 1 says nothing, `ALARM` is reached once in 10,000 honest windows."""
    standardised = [bounds.standardise(score) for score in scores]
    products = [
        exp(min(700.0, sum(rate * score - bound for score in standardised)))
        for rate, bound in zip(RATES, bounds.bounds, strict=True)
    ]
    return sum(products) / len(products)


def count_honest_below(evidence: float) -> int:
    """Return how many of 10,000 honest players have less evidence against them, at least; never all of them."""
    return min(9_999, int(10_000 * (1.0 - 1.0 / evidence))) if evidence > 1.0 else 0


def calibrate(groups: Mapping[str, Sequence[Sequence[float]]]) -> Bounds:
    """Return the bounds that hold for every group of honest matches; a match has the scores of its seats.

    The highest bound of all groups counts, so that it holds for a mixture of them too.
    """
    scores = [score for matches in groups.values() for match in matches for score in match]
    mean = sum(scores) / len(scores)
    deviation = sqrt(sum((score - mean) ** 2 for score in scores) / len(scores))
    centred = Bounds(mean, deviation, (0.0,) * len(RATES), 0)
    highest, matches_of_highest = [], 0
    for rate in RATES:
        by_group = {
            name: bound_mean(
                [sum(exp(rate * centred.standardise(score)) for score in match) / len(match) for match in matches if match],
                exp(rate * MAX_SCORE),
            )
            for name, matches in groups.items()
        }
        worst = max(by_group, key=lambda name: by_group[name])
        highest.append(log(by_group[worst]))
        matches_of_highest = len(groups[worst])
    return Bounds(mean, deviation, tuple(highest), matches_of_highest)


def bound_mean(values: Sequence[float], maximum: float, confidence: float = CONFIDENCE) -> float:
    """Return an upper confidence bound of the mean of independent values from 0 to `maximum`.

    It bets against each supposed mean: a supposition under which the capital grows to 1 / (1 - confidence) is too high
    (Waudby-Smith and Ramdas: Estimating means of bounded random variables by betting, 2024). It holds for every number
    of values and every distribution.
    """
    limit = log(1.0 / (1.0 - confidence))
    bets, mean, spread = [], 1.0, 1.0  # A guess before the first value
    total, squares = mean, spread
    for number, value in enumerate(values, 1):
        bets.append(sqrt(2.0 * limit / (squares / number * len(values))))
        total += value
        squares += (value - total / (number + 1)) ** 2
    low, high = sum(values) / max(1, len(values)), maximum
    for _ in range(40):
        supposed = (low + high) / 2
        cap = 0.5 / max(maximum - supposed, 1e-9)
        capital = sum(
            log(max(1e-12, 1.0 + min(bet, cap) * (supposed - value))) for bet, value in zip(bets, values, strict=True)
        )
        if capital >= limit:
            high = supposed
        else:
            low = supposed
    return high
