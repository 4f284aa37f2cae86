"""Fits of weights to sparse features by Newton's method with conjugate gradients; both problems are convex.

Conjugate gradients need only products with the matrix of second derivatives, so thousands of weights are no problem
(Nocedal and Wright: Numerical Optimization, 2006, algorithm 7.1).
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from engines.training_plan import Features

Vector = Any
"""A numpy array of floats."""

_NEWTON_STEPS, _CONJUGATE_STEPS = 30, 60
_TOLERANCE = 1e-4  # Of the gradient, relative to its size at the start.


class SparseRows:
    """A sparse matrix: the features of one position or action in each row."""

    def __init__(self, rows: Iterable[Features], width: int) -> None:
        listed = list(rows)
        counts = [len(row) for row in listed]
        total = sum(counts)
        self.height, self.width = len(listed), width
        self._rows = np.repeat(np.arange(len(listed)), counts)
        self._columns = np.fromiter((index for row in listed for index, _ in row), np.int64, total)
        self._values = np.fromiter((value for row in listed for _, value in row), np.float64, total)

    def times(self, weights: Vector) -> Vector:
        """Return the weighted sum of each row."""
        return np.bincount(self._rows, self._values * weights[self._columns], self.height)

    def transposed_times(self, column: Vector) -> Vector:
        """Return the sum of all rows, each times its value."""
        return np.bincount(self._columns, self._values * column[self._rows], self.width)


class LogisticProblem:
    """Chances to win: the cross-entropy of targets from 0 to 1, and the penalty of leaving the weights to begin with."""

    def __init__(self, rows: SparseRows, targets: Sequence[float], start: Vector, penalty: float) -> None:
        self._rows, self._targets = rows, np.asarray(targets)
        self._start, self._penalty = start, penalty

    def loss(self, weights: Sequence[float] | Vector) -> float:
        weights = np.asarray(weights)
        sums, away = self._rows.times(weights), weights - self._start
        entropy = np.logaddexp(0.0, sums) - self._targets * sums
        return float(entropy.sum() + 0.5 * self._penalty * away @ away)

    def gradient(self, weights: Vector) -> Vector:
        error = _squash(self._rows.times(weights)) - self._targets
        return self._rows.transposed_times(error) + self._penalty * (weights - self._start)

    def curvature(self, weights: Vector) -> Any:
        """Return the function that multiplies a vector by the second derivatives."""
        chances = _squash(self._rows.times(weights))
        spread = chances * (1.0 - chances)
        return lambda step: self._rows.transposed_times(spread * self._rows.times(step)) + self._penalty * step


class ChoiceProblem:
    """Choices among actions: the cross-entropy of the softmax of each choice's rows, and the same penalty.

    `sizes` are the numbers of actions of the choices, in the order of the rows; `shares` how often each was chosen.
    """

    def __init__(self, rows: SparseRows, sizes: Sequence[int], shares: Sequence[float], start: Vector, penalty: float) -> None:
        self._rows, self._shares = rows, np.asarray(shares)
        self._start, self._penalty = start, penalty
        self._sizes = np.asarray(sizes)
        self._firsts = np.concatenate(([0], np.cumsum(self._sizes)[:-1])).astype(np.int64)

    def _chances(self, weights: Vector) -> tuple[Vector, Vector]:
        """Return the chance of each action, and the logarithm of it."""
        sums = self._rows.times(weights)
        sums = sums - np.repeat(np.maximum.reduceat(sums, self._firsts), self._sizes)
        logs = sums - np.repeat(np.log(np.add.reduceat(np.exp(sums), self._firsts)), self._sizes)
        return np.exp(logs), logs

    def loss(self, weights: Sequence[float] | Vector) -> float:
        weights = np.asarray(weights)
        away = weights - self._start
        return float(-(self._shares @ self._chances(weights)[1]) + 0.5 * self._penalty * away @ away)

    def gradient(self, weights: Vector) -> Vector:
        error = self._chances(weights)[0] - self._shares
        return self._rows.transposed_times(error) + self._penalty * (weights - self._start)

    def curvature(self, weights: Vector) -> Any:
        """Return the function that multiplies a vector by the second derivatives."""
        chances = self._chances(weights)[0]

        def multiply(step: Vector) -> Vector:
            sums = self._rows.times(step)
            means = np.repeat(np.add.reduceat(chances * sums, self._firsts), self._sizes)
            return self._rows.transposed_times(chances * (sums - means)) + self._penalty * step

        return multiply


def minimise(problem: LogisticProblem | ChoiceProblem, start: Sequence[float] | Vector) -> Vector:
    """Return the weights with the least loss."""
    weights = np.array(start, dtype=np.float64)
    gradient = problem.gradient(weights)
    goal = _TOLERANCE * max(1e-9, float(np.linalg.norm(gradient)))
    for _ in range(_NEWTON_STEPS):
        if np.linalg.norm(gradient) <= goal:
            break
        step = _solve(problem.curvature(weights), -gradient)
        weights = weights + _line_search(problem, weights, step, gradient) * step
        gradient = problem.gradient(weights)
    return weights


def _solve(multiply: Any, right: Vector) -> Vector:
    """Return about the solution of a positive definite system by conjugate gradients."""
    solution = np.zeros_like(right)
    residual = right.copy()
    direction = residual.copy()
    size = residual @ residual
    goal = size * 1e-6
    for _ in range(_CONJUGATE_STEPS):
        if size <= goal:
            break
        product = multiply(direction)
        rate = size / (direction @ product)
        solution = solution + rate * direction
        residual = residual - rate * product
        before, size = size, residual @ residual
        direction = residual + size / before * direction
    return solution


def _line_search(problem: LogisticProblem | ChoiceProblem, weights: Vector, step: Vector, gradient: Vector) -> float:
    """Return how much of a step to make: half of it again and again until the loss falls enough."""
    loss, slope, length = problem.loss(weights), float(gradient @ step), 1.0
    while length > 1e-6 and problem.loss(weights + length * step) > loss + 1e-4 * length * slope:
        length /= 2
    return length


def _squash(sums: Vector) -> Vector:
    return 0.5 * (1.0 + np.tanh(0.5 * sums))
