"""Ratings with a deviation, updated match by match, and how much a match is expected to tell.

Source: Glickman, Parameter estimation in large dynamic paired comparison experiments (1999), with rating periods of one
match. The deviation after a match does not depend on its result, so it is known in advance.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, pi, sqrt

Q = log(10) / 400
START_DEVIATION = 350.0
ANCHOR_DEVIATION = 80.0
"""Of the site's own bots: their ratings are known from other matches."""
LEAST_DEVIATION = 30.0
"""A rating stays open to change."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating as a normal distribution."""

    mean: float
    deviation: float

    def after(self, other: Rating, score: float) -> Rating:
        """Return the rating after a match against `other`; `score` is 1 for a win, 0.5 for a draw.

        >>> Rating(1500, 200).after(Rating(1400, 30), 1)
        Rating(mean=1563.4..., deviation=175.2...)
        """
        impact = _impact(other)
        precision = 1 / self.deviation**2 + self._information(other)
        mean = self.mean + Q / precision * impact * (score - self._expect(other))
        return Rating(mean, max(LEAST_DEVIATION, sqrt(1 / precision)))

    def gain(self, other: Rating) -> float:
        """Return the information that a match against `other` is expected to give about this rating, in nats.

        It grows with this deviation and with the closeness of the two, and shrinks with the deviation of the other.
        """
        return 0.5 * log(1 + self.deviation**2 * self._information(other))

    def _expect(self, other: Rating) -> float:
        return 1 / (1 + exp(-Q * _impact(other) * (self.mean - other.mean)))

    def _information(self, other: Rating) -> float:
        expected = self._expect(other)
        return (Q * _impact(other)) ** 2 * expected * (1 - expected)


def _impact(other: Rating) -> float:
    """Return the weight of a match against a rating with this deviation (Glickman's g)."""
    return 1 / sqrt(1 + 3 * (Q * other.deviation / pi) ** 2)
