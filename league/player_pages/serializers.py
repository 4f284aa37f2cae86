"""Serializers of the players' API."""

from __future__ import annotations

from rest_framework import serializers

from league.games import check_game
from league.people.queries.finding import Found
from league.player_pages.queries import PlayerPage
from matches.api.paging import BeforeParams
from matches.api.shapes import inline, many, parts_of
from matches.api.validation import BooleanField, CharField, ChoiceField, InputSerializer, IntegerField
from matches.queries.history import RESULTS

MOST = 100


class PlayersParams(InputSerializer):
    text = CharField(default="", max_length=100, help_text="In the username or the name.")
    after = CharField(default="", max_length=150, help_text="`next` of the page before.")
    limit = IntegerField(default=MOST, min_value=1, max_value=MOST, help_text="Players a page.")


class MatchesParams(BeforeParams):
    codes = {"result": "unknown-result"}
    game = CharField(required=False, max_length=40, validators=[check_game])
    result = ChoiceField(RESULTS, required=False)


class ProfileSerializer(InputSerializer):
    display_name = CharField(required=False, max_length=40)
    about = CharField(required=False, allow_blank=True, max_length=500)
    is_bot_account = BooleanField(required=False, help_text="Only before its first match.")


class PlayedSerializer(serializers.Serializer):  # type: ignore[type-arg]
    match_id = serializers.IntegerField()
    game = serializers.CharField()
    title = serializers.CharField()
    side = serializers.CharField()
    opponents = serializers.ListField(child=serializers.CharField(), help_text="Usernames.")
    result = serializers.ChoiceField(["won", "drawn", "lost"])
    outcome = serializers.CharField()
    rating_change = serializers.IntegerField(allow_null=True)
    closed_at = serializers.DateTimeField()


class LivePlayedSerializer(PlayedSerializer):
    result = serializers.CharField(help_text="Empty: it is not over.")  # type: ignore[assignment]
    closed_at = serializers.DateTimeField(allow_null=True)


class MatchesSerializer(serializers.Serializer):  # type: ignore[type-arg]
    matches = PlayedSerializer(many=True)
    next = serializers.IntegerField(allow_null=True)


class ScoreSerializer(serializers.Serializer):  # type: ignore[type-arg]
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class GameScoreSerializer(ScoreSerializer):
    game = serializers.CharField()


class SideScoreSerializer(GameScoreSerializer):
    side = serializers.CharField()


class PersonSerializer(serializers.Serializer):  # type: ignore[type-arg]
    username = serializers.CharField()
    name = serializers.CharField()
    is_bot = serializers.BooleanField()


class HeadToHeadSerializer(MatchesSerializer):
    player = PersonSerializer()
    other = PersonSerializer()
    total = ScoreSerializer()
    games = GameScoreSerializer(many=True)
    sides = SideScoreSerializer(many=True)


PLAYER = inline(
    "Player",
    **{**parts_of(PlayerPage), "live": LivePlayedSerializer(many=True), "recent": PlayedSerializer(many=True)},
)
PLAYERS = inline("Players", players=many(Found), next=serializers.CharField(allow_null=True))
