"""The shapes of the API of stats, for its schema."""

from __future__ import annotations

from rest_framework import serializers

from league.table_serializers import TableSerializer
from matches.api.shapes import inline, of

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
