"""API views of leaderboards and rating histories."""

from dataclasses import asdict, astuple, fields

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.exports import csv_answer
from league.games import get_game
from league.paging import cut
from league.people.queries import get_player
from league.ratings import elo
from league.ratings.filters import HistoryParams, LeaderboardParams, PoolParams, RanksParams, read_filters
from league.ratings.queries.history import Change, Ranked, change, changes, rank_history
from league.ratings.queries.leaderboard import Board, board
from league.ratings.queries.players import rule_of
from matches.api.caching import cached_answer
from matches.api.files import FileView
from matches.api.paging import listed, page_after
from matches.api.shapes import inline, many, parts_of
from matches.api.validation import validated
from matches.moment import now

_NUMBER, _TEXT = serializers.IntegerField, serializers.CharField
_BOARD = parts_of(Board)
RANKS = inline("RankHistory", username=_TEXT(), pool=_TEXT(), ranks=many(Ranked))


def _paged() -> dict[str, serializers.IntegerField]:
    following = _NUMBER(allow_null=True, help_text="The next page, null on the last.")
    return {"total": _NUMBER(), "page": _NUMBER(), "pages": _NUMBER(), "next": following}


LEADERBOARD = inline(
    "Leaderboard", game=_TEXT(), pool=_TEXT(), rule=serializers.DictField(), players=_BOARD["lines"], you=_BOARD["you"],
    **_paged(),
)  # fmt: skip
HISTORY = inline("RatingHistory", username=_TEXT(), changes=many(Change), **_paged())


class LeaderboardView(APIView):
    """A page of a leaderboard."""

    @extend_schema(responses=LEADERBOARD, parameters=[LeaderboardParams])
    @cached_answer("leaderboard.{key}", unless=lambda request, key: bool(request.user.is_authenticated))
    def get(self, request: Request, key: str) -> Response:
        """Ratings of a game, best first, a hundred to a page. `margin` is twice the Glicko-2 deviation.

        `rule` says how ratings move in the pool.
        """
        get_game(key)
        shown = board(read_filters(key, request.query_params), at=now(), viewer=request.user.pk)
        body = {
            "game": key,
            "pool": shown.pool,
            "rule": {"start": elo.START, **asdict(rule_of(shown.pool)), "provisional_below": elo.PROVISIONAL_BELOW},
            "players": [asdict(line) for line in shown.lines],
            "you": asdict(shown.you) if shown.you else None,
            "total": shown.total,
            "page": shown.page,
            "pages": shown.pages,
        }
        return listed(request, body, page=page_after(shown.page, shown.pages))


class HistoryView(APIView):
    """A page of a player's rating history."""

    @extend_schema(responses=HISTORY, parameters=[HistoryParams])
    def get(self, request: Request, username: str) -> Response:
        """Every change of a player's ratings, newest first: Elo before and after, Glicko-2 after, and the match."""
        player, params = get_player(username), validated(HistoryParams, request.query_params)
        found, paging = cut(changes(player.pk, params["pool"]), params["page"], params["limit"])
        shown = [asdict(change(row)) for row in found]
        pages = paging.paginator.num_pages
        at = {"total": paging.paginator.count, "page": paging.number, "pages": pages}
        body = {"username": player.username, "changes": shown, **at}
        return listed(request, body, page=page_after(paging.number, pages))


class HistoryCsvView(FileView):
    """A player's whole rating history as CSV."""

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR}, parameters=[PoolParams])
    def get(self, request: Request, username: str) -> HttpResponse:
        """A player's whole rating history as CSV, newest change first."""
        player, pool = get_player(username), validated(PoolParams, request.query_params)["pool"]
        found = (astuple(change(row)) for row in changes(player.pk, pool).iterator())
        rows = ((match, of, at.isoformat(), *numbers) for match, of, at, *numbers in found)
        return csv_answer(f"ratings-{player.pk}", [column.name for column in fields(Change)], rows)


class RanksView(APIView):
    """A player's rank over time."""

    @extend_schema(responses=RANKS, parameters=[RanksParams])
    def get(self, request: Request, username: str) -> Response:
        """A player's rank in a pool as it was at moments from the first match to the last."""
        player, params = get_player(username), validated(RanksParams, request.query_params)
        ranks = [asdict(one) for one in rank_history(player.pk, params["pool"], moments=params["moments"])]
        return Response({"username": player.username, "pool": params["pool"], "ranks": ranks})
