"""API views of leaderboards and rating histories."""

from dataclasses import asdict, astuple, fields

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.i18n import translate as _
from league.exports import csv_response
from league.games import find_rated_game
from league.pagination import paginate
from league.people.queries import get_player
from league.ratings import elo
from league.ratings.filters import HistoryParams, LeaderboardParams, PoolParams, RanksParams, parse_filters
from league.ratings.pools import find_speed
from league.ratings.queries.history import Change, Ranked, compute_rank_history, list_changes, to_change
from league.ratings.queries.leaderboard import LeaderboardPage, get_leaderboard_page
from league.ratings.queries.players import get_rule
from matches.api.caching import cache_response
from matches.api.dataclass_schemas import get_serializer_fields, inline_serializer, list_serializer
from matches.api.files import FileView
from matches.api.pagination import build_page_response, find_next_page
from matches.api.validation import validate_input
from matches.errors import get_or_refuse
from matches.server_time import now

_NUMBER, _TEXT = serializers.IntegerField, serializers.CharField
_BOARD = get_serializer_fields(LeaderboardPage)
RANKS = inline_serializer("RankHistory", username=_TEXT(), pool=_TEXT(), ranks=list_serializer(Ranked))


def _page_fields() -> dict[str, serializers.IntegerField]:
    next_page = _NUMBER(allow_null=True, help_text="The next page, null on the last.")
    return {"total": _NUMBER(), "page": _NUMBER(), "pages": _NUMBER(), "next": next_page}


LEADERBOARD = inline_serializer(
    "Leaderboard", game=_TEXT(), pool=_TEXT(), speed=_TEXT(allow_null=True), rule=serializers.DictField(),
    players=_BOARD["lines"], you=_BOARD["you"], **_page_fields(),
)  # fmt: skip
HISTORY = inline_serializer("RatingHistory", username=_TEXT(), changes=list_serializer(Change), **_page_fields())


class LeaderboardView(APIView):
    """A page of a leaderboard."""

    @extend_schema(responses=LEADERBOARD, parameters=[LeaderboardParams])
    @cache_response("leaderboard.{key}", unless=lambda request, key: bool(request.user.is_authenticated))
    def get(self, request: Request, key: str) -> Response:
        """Return ratings of a game, best first, 100 per page. `margin` is twice the Glicko-2 deviation.

        `rule` explains how ratings change in the pool.
        """
        get_or_refuse(find_rated_game(key), "not-found", _("Game not found."))
        page = get_leaderboard_page(parse_filters(key, request.query_params), at=now(), viewer=request.user.pk)
        body = {
            "game": key,
            "pool": page.pool,
            "speed": find_speed(page.pool),
            "rule": {"start": elo.START, **asdict(get_rule(page.pool)), "provisional_below": elo.PROVISIONAL_BELOW},
            "players": [asdict(line) for line in page.lines],
            "you": asdict(page.you) if page.you else None,
            "total": page.total,
            "page": page.page,
            "pages": page.pages,
        }
        return build_page_response(request, body, page=find_next_page(page.page, page.pages))


class HistoryView(APIView):
    """A page of a player's rating history."""

    @extend_schema(responses=HISTORY, parameters=[HistoryParams])
    def get(self, request: Request, username: str) -> Response:
        """Return every change of a player's ratings, newest first: Elo before and after, Glicko-2 after, and the match."""
        player, params = get_player(username), validate_input(HistoryParams, request.query_params)
        rows, paging = paginate(list_changes(player.pk, params["pool"]), params["page"], params["limit"])
        items = [asdict(to_change(row)) for row in rows]
        pages = paging.paginator.num_pages
        position = {"total": paging.paginator.count, "page": paging.number, "pages": pages}
        body = {"username": player.username, "changes": items, **position}
        return build_page_response(request, body, page=find_next_page(paging.number, pages))


class HistoryCsvView(FileView):
    """A player's whole rating history as CSV."""

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR}, parameters=[PoolParams])
    def get(self, request: Request, username: str) -> HttpResponse:
        """Return a player's whole rating history as CSV, newest change first."""
        player, pool = get_player(username), validate_input(PoolParams, request.query_params)["pool"]
        items = (astuple(to_change(row)) for row in list_changes(player.pk, pool).iterator())
        rows = ((match, pool_key, at.isoformat(), *numbers) for match, pool_key, at, *numbers in items)
        return csv_response(f"ratings-{player.pk}", [column.name for column in fields(Change)], rows)


class RanksView(APIView):
    """A player's rank over time."""

    @extend_schema(responses=RANKS, parameters=[RanksParams])
    def get(self, request: Request, username: str) -> Response:
        """Return a player's rank in a pool over time, from the first match to the last."""
        player, params = get_player(username), validate_input(RanksParams, request.query_params)
        ranks = [asdict(rank) for rank in compute_rank_history(player.pk, params["pool"], moments=params["moments"])]
        return Response({"username": player.username, "pool": params["pool"], "ranks": ranks})
