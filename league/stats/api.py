"""API views of stats: the tables of the pages."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.i18n import translate as _
from league.games import check_game
from league.stats.queries.event import get_event_stats
from league.stats.queries.game import get_game_stats
from league.stats.queries.player import get_player_stats
from league.stats.queries.seasons import get_season_stats
from league.stats.rules.achievements import Achievement
from league.tables import Table, TableSerializer
from matches.api.dataclass_schemas import build_field, inline_serializer, list_serializer, to_primitive
from matches.api.validation import CharField, InputSerializer, IntegerField, validate_input
from matches.errors import ActionError

_NUMBER = serializers.IntegerField
PLAYER = inline_serializer(
    "PlayerStats",
    player=serializers.CharField(),
    matches=_NUMBER(),
    streaks=serializers.DictField(),
    form=serializers.JSONField(),
    achievements=list_serializer(Achievement),
    tables=TableSerializer(many=True),
)
GAME = inline_serializer("GameStats", game=serializers.CharField(), matches=_NUMBER(), tables=TableSerializer(many=True))
EVENT = inline_serializer("EventStats", event_id=_NUMBER(), matches=_NUMBER(), tables=TableSerializer(many=True))
SEASON = inline_serializer(
    "SeasonStats",
    season_id=_NUMBER(),
    event_ids=build_field(list[int]),
    reported=_NUMBER(),
    refereed=_NUMBER(),
    tables=TableSerializer(many=True),
)


class StatsParams(InputSerializer):
    """Query parameters of player stats."""

    game = CharField(required=False, max_length=40, validators=[check_game])
    event_id = IntegerField(required=False, min_value=1, source="event")
    season_id = IntegerField(required=False, min_value=1, source="season")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if {"event", "season"} <= set(attrs):
            raise ActionError("malformed", _("Filter by event or by season, not both."), "season_id")
        return attrs


class PlayerStatsView(APIView):
    """The stats of a player."""

    @extend_schema(responses=PLAYER, parameters=[StatsParams])
    def get(self, request: Request, username: str) -> Response:
        """Return a player's ratings over time, results by side, opening and opponent, form, achievements and use of time."""
        page = get_player_stats(username, **validate_input(StatsParams, request.query_params))
        runs = {name: getattr(page.streaks, name) for name in ("now", "word", "won", "unbeaten", "lost")}
        data = {"player": page.username, "matches": page.matches, "streaks": runs, "form": page.form}
        return Response(data | {"achievements": to_primitive(page.achievements)} | _dump_tables(page.tables))


class GameStatsView(APIView):
    """The stats of a game."""

    @extend_schema(responses=GAME)
    def get(self, request: Request, key: str) -> Response:
        """Return a game's results by side and option, lengths, ways of ending, use of its pieces and places."""
        page = get_game_stats(key)
        return Response({"game": key, "matches": page.matches} | _dump_tables(page.tables))


class EventStatsView(APIView):
    """The stats of an event."""

    @extend_schema(responses=EVENT)
    def get(self, request: Request, event_id: int) -> Response:
        """Return an event's results by side, upsets, scores against the ratings, lengths and ways of ending."""
        page = get_event_stats(event_id)
        return Response({"event_id": event_id, "matches": page.matches} | _dump_tables(page.tables))


class SeasonStatsView(APIView):
    """The stats of a season."""

    @extend_schema(responses=SEASON)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Return a season's events and the points scored in them."""
        page = get_season_stats(slug, season_id)
        counts = {"reported": page.reported, "refereed": page.refereed}
        event_ids = [event.event_id for event in page.events]
        return Response({"season_id": season_id, "event_ids": event_ids} | counts | _dump_tables(page.tables))


def _dump_tables(tables: Sequence[Table]) -> dict[str, Any]:
    return {"tables": [table.dump() for table in tables]}
