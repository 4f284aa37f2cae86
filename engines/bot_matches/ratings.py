"""Maximum-likelihood ratings from the results of matches (Bradley and Terry, 1952).

A player of rating r at a seat with advantage s scores against another with probability 1 / (1 + 10 ** ((r' + s' - r - s) /
400)). Draws count as half a win. A match of more than two players is one comparison for each pair, with the weight 2 / k
at k seats, so that the whole match weighs as much as k - 1 matches of two. The intervals come from the observed
information; draws vary less than wins, so with draws they are slightly too wide.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log, sqrt

SCALE = 400.0 / log(10.0)
"""Rating points per unit of the logistic function: 400 points are odds of ten to one."""
Z = 1.959964  # 95 %
PRIOR_DRAWS = 0.5
"""Draws added for each pair that met, so that a pair whose matches one side all won has finite ratings."""
_MAX_STEPS, _TOLERANCE, _LONGEST_STEP = 200, 1e-9, 2.0


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match: the players by seat and their ranks, 1 for the first."""

    players: tuple[str, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The mean score of one player against another, from 0 to 1; the seats are -1 where they do not count."""

    first: str
    second: str
    seats: tuple[int, int]
    score: float
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Ratings:
    """Fitted ratings; the anchor's is given. `seats` are the advantages of the seats over the first, in points."""

    names: tuple[str, ...]
    values: Mapping[str, float]
    seats: tuple[float, ...]
    covariance: Sequence[Sequence[float]]
    """Of the ratings of `names`, in points; zero for the anchor."""

    def interval(self, name: str) -> tuple[float, float]:
        """Return the 95 % interval of a rating, relative to the anchor."""
        place = self.names.index(name)
        reach = Z * sqrt(max(0.0, self.covariance[place][place]))
        return self.values[name] - reach, self.values[name] + reach

    def difference(self, stronger: str, weaker: str) -> tuple[float, float, float]:
        """Return how many points one is above another, with the 95 % interval: (points, low, high)."""
        a, b, cov = self.names.index(stronger), self.names.index(weaker), self.covariance
        points = self.values[stronger] - self.values[weaker]
        reach = Z * sqrt(max(0.0, cov[a][a] + cov[b][b] - 2.0 * cov[a][b]))
        return points, points - reach, points + reach


def compare(results: Iterable[MatchResult]) -> list[Comparison]:
    """Return the comparisons of the matches, those of the same players and seats as one."""
    totals: dict[tuple[str, str, tuple[int, int]], tuple[float, float]] = {}
    for result in results:
        count = len(result.players)
        for a, b in combinations(range(count), 2):
            score = 0.5 + 0.5 * ((result.ranks[a] < result.ranks[b]) - (result.ranks[a] > result.ranks[b]))
            key = result.players[a], result.players[b], (a, b)
            points, weight = totals.get(key, (0.0, 0.0))
            totals[key] = points + 2.0 / count * score, weight + 2.0 / count
    return [Comparison(*key, points / weight, weight) for key, (points, weight) in totals.items()]


def fit_ratings(
    results: Iterable[MatchResult], anchor: str, anchor_rating: float = 0.0, prior_draws: float = PRIOR_DRAWS
) -> Ratings:
    """Return the ratings that make the results most likely. All players must be linked to the anchor by matches."""
    comparisons = compare(results)
    names = tuple(sorted({name for one in comparisons for name in (one.first, one.second)} | {anchor}))
    free = [name for name in names if name != anchor]
    seat_count = max((max(one.seats) for one in comparisons), default=0)  # The first seat's advantage is 0.
    met = sorted({(min(one.first, one.second), max(one.first, one.second)) for one in comparisons if one.first != one.second})
    if prior_draws:
        comparisons += [Comparison(first, second, (-1, -1), 0.5, prior_draws) for first, second in met]
    index = {name: place for place, name in enumerate(free)}
    size = len(free) + seat_count
    rows = [(*_build_row(one, index, len(free)), one.score, one.weight) for one in comparisons]
    theta = [0.0] * size
    for _ in range(_MAX_STEPS):
        gradient, information = _differentiate(rows, theta)
        step = solve(information, [[value] for value in gradient])
        longest = max((abs(value[0]) for value in step), default=0.0)
        factor = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        theta = [value + factor * change[0] for value, change in zip(theta, step, strict=True)]
        if longest < _TOLERANCE:
            break
    _, information = _differentiate(rows, theta)
    inverse = solve(information, [[float(row == column) for column in range(size)] for row in range(size)])
    values = {name: anchor_rating + (SCALE * theta[index[name]] if name in index else 0.0) for name in names}
    covariance = [
        [SCALE * SCALE * inverse[index[a]][index[b]] if a in index and b in index else 0.0 for b in names] for a in names
    ]
    return Ratings(names, values, (0.0, *(SCALE * value for value in theta[len(free) :])), covariance)


def expected_score(difference: float) -> float:
    """Return the expected score of a player who is so many points stronger.

    >>> round(expected_score(400), 4)
    0.9091
    """
    return 1.0 / (1.0 + exp(-difference / SCALE))


def _build_row(one: Comparison, index: Mapping[str, int], seats_from: int) -> tuple[list[int], list[float]]:
    """Return the parameters on which a comparison depends, and their signs."""
    places: dict[int, float] = {}
    for name, seat, sign in ((one.first, one.seats[0], 1.0), (one.second, one.seats[1], -1.0)):
        if name in index:
            places[index[name]] = places.get(index[name], 0.0) + sign
        if seat > 0:
            places[seats_from + seat - 1] = sign
    return list(places), list(places.values())


def _differentiate(
    rows: Sequence[tuple[list[int], list[float], float, float]], theta: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return the gradient of the log-likelihood and the information, the negative of its second derivative."""
    size = len(theta)
    gradient, information = [0.0] * size, [[0.0] * size for _ in range(size)]
    for places, signs, score, weight in rows:
        logit = sum(theta[place] * sign for place, sign in zip(places, signs, strict=True))
        chance = 1.0 / (1.0 + exp(-logit))
        spread = weight * chance * (1.0 - chance)
        for place, sign in zip(places, signs, strict=True):
            gradient[place] += weight * (score - chance) * sign
            for other, other_sign in zip(places, signs, strict=True):
                information[place][other] += spread * sign * other_sign
    return gradient, information


def solve(matrix: Sequence[Sequence[float]], right: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the solution of a linear system for several right sides (Gauss and Jordan). Raises ValueError if singular."""
    size = len(matrix)
    table = [[*row, *extra] for row, extra in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(table[row][column]))
        if abs(table[pivot][column]) < 1e-12:
            raise ValueError("not all players are linked to the anchor by their matches")
        table[column], table[pivot] = table[pivot], table[column]
        head = table[column][column]
        table[column] = [value / head for value in table[column]]
        for row in range(size):
            if row != column and (factor := table[row][column]):
                table[row] = [value - factor * other for value, other in zip(table[row], table[column], strict=True)]
    return [row[size:] for row in table]
