"""Leaderboards of a pool, with filters."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from league.ratings import elo
from league.ratings.models import Rating
from league.ratings.queries.players import Line, line

PAGE = 100


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters and page of a leaderboard. `active_days` 0 includes inactive players."""

    pool: str
    min_games: int = 1
    active_days: int = 0
    bots: bool = True
    page: int = 1
    limit: int = PAGE

    @property
    def is_narrowed(self) -> bool:
        return (self.min_games, self.active_days, self.bots) != (1, 0, True)


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard. `you` is the viewer's own line, if it passes the filters."""

    pool: str
    lines: list[Line]
    you: Line | None
    total: int
    page: int
    pages: int


def leaderboard(pool: str, *, limit: int = PAGE) -> list[Line]:
    """Return the best ratings of a pool; ratings that are displayed as equal share a rank."""
    return _lines(_rows(Filters(pool), None), 0, limit, None)


def board(filters: Filters, *, at: datetime, viewer: int | None = None) -> Board:
    """Return a page of a leaderboard, at most the last one. Ranks are among the filtered players."""
    rows = _rows(filters, at)
    total = rows.count()
    pages = max(1, -(-total // filters.limit))
    page = min(filters.page, pages)
    lines = _lines(rows, (page - 1) * filters.limit, filters.limit, at)
    return Board(filters.pool, lines, _own(rows, viewer, lines, at), total, page, pages)


def _rows(filters: Filters, at: datetime | None) -> QuerySet[Rating]:
    rows = Rating.objects.filter(pool=filters.pool, games__gte=max(1, filters.min_games), player__is_active=True)
    if filters.active_days and at:
        rows = rows.filter(changed_at__gte=at - timedelta(days=filters.active_days))
    return rows if filters.bots else rows.filter(player__bot="")


def _lines(rows: QuerySet[Rating], first: int, limit: int, at: datetime | None) -> list[Line]:
    """Return `limit` lines from index `first` on."""
    lines: list[Line] = []
    ordered = rows.select_related("player").order_by("-value", "player_id")  # matches an index
    for place, row in enumerate(ordered[first : first + limit], start=first + 1):
        rank = place
        if lines and lines[-1].rating == elo.shown(row.value):
            rank = lines[-1].rank
        elif not lines and first:
            rank = _rank(rows, row)
        lines.append(line(rank, row, at))
    return lines


def _own(rows: QuerySet[Rating], viewer: int | None, lines: list[Line], at: datetime | None) -> Line | None:
    row = rows.filter(player=viewer).select_related("player").first() if viewer else None
    if row is None:
        return None
    shown = (one for one in lines if one.username == row.player.username)
    return next(shown, None) or line(_rank(rows, row), row, at)


def _rank(rows: QuerySet[Rating], row: Rating) -> int:
    """Return the rank: one plus the number of ratings displayed as higher."""
    return 1 + rows.filter(value__gte=elo.shown(row.value) + 0.5).count()
