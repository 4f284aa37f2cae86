"""Serializers of the players' API."""

from rest_framework import serializers

from league.games import check_game
from league.people.queries import Found
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
    match_id = serializers.IntegerField(source="match.match_id")
    game = serializers.CharField(source="match.game")
    title = serializers.CharField(source="match.title")
    side = serializers.CharField(source="seat.name")
    opponents = serializers.ListField(child=serializers.CharField(), source="opponent_names", help_text="Usernames.")
    result = serializers.ChoiceField(["won", "drawn", "lost"])
    outcome = serializers.CharField(source="match.outcome_text")
    rating_change = serializers.IntegerField(source="change", allow_null=True)
    closed_at = serializers.DateTimeField(source="match.closed_at")


class LivePlayedSerializer(PlayedSerializer):
    result = serializers.CharField(help_text="Empty: it is not over.")  # type: ignore[assignment]
    closed_at = serializers.DateTimeField(source="match.closed_at", allow_null=True)


MATCHES = {"matches": PlayedSerializer(many=True), "next": serializers.IntegerField(allow_null=True)}
MatchesSerializer = inline("Matches", **MATCHES)
SCORE = {name: serializers.IntegerField() for name in ("won", "drawn", "lost")}
GAME_SCORE = {**SCORE, "game": serializers.CharField()}
PersonSerializer = inline(
    "Person",
    username=serializers.CharField(),
    name=serializers.CharField(source="__str__"),
    is_bot=serializers.BooleanField(source="bot"),
)
HeadToHeadSerializer = inline(
    "HeadToHead",
    **MATCHES,
    player=PersonSerializer(source="one"),
    other=PersonSerializer(),
    total=inline("Score", **SCORE)(),
    games=inline("GameScore", **GAME_SCORE)(many=True),
    sides=inline("SideScore", **GAME_SCORE, side=serializers.CharField())(many=True),
)
PLAYER = inline(
    "Player", **{**parts_of(PlayerPage), "live": LivePlayedSerializer(many=True), "recent": PlayedSerializer(many=True)}
)
PLAYERS = inline("Players", players=many(Found), next=serializers.CharField(allow_null=True))
