"""The shape of a player, for the schema."""

from __future__ import annotations

from rest_framework import serializers

from league.people.queries.finding import Found
from league.player_pages.queries.page import PlayerPage
from league.player_pages.serializers import LivePlayedSerializer, PlayedSerializer
from matches.api.shapes import inline, many, parts_of

PLAYER = inline(
    "Player",
    **{**parts_of(PlayerPage), "live": LivePlayedSerializer(many=True), "recent": PlayedSerializer(many=True)},
)
PLAYERS = inline("Players", players=many(Found), next=serializers.CharField(allow_null=True))
