"""Glicko-2: a rating, how sure it is (deviation), and how steady its owner is (volatility).

After Mark Glickman, "Example of the Glicko-2 system" (glicko.net, revision of March 2022), steps 1 to 8, with three
decisions of ours:

- A match is a rating period of its own, and the time since a player's last match, in periods of PERIOD_DAYS, stands
  where the paper has one period: step 6 is φ* = sqrt(φ² + σ'²·t). Five days let a deviation of 60 grow to about 107 in
  a year without a match, and playing often does not make a rating less sure.
- A result at a table of n seats weighs 1 / (n − 1), so that a match of many seats tells about as much as a duel.
- No deviation leaves 30 to 350: below, a rating would hardly move again; above, less would be known than of a newcomer.

Numbers are on the scale of the ratings people see; SCALE leads to the paper's inner scale.
"""

from collections.abc import Iterable, MutableSequence, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

START, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
LEAST_DEVIATION = 30.0
TAU = 0.5
"""How freely the volatility changes; the paper advises 0.3 to 1.2."""
PERIOD_DAYS = 5
SCALE = log(10) / 400
NEVER = float("inf")
"""The moment of the last match of somebody who has played none: no time has gone by since."""

_CLOSE = 1e-3
_MOST_STEPS = 50
_SQUARE = SCALE * SCALE
_SPREAD = 3 / (pi * pi)
_PER_SECOND = 1 / (PERIOD_DAYS * 86_400)
_WIDEST = _SQUARE * START_DEVIATION * START_DEVIATION


@dataclass(frozen=True, slots=True)
class Level:
    """What is known of a player's strength: within two deviations of `rating` 19 times in 20."""

    rating: float = START
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY


@dataclass(frozen=True, slots=True)
class Game:
    """A result against one opponent: `score` 1, 0.5 or 0; `weight` is how much of a game it counts."""

    opponent: Level
    score: float
    weight: float = 1.0


def update(level: Level, games: Sequence[Game], *, periods: float = 1.0) -> Level:
    """The level after a rating period with these games; `periods` is how much time has gone by, 1 as in the paper.

    >>> update(Level(1500, 200, 0.06), [])
    Level(rating=1500, deviation=200.27141669877104, volatility=0.06)
    """
    square = _SQUARE * level.deviation * level.deviation
    certainty = surplus = 0.0
    for game in games:
        other = game.opponent
        weak = 1 / (1 + _SPREAD * _SQUARE * other.deviation * other.deviation)
        odds = exp(sqrt(weak) * (other.rating - level.rating) * SCALE)
        expected = 1 / (1 + odds)
        certainty += game.weight * weak * odds * expected * expected
        surplus += game.weight * sqrt(weak) * (game.score - expected)
    sigma = volatility(level.volatility, square, 1 / certainty, surplus) if games else level.volatility
    wide = min(square + sigma * sigma * max(0.0, periods), _WIDEST)
    narrow = 1 / (1 / wide + certainty)
    deviation = max(LEAST_DEVIATION, sqrt(narrow) / SCALE)
    return Level(level.rating + narrow * surplus / SCALE, deviation, sigma)


def volatility(sigma: float, square: float, variance: float, surplus: float) -> float:
    """Step 5: the new volatility σ'. `square` is φ², `variance` v, and `surplus` Δ / v.

    Newton's method from ln σ² instead of the paper's bracketing; both stop within 10⁻⁶ of the same root: what is left
    after a step of Newton's is less than the step's square. It converges because f falls steeply and almost straight:
    its slope is below −1/τ² + σ²(Δ/v)²/2, and |Δ/v| is at most 1 in a match, σ far below 1.
    """
    steep = 1 / (TAU * TAU)
    delta_square = surplus * variance * (surplus * variance)
    base = square + variance
    grown = first = sigma * sigma
    moved = 0.0
    for _ in range(_MOST_STEPS):
        whole = base + grown
        half = 0.5 * grown / (whole * whole)
        gap = delta_square - whole
        step = (half * gap - moved * steep) / (steep + half * (gap * (2 * grown / whole - 1) + grown))
        moved += step
        if -_CLOSE < step < _CLOSE:
            break
        grown = first * exp(moved)
    return sigma * exp(0.5 * moved)


def grown(deviation: float, sigma: float, seconds: float) -> float:
    """The deviation of somebody who has not played for so long.

    >>> round(grown(60, 0.06, 365 * 86_400))
    107
    """
    square = _SQUARE * deviation * deviation + sigma * sigma * max(0.0, seconds) * _PER_SECOND
    return sqrt(min(square, _WIDEST)) / SCALE


def periods(seconds: float) -> float:
    """How many rating periods go into so many seconds."""
    return seconds * _PER_SECOND


@dataclass(slots=True)
class Table:
    """Many players' levels as columns; `moments` are seconds, when each played last, NEVER if not yet."""

    ratings: MutableSequence[float]
    deviations: MutableSequence[float]
    volatilities: MutableSequence[float]
    moments: MutableSequence[float]


def play_duels(
    table: Table, firsts: Iterable[int], seconds: Iterable[int], scores: Iterable[float], moments: Iterable[float]
) -> list[float]:
    """Play duels one after the other: rating, deviation and volatility after each, the first player's and the second's.

    `update` for two, written out: whole pools are computed with it. A single match goes through it as well, so that
    counting matches one at a time gives the same numbers to the last bit.
    """
    ratings, deviations, volatilities, last = table.ratings, table.deviations, table.volatilities, table.moments
    scale, square, spread, least, widest, growth = SCALE, _SQUARE, _SPREAD, LEAST_DEVIATION, _WIDEST, _PER_SECOND
    after: list[float] = []
    for one, two, made, moment in zip(firsts, seconds, scores, moments, strict=True):
        mine, other = ratings[one], ratings[two]
        wide, wide_other = square * deviations[one] * deviations[one], square * deviations[two] * deviations[two]
        weak, weak_other = 1.0 / (1.0 + spread * wide), 1.0 / (1.0 + spread * wide_other)
        root, root_other = sqrt(weak), sqrt(weak_other)
        gap = (other - mine) * scale
        odds, odds_other = exp(root_other * gap), exp(-root * gap)
        expected, expected_other = 1.0 / (1.0 + odds), 1.0 / (1.0 + odds_other)
        sure = weak_other * odds * expected * expected
        sure_other = weak * odds_other * expected_other * expected_other
        surplus = root_other * (made - expected)
        surplus_other = root * (1.0 - made - expected_other)
        sigma = volatility(volatilities[one], wide, 1.0 / sure, surplus)
        sigma_other = volatility(volatilities[two], wide_other, 1.0 / sure_other, surplus_other)
        if (gone := moment - last[one]) > 0.0:
            wide = min(wide + sigma * sigma * gone * growth, widest)
        if (gone := moment - last[two]) > 0.0:
            wide_other = min(wide_other + sigma_other * sigma_other * gone * growth, widest)
        narrow = 1.0 / (1.0 / wide + sure)
        narrow_other = 1.0 / (1.0 / wide_other + sure_other)
        ratings[one] = mine = mine + narrow * surplus / scale
        ratings[two] = other = other + narrow_other * surplus_other / scale
        deviations[one] = wide = max(least, sqrt(narrow) / scale)
        deviations[two] = wide_other = max(least, sqrt(narrow_other) / scale)
        volatilities[one], volatilities[two] = sigma, sigma_other
        last[one] = last[two] = moment
        after += (mine, wide, sigma, other, wide_other, sigma_other)
    return after
