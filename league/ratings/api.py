"""Leaderboards and rating histories for programs."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import asdict, fields
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.csv_cells import safe_cell
from league.games import game
from league.people.models import Player
from league.ratings.filters import MOST, asked, number
from league.ratings.filters import pool as pool_asked
from league.ratings.pools import game_of
from league.ratings.queries import board
from league.ratings.queries.history import Change, changes, history, rank_history
from league.ratings.queries.rule import for_programs, rule_of
from league.ratings.shapes import HISTORY, LEADERBOARD, RANKS
from matches.api.cached_answers import cached_answer
from matches.api.files import FileView
from matches.api.paging import listed, page_after
from matches.moment import now
from matches.refusals import Refused

PAGE, LARGEST_PAGE = 200, 1_000
MOMENTS, MOST_MOMENTS = 12, 24


def _parameter(name: str, kind: OpenApiTypes, description: str) -> OpenApiParameter:
    return OpenApiParameter(name, kind, description=description)


POOL = _parameter("pool", OpenApiTypes.STR, "A pool of ratings, as zero-day/advanced; the game's own if not given.")
PAGES = _parameter("page", OpenApiTypes.INT, "The page, 1 the first.")
LIMIT = _parameter("limit", OpenApiTypes.INT, "How many to a page.")
FILTERS = [
    POOL,
    _parameter("min_games", OpenApiTypes.INT, "Only those with so many matches."),
    _parameter("active_days", OpenApiTypes.INT, "Only those who have played in so many days; 0 is everybody."),
    OpenApiParameter("bots", OpenApiTypes.STR, enum=["show", "hide"], description="Whether bots are shown."),
    PAGES,
    LIMIT,
]


class LeaderboardView(APIView):
    @extend_schema(responses=LEADERBOARD, parameters=FILTERS)
    @cached_answer("leaderboard.{key}", unless=lambda request, key: bool(request.user.is_authenticated))
    def get(self, request: Request, key: str) -> Response:
        """Ratings of a game, best first, a hundred to a page. `margin` is twice the Glicko-2 deviation.

        `rule` says how ratings move in the pool.
        """
        if game(key) is None:
            raise Refused("not-found", say("There is no such game."))
        wanted = asked(key, request.query_params)
        shown = board(
            wanted.pool, at=now(), filters=wanted.filters, page=wanted.page, limit=wanted.limit, viewer=request.user.pk
        )
        return listed(
            request,
            {
                "game": key,
                "pool": shown.pool,
                "rule": for_programs(rule_of(shown.pool)),
                "players": [asdict(line) for line in shown.lines],
                "you": asdict(shown.you) if shown.you else None,
                "total": shown.total,
                "page": shown.page,
                "pages": shown.pages,
            },
            page=page_after(shown.page, shown.pages),
        )


class HistoryView(APIView):
    @extend_schema(responses=HISTORY, parameters=[POOL, PAGES, LIMIT])
    def get(self, request: Request, username: str) -> Response:
        """Every change of a player's ratings, newest first: Elo before and after, Glicko-2 after, and the match."""
        player, pool = _player(username), _pool(request)
        limit = number(request.query_params, "limit", PAGE, least=1, most=LARGEST_PAGE)
        total = changes(player.pk, pool)
        pages = max(1, -(-total // limit))
        page = min(pages, number(request.query_params, "page", 1, least=1, most=MOST))
        shown = [asdict(one) for one in history(player.pk, pool=pool, limit=limit, first=(page - 1) * limit)]
        body = {"username": player.username, "changes": shown, "total": total, "page": page, "pages": pages}
        return listed(request, body, page=page_after(page, pages))


class HistoryCsvView(FileView):
    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR}, parameters=[POOL])
    def get(self, request: Request, username: str) -> StreamingHttpResponse:
        """The same as a table, whole."""
        player, pool = _player(username), _pool(request)
        answer = StreamingHttpResponse(_lines(history(player.pk, pool=pool)), content_type="text/csv; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="ratings-{player.pk}.csv"'
        return answer


class RanksView(APIView):
    @extend_schema(
        responses=RANKS,
        parameters=[
            OpenApiParameter("pool", OpenApiTypes.STR, required=True, description="A pool of ratings, as zero-day."),
            _parameter("moments", OpenApiTypes.INT, "How many moments, evenly from the first match to the last."),
        ],
    )
    def get(self, request: Request, username: str) -> Response:
        """A player's rank in a pool as it was at moments from the first match to the last."""
        player, pool = _player(username), _pool(request)
        if not pool:
            raise Refused("unknown-pool", say("Name a pool of ratings, as zero-day."), "pool")
        moments = number(request.query_params, "moments", MOMENTS, least=2, most=MOST_MOMENTS)
        ranks = [asdict(one) for one in rank_history(player.pk, pool, moments=moments)]
        return Response({"username": player.username, "pool": pool, "ranks": ranks})


class _Echo:
    """What `csv` writes to: it hands back the line."""

    def write(self, text: str) -> str:
        return text


def _lines(shown: Iterator[Change]) -> Iterator[str]:
    writer: Any = csv.writer(_Echo())
    names = [one.name for one in fields(Change)]
    yield writer.writerow(names)
    for one in shown:
        values = asdict(one)
        row = [*(values[name] for name in names[:2]), one.at.isoformat(), *list(values.values())[3:]]
        yield writer.writerow([safe_cell(cell) for cell in row])


def _player(username: str) -> Player:
    found = Player.objects.filter(username__iexact=username, is_active=True).first()
    if found is None:
        raise Refused("not-found", say("There is no such player."))
    return found


def _pool(request: Request) -> str:
    given = request.query_params.get("pool", "")
    if given and game(game_of(given)) is None:
        raise Refused("unknown-pool", say("There is no such pool of ratings."), "pool")
    return pool_asked(game_of(given), given) if given else ""
