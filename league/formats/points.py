"""The points systems of round robins, groups and Swiss events: what a win and a draw are worth."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engines.i18n import mark
from league.formats.settings import Field


class PointsSystem(NamedTuple):
    """Half points for a win and a draw; a loss is worth nothing. Byes are worth the same as these results."""

    win: int
    draw: int

    def score(self, halves: Sequence[int]) -> tuple[int, ...]:
        """Return the half points by side for a decided pairing.

        >>> PointsSystem(6, 2).score((2, 0)), PointsSystem(6, 2).score((1, 1)), PointsSystem(6, 2).score((0, 0))
        ((6, 0), (2, 2), (0, 0))
        """
        best = max(halves)
        top = self.draw if len(set(halves)) == 1 else self.win
        return tuple(top if best and points == best else 0 for points in halves)


STANDARD = "standard"
POINTS_SYSTEMS = {STANDARD: PointsSystem(2, 1), "three": PointsSystem(6, 2)}
"""By value of the setting."""
POINTS_FIELD = Field(
    "points",
    mark("Points"),
    STANDARD,
    choices=((STANDARD, mark("win 1, draw ½, loss 0")), ("three", mark("win 3, draw 1, loss 0"))),
    help=mark("A full-point bye scores a win, a half-point bye a draw."),
)


def get_points_system(data: Mapping[str, Any]) -> PointsSystem:
    """Return the points system of a stage's stored settings."""
    return POINTS_SYSTEMS[data.get(POINTS_FIELD.key, STANDARD)]
