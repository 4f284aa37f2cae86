"""The rules of puzzles: which one is the day's, which comes next, how attempts are rated, and what a streak is."""

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from hashlib import sha256

from league.ratings.glicko2 import PERIOD_S, Game, Level, update

PUZZLE_DEVIATION = 150.0
"""Of a puzzle's first rating, which was estimated from bots."""
NEAREST = 20
"""The next puzzle is drawn from this many, whose ratings are nearest to the player's."""


def choose_daily(ids: Sequence[str], day: date) -> str:
    """Return the puzzle of a day (UTC) among these: no puzzle comes twice before all have come once."""
    ordered = sorted(ids, key=lambda id: sha256(id.encode()).digest())
    return ordered[day.toordinal() % len(ordered)]


def choose_next(ratings: Sequence[tuple[str, float]], own: float, pick: Callable[[int], int]) -> str | None:
    """Return one of the puzzles nearest to a rating; None if there are none. `pick(n)` returns a number below n."""
    nearest = sorted(ratings, key=lambda row: (abs(row[1] - own), row[0]))[:NEAREST]
    return nearest[pick(len(nearest))][0] if nearest else None


def rate(player: Level, puzzle: Level, *, is_right: bool, elapsed_s: float) -> tuple[Level, Level]:
    """Return both levels after an attempt, which the player wins if it is right.

    `elapsed_s` is the time since the player's last attempt. A puzzle does not change with time.
    """
    score = 1.0 if is_right else 0.0
    after = update(player, [Game(puzzle, score)], periods=max(0.0, elapsed_s) / PERIOD_S)
    return after, update(puzzle, [Game(player, 1.0 - score)], periods=0.0)


def extend_days(last: date | None, days: int, today: date) -> int:
    """Return the length of a streak of days after the puzzle of today has been solved."""
    if last == today:
        return days
    return days + 1 if last == today - timedelta(days=1) else 1


def count_days(last: date | None, days: int, today: date) -> int:
    """Return the length of a streak of days as of today; it ends with the first day without a solved puzzle.

    >>> count_days(date(2026, 3, 1), 5, date(2026, 3, 2)), count_days(date(2026, 3, 1), 5, date(2026, 3, 3))
    (5, 0)
    """
    return days if last is not None and last >= today - timedelta(days=1) else 0


def begin_answer(answer: str) -> str:
    """Return the first word of an answer's notation, which a hint tells.

    >>> begin_answer("E4-E5"), begin_answer("split B6: C7-off"), begin_answer("end")
    ('E4', 'split', 'end')
    """
    return re.split(r"[\s:-]", answer, maxsplit=1)[0]
