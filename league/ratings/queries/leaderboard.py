"""Leaderboards: who is where in a pool, of those one asks for."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import neg

from django.db.models import QuerySet

from league.ratings import elo
from league.ratings.models import Rating
from league.ratings.queries.lines import Line, line
from matches.sharing import store

PAGE = 100
ORDER_S = 30.0
"""The order of all ratings of a pool, by which ranks are told, is kept so long: of many players it takes a while."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Whom a leaderboard shows. `active_days` 0 is everybody, whenever they played."""

    min_games: int = 1
    active_days: int = 0
    bots: bool = True


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard. `you` is the viewer's own line where the viewer has one that passes the filters."""

    pool: str
    lines: list[Line]
    you: Line | None
    total: int
    page: int
    pages: int


def leaderboard(pool: str, *, limit: int = PAGE) -> list[Line]:
    """The best ratings of a pool, best first; equal ratings, as they are shown, share a rank."""
    return _lines(_rows(pool, Filters(), None), 0, limit, None, ())


def board(
    pool: str, *, at: datetime, filters: Filters, page: int = 1, limit: int = PAGE, viewer: int | None = None
) -> Board:
    """A page of a leaderboard, the last one where there are not so many. Ranks are among those who are shown.

    How many there are, and who is before whom on other pages, may be half a minute old.
    """
    rows = _rows(pool, filters, at)
    order = store.get(
        ("order", pool, filters), lambda: array("d", rows.order_by("-value").values_list("value", flat=True)),
        age_s=ORDER_S, size=lambda made: 8 * len(made),
    )  # fmt: skip
    pages = max(1, -(-len(order) // limit))
    page = min(page, pages)
    lines = _lines(rows, (page - 1) * limit, limit, at, order)
    return Board(pool, lines, _own(rows, viewer, lines, at, order), len(order), page, pages)


def _rows(pool: str, filters: Filters, at: datetime | None) -> QuerySet[Rating]:
    rows = Rating.objects.filter(pool=pool, games__gte=max(1, filters.min_games), player__is_active=True)
    if filters.active_days and at:
        rows = rows.filter(changed_at__gte=at - timedelta(days=filters.active_days))
    return rows if filters.bots else rows.filter(player__bot="")


def _lines(rows: QuerySet[Rating], first: int, limit: int, at: datetime | None, order: Sequence[float]) -> list[Line]:
    """So many from place `first` on, the best at 0. Deep pages are found by the rating that they begin with."""
    skipped = first
    if first:
        skipped = first - _above(order, order[first])
        rows = rows.filter(value__lte=order[first])
    lines: list[Line] = []
    ordered = rows.select_related("player").order_by("-value", "player_id")  # as an index has it
    for place, row in enumerate(ordered[skipped : skipped + limit], start=first + 1):
        rank = place
        if lines and lines[-1].rating == elo.shown(row.value):
            rank = lines[-1].rank
        elif not lines and first:
            rank = _rank(order, row)
        lines.append(line(rank, row, at))
    return lines


def _own(
    rows: QuerySet[Rating], viewer: int | None, lines: list[Line], at: datetime | None, order: Sequence[float]
) -> Line | None:
    row = rows.filter(player=viewer).select_related("player").first() if viewer else None
    if row is None:
        return None
    shown = (one for one in lines if one.username == row.player.username)
    return next(shown, None) or line(_rank(order, row), row, at)


def _rank(order: Sequence[float], row: Rating) -> int:
    """One more than have a better rating as it is shown."""
    return 1 + bisect_right(order, -(elo.shown(row.value) + 0.5), key=neg)


def _above(order: Sequence[float], value: float) -> int:
    """How many are better than this."""
    return bisect_left(order, -value, key=neg)
