"""Shares with their uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Z = 1.959964  # 95 %


def wilson(points: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a share. A draw may count half a point: then it is a little too wide."""
    if not games:
        return 0.0, 1.0
    share, square = points / games, Z * Z / games
    middle = (share + square / 2) / (1 + square)
    reach = Z / (1 + square) * sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def told(points: float, games: int) -> str:
    """`55.0 % (45.2-64.4)`, or a dash where nothing was played."""
    if not games:
        return "-"
    low, high = wilson(points, games)
    return f"{100 * points / games:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def score(ranks: Sequence[int], seat: int) -> float:
    """A seat's part of a win: the first place shared by all who have it; nothing where nobody has (double forfeit)."""
    return 1.0 / ranks.count(1) if ranks[seat] == 1 else 0.0


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
