"""API views of followed players."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.follows import actions
from league.follows.queries import list_followed, list_recent_matches
from league.people.sessions import require_account, require_player
from matches.api.dataclass_schemas import inline_serializer, list_serializer, to_primitive
from matches.api.validation import BooleanField, InputSerializer, validate_input
from matches.queries.match_lists import ListedMatch
from matches.server_time import now


class FollowSerializer(InputSerializer):
    """How a player is followed."""

    notifies = BooleanField(required=False, help_text="Whether you are notified of rated matches. At first false.")


class FollowedSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A followed player."""

    username = serializers.CharField()
    name = serializers.CharField()
    notifies = serializers.BooleanField(help_text="Whether you are notified of the player's rated matches.")
    live = serializers.ListField(
        child=serializers.IntegerField(), source="live_ids", help_text="Ids of the player's live matches."
    )


FOLLOWING = inline_serializer("Following", players=FollowedSerializer(many=True), recent=list_serializer(ListedMatch))


class FollowingView(APIView):
    """Followed players."""

    @extend_schema(responses=FOLLOWING)
    def get(self, request: Request) -> Response:
        """The players that you follow (at most 200), those with live matches first, and their last 20 matches to end."""
        player_id, at = require_player(request).pk, now()
        recent = [to_primitive(match) for match in list_recent_matches(player_id, at)]
        return Response({"players": FollowedSerializer(list_followed(player_id, at), many=True).data, "recent": recent})


class FollowView(APIView):
    """Following one player."""

    @extend_schema(request=FollowSerializer, responses={204: None})
    def put(self, request: Request, username: str) -> Response:
        """Follow a player, or switch the notifications of a followed one."""
        person, data = require_account(request), validate_input(FollowSerializer, request.data)
        actions.follow(by=person.pk, username=username, at=now(), **data)
        return Response(status=204)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, username: str) -> Response:
        """Stop following a player."""
        actions.unfollow(by=require_account(request).pk, username=username)
        return Response(status=204)
