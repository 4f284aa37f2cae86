"""The shape of a player, for the schema."""

from __future__ import annotations

from league.people.queries.page import PlayerPage
from league.people.serializers import LivePlayedSerializer, PlayedSerializer
from matches.api.shapes import inline, parts_of

PLAYER = inline(
    "Player",
    **{**parts_of(PlayerPage), "live": LivePlayedSerializer(many=True), "recent": PlayedSerializer(many=True)},
)
