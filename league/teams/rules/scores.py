"""The score of a team match from its boards. No queries."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.events.team_rules import TeamRules
from league.formats.tie_breaks.teams import count_boards, weigh_boards

Boards = Sequence[tuple[int, int]]
"""Half points of both sides on each board, from the top board."""


@dataclass(frozen=True, slots=True)
class TeamScore:
    """The result of a team match: twice the match points of each side, the board score, and who goes through if drawn."""

    halves: tuple[int, int]
    score: str
    """Board points of the sides, such as `2.5-1.5`."""
    through: int | None = None


def compute_score(rules: TeamRules, boards: Boards, *, must_end: bool, seeds: Sequence[int] = (1, 2)) -> TeamScore:
    """Return the score of a match whose boards are all decided; with `must_end`, a drawn match has a side that goes through.

    >>> compute_score(TeamRules(), [(2, 0), (1, 1)], must_end=False)
    TeamScore(halves=(4, 0), score='1.5-0.5', through=None)
    >>> compute_score(TeamRules(), [(0, 2), (2, 0)], must_end=True)
    TeamScore(halves=(2, 2), score='1-1', through=1)
    """
    first, second = (sum(board[side] for board in boards) for side in (0, 1))
    score = f"{first / 2:g}-{second / 2:g}"
    if first > second:
        return TeamScore((2 * rules.win, 2 * rules.loss), score)
    if second > first:
        return TeamScore((2 * rules.loss, 2 * rules.win), score)
    if not first:
        return TeamScore((0, 0), score)
    return TeamScore((2 * rules.draw, 2 * rules.draw), score, break_tie(boards, seeds) if must_end else None)


def break_tie(boards: Boards, seeds: Sequence[int]) -> int:
    """Return the side that wins a drawn match; `seeds` by side, 1 is the highest.

    In order: the lower board count; the higher Berlin score; the better result on the top board, then on the next, and
    so on (articles 12.1 and 12.2 of FIDE's C.07); if all boards are drawn, the higher seed. Board count and Berlin score agree
    if the points are equal; both are common, so both are named.

    >>> break_tie([(2, 0), (0, 2), (0, 2), (2, 0)], (2, 1)), break_tie([(1, 1), (1, 1)], (2, 1))
    (0, 1)
    """
    count, berlin = count_boards(boards), weigh_boards(boards)
    orders = [(-count[0], -count[1]), berlin, *boards, (-seeds[0], -seeds[1])]
    return next((0 if first > second else 1 for first, second in orders if first != second), 0)


def format_boards(boards: Boards) -> str:
    """Return the boards as they are stored.

    >>> format_boards([(2, 0), (1, 1)]), parse_boards("2-0 1-1"), parse_boards("")
    ('2-0 1-1', ((2, 0), (1, 1)), ())
    """
    return " ".join(f"{first}-{second}" for first, second in boards)


def parse_boards(text: str) -> tuple[tuple[int, int], ...]:
    """Return stored boards."""
    return tuple((int(first), int(second)) for first, _, second in (board.partition("-") for board in text.split()))
