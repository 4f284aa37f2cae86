"""Glicko-2: a rating, how sure it is (deviation), and how steady its owner is (volatility).

After Mark Glickman, "Example of the Glicko-2 system" (glicko.net, revision of March 2022), steps 1 to 8, with three
decisions of ours:

- A match is a rating period of its own, and the time since a player's last match, in periods of PERIOD_S, stands
  where the paper has one period: step 6 is φ* = sqrt(φ² + σ'²·t). Five days let a deviation of 60 grow to about 107 in
  a year without a match, and playing often does not make a rating less sure.
- A result at a table of n seats weighs 1 / (n − 1), so that a match of many seats tells about as much as a duel.
- No deviation leaves 30 to 350: below, a rating would hardly move again; above, less would be known than of a newcomer.

Numbers are on the scale of the ratings people see; SCALE leads to the paper's inner scale.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

START, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
LEAST_DEVIATION = 30.0
TAU = 0.5
"""How freely the volatility changes; the paper advises 0.3 to 1.2."""
PERIOD_S = 5 * 86_400
SCALE = log(10) / 400

_CLOSE = 1e-3
_MOST_STEPS = 50
_SQUARE = SCALE * SCALE
_SPREAD = 3 / (pi * pi)
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
