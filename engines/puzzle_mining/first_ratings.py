"""The first rating of a puzzle, from which solvers of known strength find its answer.

Solvers are a random choice, the greedy bot, and the search bot with several budgets of iterations, each counted as a
player whose rating is on the scale of puzzles. The rating of a puzzle is the one that explains their results best, if it
was near 1500 to begin with.
"""

from collections.abc import Sequence
from math import exp, log

from engines.puzzle_files import MAX_RATING, MIN_RATING

BUDGETS = (8, 25, 80, 250)
"""Iterations of the search bots that try to solve a puzzle, besides the one that mined it."""
SOLVERS = {"random": 600, "greedy": 1000, 8: 1100, 25: 1300, 80: 1500, 250: 1750}
_MEAN, _DEVIATION = 1500, 300
_SCALE = log(10) / 400
_STEP = 5


def rate(results: Sequence[tuple[int, float]]) -> int:
    """Return the likeliest rating of a puzzle after results of solvers: the rating of each, and its share of right answers."""
    return max(range(MIN_RATING, MAX_RATING + 1, _STEP), key=lambda rating: _log_likelihood(rating, results))


def _log_likelihood(rating: int, results: Sequence[tuple[int, float]]) -> float:
    total = -((rating - _MEAN) ** 2) / (2 * _DEVIATION**2)
    for solver, share in results:
        expected = 1 / (1 + exp((rating - solver) * _SCALE))
        total += share * log(expected) + (1 - share) * log(1 - expected)
    return total
