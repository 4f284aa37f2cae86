"""Glicko-2: ratings with their uncertainty (deviation) and consistency (volatility).

After Mark Glickman, "Example of the Glicko-2 system" (glicko.net, revision of March 2022), steps 1 to 8, with three
changes:

- Each match is a rating period, and the time since the player's last match, in periods of PERIOD_S, replaces the
  paper's single period: step 6 is φ* = sqrt(φ² + σ'²·t). With five days, a deviation of 60 grows to about 107 in a year
  without a match, and frequent play does not increase the deviation.
- A result at a table of n seats has weight 1 / (n − 1), so that a match with many seats has about the weight of a duel.
- Deviations stay between 30 and 350: below, ratings would hardly move; above, they would be less sure than at first.

Numbers are on the displayed rating scale; SCALE converts to the paper's internal scale.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

START, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
MIN_DEVIATION = 30.0
TAU = 0.5
"""Limits how fast the volatility changes; the paper suggests 0.3 to 1.2."""
PERIOD_S = 5 * 86_400
SCALE = log(10) / 400

_TOLERANCE = 1e-3
_MAX_STEPS = 50
_SCALE_SQUARED = SCALE * SCALE
_SPREAD = 3 / (pi * pi)
_MAX_VARIANCE = _SCALE_SQUARED * START_DEVIATION * START_DEVIATION


@dataclass(frozen=True, slots=True)
class Level:
    """A player's estimated strength: within two deviations of `rating` with 95% probability."""

    rating: float = START
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY


@dataclass(frozen=True, slots=True)
class Game:
    """A result against one opponent: `score` is 1, 0.5 or 0, `weight` is the fraction of a game that it counts."""

    opponent: Level
    score: float
    weight: float = 1.0


def update(level: Level, games: Sequence[Game], *, periods: float = 1.0) -> Level:
    """Return the level after a rating period with these games; `periods` is the elapsed time (1 in the paper).

    >>> update(Level(1500, 200, 0.06), [])
    Level(rating=1500.0, deviation=200.27141667616647, volatility=0.06)
    """
    square = _SCALE_SQUARED * level.deviation * level.deviation
    certainty = surplus = 0.0
    for game in games:
        other = game.opponent
        g = 1 / (1 + _SPREAD * _SCALE_SQUARED * other.deviation * other.deviation)
        odds = exp(sqrt(g) * (other.rating - level.rating) * SCALE)
        expected = 1 / (1 + odds)
        certainty += game.weight * g * odds * expected * expected
        surplus += game.weight * sqrt(g) * (game.score - expected)
    sigma = compute_volatility(level.volatility, square, 1 / certainty, surplus) if games else level.volatility
    prior_variance = min(square + sigma * sigma * max(0.0, periods), _MAX_VARIANCE)
    posterior_variance = 1 / (1 / prior_variance + certainty)
    deviation = max(MIN_DEVIATION, sqrt(posterior_variance) / SCALE)
    return Level(level.rating + posterior_variance * surplus / SCALE, deviation, sigma)


def compute_volatility(sigma: float, square: float, variance: float, surplus: float) -> float:
    """Return the new volatility σ' of step 5. `square` is φ², `variance` is v, `surplus` is Δ / v.

    Uses Newton's method from ln σ² instead of the paper's bracketing; both end within 10⁻⁶ of the same root, because
    the error after a Newton step is smaller than the square of the step. It converges because f is steep and almost
    linear: its slope is below −1/τ² + σ²(Δ/v)²/2, |Δ/v| is at most 1 in a match, and σ is far below 1.
    """
    steep = 1 / (TAU * TAU)
    delta_square = surplus * variance * (surplus * variance)
    base = square + variance
    variance_now = initial = sigma * sigma
    offset = 0.0
    for _ in range(_MAX_STEPS):
        whole = base + variance_now
        half = 0.5 * variance_now / (whole * whole)
        gap = delta_square - whole
        step = (half * gap - offset * steep) / (steep + half * (gap * (2 * variance_now / whole - 1) + variance_now))
        offset += step
        if -_TOLERANCE < step < _TOLERANCE:
            break
        variance_now = initial * exp(offset)
    return sigma * exp(0.5 * offset)
