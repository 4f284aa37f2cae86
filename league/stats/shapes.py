"""Serializers of the API of stats."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from engines.words import say
from league.games import check_game
from league.table_serializers import TableSerializer
from matches.api.shapes import inline, of
from matches.api.validation import CharField, InputSerializer, IntegerField
from matches.refusals import Refused


class StatsParams(InputSerializer):
    game = CharField(required=False, max_length=40, validators=[check_game])
    event_id = IntegerField(required=False, min_value=1, source="event")
    season_id = IntegerField(required=False, min_value=1, source="season")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if {"event", "season"} <= set(attrs):
            raise Refused("malformed", say("Ask for an event or for a season, not for both."), "season_id")
        return attrs


_NUMBER = serializers.IntegerField
PLAYER = inline(
    "PlayerStats",
    player=serializers.CharField(),
    matches=_NUMBER(),
    streaks=serializers.DictField(),
    form=serializers.JSONField(),
    tables=TableSerializer(many=True),
)
GAME = inline("GameStats", game=serializers.CharField(), matches=_NUMBER(), tables=TableSerializer(many=True))
EVENT = inline("EventStats", event_id=_NUMBER(), matches=_NUMBER(), tables=TableSerializer(many=True))
SEASON = inline("SeasonStats", season_id=_NUMBER(), event_ids=of(list[int]), tables=TableSerializer(many=True))
