"""Leaderboards of a pool, with filters."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from league.ratings import elo
from league.ratings.models import Rating
from league.ratings.queries.players import Line, build_line

PAGE_SIZE = 100


@dataclass(frozen=True, slots=True)
class LeaderboardFilters:
    """The filters and page of a leaderboard. `active_days` 0 includes inactive players."""

    pool: str
    min_games: int = 1
    active_days: int = 0
    bots: bool = True
    page: int = 1
    limit: int = PAGE_SIZE

    @property
    def is_narrowed(self) -> bool:
        return (self.min_games, self.active_days, self.bots) != (1, 0, True)


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A page of a leaderboard. `you` is the viewer's own line, if it passes the filters."""

    pool: str
    lines: list[Line]
    you: Line | None
    total: int
    page: int
    pages: int


def list_best_ratings(pool: str, *, limit: int = PAGE_SIZE) -> list[Line]:
    """Return the best ratings of a pool; ratings that are displayed as equal share a rank."""
    return _build_lines(_filter_ratings(LeaderboardFilters(pool), None), 0, limit, None)


def get_leaderboard_page(filters: LeaderboardFilters, *, at: datetime, viewer: int | None = None) -> LeaderboardPage:
    """Return a page of a leaderboard, at most the last one. Ranks are among the filtered players."""
    rows = _filter_ratings(filters, at)
    total = rows.count()
    pages = max(1, -(-total // filters.limit))
    page = min(filters.page, pages)
    lines = _build_lines(rows, (page - 1) * filters.limit, filters.limit, at)
    return LeaderboardPage(filters.pool, lines, _find_own_line(rows, viewer, lines, at), total, page, pages)


def _filter_ratings(filters: LeaderboardFilters, at: datetime | None) -> QuerySet[Rating]:
    rows = Rating.objects.filter(pool=filters.pool, games__gte=max(1, filters.min_games), player__is_active=True)
    if filters.active_days and at:
        rows = rows.filter(changed_at__gte=at - timedelta(days=filters.active_days))
    return rows if filters.bots else rows.filter(player__bot="")


def _build_lines(rows: QuerySet[Rating], first: int, limit: int, at: datetime | None) -> list[Line]:
    """Return `limit` lines from index `first` on."""
    lines: list[Line] = []
    ordered = rows.select_related("player").order_by("-value", "player_id")  # matches an index
    for place, row in enumerate(ordered[first : first + limit], start=first + 1):
        rank = place
        if lines and lines[-1].rating == elo.rounded(row.value):
            rank = lines[-1].rank
        elif not lines and first:
            rank = _compute_rank(rows, row)
        lines.append(build_line(rank, row, at))
    return lines


def _find_own_line(rows: QuerySet[Rating], viewer: int | None, lines: list[Line], at: datetime | None) -> Line | None:
    row = rows.filter(player=viewer).select_related("player").first() if viewer else None
    if row is None:
        return None
    visible = (row_line for row_line in lines if row_line.username == row.player.username)
    return next(visible, None) or build_line(_compute_rank(rows, row), row, at)


def _compute_rank(rows: QuerySet[Rating], row: Rating) -> int:
    """Return the rank: one plus the number of ratings displayed as higher."""
    return 1 + rows.filter(value__gte=elo.rounded(row.value) + 0.5).count()
