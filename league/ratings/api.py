"""Leaderboards and rating histories for programs."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import asdict, fields
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.csv_cells import safe_cell
from league.games import game
from league.people.models import Player
from league.ratings.filters import HistoryParams, LeaderboardParams, PoolParams, RanksParams, asked
from league.ratings.queries import board
from league.ratings.queries.history import Change, changes, history, rank_history
from league.ratings.queries.rule import for_programs, rule_of
from league.ratings.shapes import HISTORY, LEADERBOARD, RANKS
from matches.api.caching import cached_answer
from matches.api.files import FileView
from matches.api.paging import listed, page_after
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused


class LeaderboardView(APIView):
    @extend_schema(responses=LEADERBOARD, parameters=[LeaderboardParams])
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
    @extend_schema(responses=HISTORY, parameters=[HistoryParams])
    def get(self, request: Request, username: str) -> Response:
        """Every change of a player's ratings, newest first: Elo before and after, Glicko-2 after, and the match."""
        player, params = _player(username), validated(HistoryParams, request.query_params)
        pool, limit = params["pool"], params["limit"]
        total = changes(player.pk, pool)
        pages = max(1, -(-total // limit))
        page = min(pages, params["page"])
        shown = [asdict(one) for one in history(player.pk, pool=pool, limit=limit, first=(page - 1) * limit)]
        body = {"username": player.username, "changes": shown, "total": total, "page": page, "pages": pages}
        return listed(request, body, page=page_after(page, pages))


class HistoryCsvView(FileView):
    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR}, parameters=[PoolParams])
    def get(self, request: Request, username: str) -> StreamingHttpResponse:
        """The same as a table, whole."""
        player, pool = _player(username), validated(PoolParams, request.query_params)["pool"]
        answer = StreamingHttpResponse(_lines(history(player.pk, pool=pool)), content_type="text/csv; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="ratings-{player.pk}.csv"'
        return answer


class RanksView(APIView):
    @extend_schema(responses=RANKS, parameters=[RanksParams])
    def get(self, request: Request, username: str) -> Response:
        """A player's rank in a pool as it was at moments from the first match to the last."""
        player, params = _player(username), validated(RanksParams, request.query_params)
        ranks = [asdict(one) for one in rank_history(player.pk, params["pool"], moments=params["moments"])]
        return Response({"username": player.username, "pool": params["pool"], "ranks": ranks})


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
