"""Grades of a draft: how much better or worse each pick and each franchise did than the going rate.

The going rate is the least-squares line through all picks (price, value), so the differences from it sum to zero over
the whole draft.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, linear_regression

from league.drafts.formats.entities import Card, Pick
from league.drafts.formats.state import DraftState

LETTERS = (("A", 0.5), ("B", 0.15), ("C", -0.15), ("D", -0.5))
"""Each grade and the least average difference of a franchise's picks for it, in typical differences of one pick."""
LAST = "E"


@dataclass(frozen=True, slots=True)
class Rate:
    """The average value that a price bought: `start` + `slope` * price."""

    start: float
    slope: float

    def at(self, price: int) -> float:
        return self.start + self.slope * price


@dataclass(frozen=True, slots=True)
class Judged:
    """A pick and its value above the going rate of its price."""

    pick: Pick
    card: Card
    team: str
    expected: float
    surplus: float


@dataclass(frozen=True, slots=True)
class Grade:
    """A franchise's letter grade (empty without picks) and the totals of its picks."""

    team: str
    letter: str
    picks: int
    spent: int
    value: float
    expected: float
    surplus: float


def going_rate(bought: Sequence[tuple[int, float]]) -> Rate:
    """Return the going rate of (price, value) pairs; with only one price, the average value.

    >>> fit_going_rate([(1, 10.0), (3, 14.0), (5, 18.0)])
    Rate(start=8.0, slope=2.0)
    >>> fit_going_rate([(4, 10.0), (4, 14.0)])
    Rate(start=12.0, slope=0.0)
    """
    if not bought:
        return Rate(0.0, 0.0)
    prices, values = zip(*bought, strict=True)
    if len(set(prices)) == 1:
        return Rate(fmean(values), 0.0)
    slope, start = linear_regression(prices, values)
    return Rate(start, slope)


def typical(differences: Sequence[float]) -> float:
    """Return the root mean square of the differences (their mean is 0).

    >>> root_mean_square([3.0, -3.0, 3.0, -3.0])
    3.0
    """
    return sqrt(sum(one * one for one in differences) / len(differences)) if differences else 0.0


def letter(average: float, spread: float) -> str:
    """Return the grade of an average difference from the going rate, where single picks typically differ by `spread`.

    >>> [get_letter(average, 2.0) for average in (1.2, 0.4, 0.0, -0.4, -1.2)]
    ['A', 'B', 'C', 'D', 'E']
    """
    if spread < 1e-9:
        return "C"
    return next((name for name, least in LETTERS if average / spread >= least), LAST)


def judged(state: DraftState, rate: Rate) -> tuple[Judged, ...]:
    """Return every pick that was not undone, by turn if there are turns, so that a remade pick keeps its place."""
    by_id, teams = state.setup.by_id, state.setup.team_of
    ordered = sorted(state.picks, key=lambda one: (one.turn.number if one.turn else 0, one.number))
    return tuple(
        Judged(
            one, by_id[one.card], teams[one.team].name, rate.at(one.price), by_id[one.card].value - rate.at(one.price)
        )
        for one in ordered
    )


def graded(state: DraftState, picks: Sequence[Judged], spread: float) -> tuple[Grade, ...]:
    """Return the grade of every franchise, the best first."""
    grades = []
    for team in state.setup.teams:
        mine = [one for one in picks if one.pick.team == team.id]
        surplus = sum(one.surplus for one in mine)
        grades.append(Grade(
            team.name, letter(surplus / len(mine), spread) if mine else "", len(mine),
            sum(one.pick.price for one in mine), sum(one.card.value for one in mine),
            sum(one.expected for one in mine), surplus,
        ))  # fmt: skip
    return tuple(sorted(grades, key=lambda one: (-one.surplus, one.team)))
