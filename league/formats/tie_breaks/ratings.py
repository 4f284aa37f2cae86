"""Tie-breaks by ratings of the opponents played (article 10).

Forfeits and byes are never games here (15.2); unrated opponents and the results against them are left out.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from league.formats.protocol import Kind
from league.formats.tie_breaks.ledger import MAX_RATING, Ledger

_ABOVE_HALF = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip
"""Rating difference for a share of 0.50, 0.51, … 1.00 of the points (Handbook B.02, table of article 8.1.1)."""
_FROM = (
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189, 198,
    207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560,
    620, 736,
)  # fmt: skip
"""Smallest difference with an expected score of 0.51, 0.52, … 1.00 (B.02, article 8.1.2)."""
CERTAIN = _FROM[-1]

Game = tuple[int, int, int]
"""(opponent's rating, half points, round)."""


def get_rating_difference(hundredths: int) -> int:
    """Return the rating difference that corresponds to a share of the points.

    >>> get_rating_difference(75), get_rating_difference(50), get_rating_difference(10)
    (193, 0, -366)
    """
    return _ABOVE_HALF[hundredths - 50] if hundredths >= 50 else -_ABOVE_HALF[50 - hundredths]


_ABOVE = tuple(50 + bisect_right(_FROM, ahead) for ahead in range(CERTAIN + 1))
_LEVEL = MAX_RATING + CERTAIN + 1
_EXPECTED = (0,) * (_LEVEL - CERTAIN) + tuple(100 - score for score in _ABOVE[:0:-1]) + _ABOVE + (100,) * MAX_RATING
"""Expected scores in hundredths for all differences of PTP; equal ratings are at _LEVEL."""


def get_expected_score(ahead: int) -> int:
    """Return the expected score in hundredths with a lead of `ahead`, without FIDE's 400-point rule.

    >>> [get_expected_score(ahead) for ahead in (0, 3, 4, -4, 735, 736, -5000)]
    [50, 50, 51, 49, 99, 100, 0]
    """
    return _EXPECTED[_LEVEL + ahead]


def list_games(ledger: Ledger) -> list[list[Game]]:
    """Return every contender's games against rated opponents."""
    rated = [contender.rating for contender in ledger.contenders]
    result = []
    for row in ledger.cells:
        row_games = []
        for cell in row:
            if cell.kind is Kind.GAME and (rating := rated[cell.opponent]) is not None:  # type: ignore[index]
                row_games.append((rating, cell.halves, cell.round))
        result.append(row_games)
    return result


def divide_rounded(total: int, count: int) -> int:
    """Return the average, rounded half up."""
    return (2 * total + count) // (2 * count)


def compute_average(row: Sequence[Game], cut: int = 0) -> int | None:
    """Return ARO (article 10.1) without the lowest ratings (14.1); None without a rating."""
    if len(row) <= cut:
        return None
    ratings = sorted([game[0] for game in row])[cut:]
    return divide_rounded(sum(ratings), len(ratings))


def compute_performance(row: Sequence[Game], win: int) -> int | None:
    """Return TPR (article 10.2); the share of the points is rounded half up to hundredths."""
    if not row:
        return None
    share = divide_rounded(100 * sum([game[1] for game in row]), win * len(row))
    return divide_rounded(sum([game[0] for game in row]), len(row)) + get_rating_difference(min(share, 100))


def compute_perfect_performance(row: Sequence[Game], win: int) -> int | None:
    """Return PTP (10.3): the lowest rating that expects at least the score; for no points, 800 below the weakest."""
    if not row:
        return None
    opponents = [game[0] for game in row]
    weakest, strongest = min(opponents), max(opponents)
    score = sum([game[1] for game in row])
    if not score:
        return weakest - 800
    need = -(-100 * score // win)  # hundredths of wins, rounded up
    levels = [_LEVEL - rating_of_opponent for rating_of_opponent in opponents]
    span = range(weakest - CERTAIN, strongest + CERTAIN + 1)
    return span[bisect_left(span, need, key=lambda rating: sum([_EXPECTED[rating + level] for level in levels]))]


def average_of_opponents(ledger: Ledger, number: int, figures: Sequence[int | None]) -> int | None:
    """Return APRO or APPO (articles 10.4 and 10.5): the average of the played opponents' figures."""
    played = [
        figure
        for cell in ledger.cells[number]
        if cell.kind is Kind.GAME and (figure := figures[cell.opponent]) is not None  # type: ignore[index]
    ]
    return divide_rounded(sum(played), len(played)) if played else None
