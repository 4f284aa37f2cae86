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
LOWEST = "E"


@dataclass(frozen=True, slots=True)
class Rate:
    """The average value that a price bought: `start` + `slope` * price."""

    start: float
    slope: float

    def at(self, price: int) -> float:
        return self.start + self.slope * price


@dataclass(frozen=True, slots=True)
class GradedPick:
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


def fit_going_rate(bought: Sequence[tuple[int, float]]) -> Rate:
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


def root_mean_square(differences: Sequence[float]) -> float:
    """Return the root mean square of the differences (their mean is 0).

    >>> root_mean_square([3.0, -3.0, 3.0, -3.0])
    3.0
    """
    return sqrt(sum(difference * difference for difference in differences) / len(differences)) if differences else 0.0


def get_letter(average: float, spread: float) -> str:
    """Return the grade of an average difference from the going rate, where single picks typically differ by `spread`.

    >>> [get_letter(average, 2.0) for average in (1.2, 0.4, 0.0, -0.4, -1.2)]
    ['A', 'B', 'C', 'D', 'E']
    """
    if spread < 1e-9:
        return "C"
    return next((name for name, minimum in LETTERS if average / spread >= minimum), LOWEST)


def grade_picks(state: DraftState, rate: Rate) -> tuple[GradedPick, ...]:
    """Return every pick that was not undone, by turn if there are turns, so that a remade pick keeps its place."""
    by_id, teams = state.setup.by_id, state.setup.team_of
    ordered = sorted(state.picks, key=lambda pick: (pick.turn.number if pick.turn else 0, pick.number))
    return tuple(
        GradedPick(
            pick, by_id[pick.card], teams[pick.team].name, rate.at(pick.price), by_id[pick.card].value - rate.at(pick.price)
        )
        for pick in ordered
    )


def grade_teams(state: DraftState, picks: Sequence[GradedPick], spread: float) -> tuple[Grade, ...]:
    """Return the grade of every franchise, the best first."""
    grades = []
    for team in state.setup.teams:
        team_picks = [entry for entry in picks if entry.pick.team == team.id]
        surplus = sum(entry.surplus for entry in team_picks)
        grades.append(Grade(
            team.name, get_letter(surplus / len(team_picks), spread) if team_picks else "", len(team_picks),
            sum(entry.pick.price for entry in team_picks), sum(entry.card.value for entry in team_picks),
            sum(entry.expected for entry in team_picks), surplus,
        ))  # fmt: skip
    return tuple(sorted(grades, key=lambda entry: (-entry.surplus, entry.team)))
