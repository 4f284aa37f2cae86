"""API views of players."""

from dataclasses import asdict

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.i18n import translate as _
from league.games import check_game
from league.people.actions.profile import set_bot_account, update_profile
from league.people.queries import PlayerSummary, list_players
from league.people.sessions import require_player
from league.player_pages.queries import PlayerPage, get_head_to_head, get_player_page
from matches.api.dataclass_schemas import get_serializer_fields, inline_serializer, list_serializer
from matches.api.pagination import BeforeParams, build_page_response
from matches.api.validation import BooleanField, CharField, ChoiceField, InputSerializer, IntegerField, validate_input
from matches.errors import ActionError
from matches.queries.history import RESULTS
from matches.server_time import now

MAX_PLAYERS = 100


class PlayersParams(InputSerializer):
    """Search and pagination of players."""

    text = CharField(default="", max_length=100, help_text="Text in the username or display name.")
    after = CharField(default="", max_length=150, help_text="`next` from the previous page.")
    limit = IntegerField(default=MAX_PLAYERS, min_value=1, max_value=MAX_PLAYERS, help_text="Players per page.")


class MatchesParams(BeforeParams):
    """Filters of a player's matches."""

    codes = {"result": "unknown-result"}
    game = CharField(required=False, max_length=40, validators=[check_game])
    result = ChoiceField(RESULTS, required=False)


class ProfileSerializer(InputSerializer):
    """Changes of the user's own profile."""

    display_name = CharField(required=False, max_length=40)
    about = CharField(required=False, allow_blank=True, max_length=500)
    is_bot_account = BooleanField(required=False, help_text="Can be changed only before the first match.")


class PlayedSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A finished match from a player's side."""

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
    """A running match from a player's side."""

    result = serializers.CharField(help_text="Empty while the match is running.")  # type: ignore[assignment]
    closed_at = serializers.DateTimeField(source="match.closed_at", allow_null=True)


MATCHES = {"matches": PlayedSerializer(many=True), "next": serializers.IntegerField(allow_null=True)}
MatchesSerializer = inline_serializer("Matches", **MATCHES)
SCORE = {name: serializers.IntegerField() for name in ("won", "drawn", "lost")}
GAME_SCORE = {**SCORE, "game": serializers.CharField()}
PersonSerializer = inline_serializer(
    "Person",
    username=serializers.CharField(),
    name=serializers.CharField(source="__str__"),
    is_bot=serializers.BooleanField(source="bot"),
)
HeadToHeadSerializer = inline_serializer(
    "HeadToHead",
    **MATCHES,
    player=PersonSerializer(source="one"),
    other=PersonSerializer(),
    total=inline_serializer("Score", **SCORE)(),
    games=inline_serializer("GameScore", **GAME_SCORE)(many=True),
    sides=inline_serializer("SideScore", **GAME_SCORE, side=serializers.CharField())(many=True),
)
PLAYER = inline_serializer(
    "Player",
    **{**get_serializer_fields(PlayerPage), "live": LivePlayedSerializer(many=True), "recent": PlayedSerializer(many=True)},
)
PLAYERS = inline_serializer("Players", players=list_serializer(PlayerSummary), next=serializers.CharField(allow_null=True))


class PlayersView(APIView):
    """The list of players."""

    @extend_schema(responses=PLAYERS, parameters=[PlayersParams])
    def get(self, request: Request) -> Response:
        """Return players with an account, and bots, by username, paginated."""
        params = validate_input(PlayersParams, request.query_params)
        limit = params["limit"]
        rows = list_players(params["text"], after=params["after"], limit=limit + 1)
        next_username = rows[limit - 1].username if len(rows) > limit else None
        return build_page_response(request, {"players": [asdict(row) for row in rows[:limit]]}, after=next_username)


class PlayerView(APIView):
    """A player."""

    @extend_schema(responses=PLAYER)
    def get(self, request: Request, username: str) -> Response:
        """Return a player: ratings, rated record, matches being played and the last ones played."""
        return Response(PLAYER(get_player_page(username, at=now())).data)

    @extend_schema(request=ProfileSerializer, responses=PLAYER)
    def patch(self, request: Request, username: str) -> Response:
        """Change your own display name, your description and, before the first match, `is_bot_account`.

        A bot account is rated in pools of its own (`GAME/bots`) and enters only events that allow bot accounts.
        """
        person = require_player(request)
        if person.username.lower() != username.lower():
            raise ActionError("not-allowed", _("You can only change your own profile."))
        data = validate_input(ProfileSerializer, request.data)
        profile = {"display_name": person.display_name, "about": person.about}
        with transaction.atomic():
            if "is_bot_account" in data:
                set_bot_account(player_id=person.pk, is_bot_account=data.pop("is_bot_account"))
            update_profile(player_id=person.pk, **{**profile, **data})
        return Response(PLAYER(get_player_page(username, at=now())).data)


class MatchesView(APIView):
    """A player's finished matches."""

    @extend_schema(responses=MatchesSerializer, parameters=[MatchesParams])
    def get(self, request: Request, username: str) -> Response:
        """Return a player's finished matches, newest first, paginated."""
        page = get_player_page(username, **validate_input(MatchesParams, request.query_params), at=now(), limit=50)
        return build_page_response(request, {"matches": PlayedSerializer(page.recent, many=True).data}, before=page.next)


class HeadToHeadView(APIView):
    """Two players' record against each other."""

    @extend_schema(responses=HeadToHeadSerializer, parameters=[BeforeParams])
    def get(self, request: Request, username: str, other: str) -> Response:
        """Return the head-to-head record of two players: score by game and by the first player's side, and the matches."""
        page = get_head_to_head(username, other, **validate_input(BeforeParams, request.query_params), limit=50)
        return build_page_response(request, HeadToHeadSerializer(page).data, before=page.next)
