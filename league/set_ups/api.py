"""API views of saved set-ups."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.games import check_game
from league.people.sessions import require_account
from league.set_ups import actions
from league.set_ups.models import MAX_NAME_LENGTH, SavedSetUp
from matches.actions.submission import MAX_LENGTH
from matches.api.dataclass_schemas import inline_serializer
from matches.api.validation import CharField, InputSerializer, validate_input
from matches.server_time import now


class SetUpsParams(InputSerializer):
    """The game of the set-ups."""

    game = CharField(required=False, max_length=40, validators=[check_game], help_text="Key of a game. Default: all.")


class NewSetUpSerializer(InputSerializer):
    """A set-up to save."""

    game = CharField(max_length=40, help_text="Key of a game.")
    name = CharField(max_length=MAX_NAME_LENGTH, help_text="A set-up of this name is replaced.")
    text = CharField(max_length=MAX_LENGTH, help_text="The set-up in the game's notation, as it is submitted.")


class SetUpSerializer(serializers.ModelSerializer[SavedSetUp]):
    """A saved set-up."""

    set_up_id = serializers.IntegerField(source="pk")

    class Meta:
        model = SavedSetUp
        fields = ("set_up_id", "game", "name", "text", "saved_at")
        read_only_fields = fields


SET_UPS = inline_serializer("SetUps", set_ups=SetUpSerializer(many=True))


class SetUpsView(APIView):
    """Saved set-ups."""

    @extend_schema(responses=SET_UPS, parameters=[SetUpsParams])
    def get(self, request: Request) -> Response:
        """Return the set-ups that you have saved, by game and name."""
        params = validate_input(SetUpsParams, request.query_params)
        rows = SavedSetUp.objects.filter(player=require_account(request), **params).order_by("game", "name")
        return Response({"set_ups": SetUpSerializer(rows, many=True).data})

    @extend_schema(request=NewSetUpSerializer, responses=SetUpSerializer)
    def put(self, request: Request) -> Response:
        """Save a set-up under a name, replacing the one of this name. At most 20 per game."""
        person, data = require_account(request), validate_input(NewSetUpSerializer, request.data)
        return Response(SetUpSerializer(actions.save_set_up(player_id=person.pk, **data, at=now())).data)


class SetUpView(APIView):
    """One saved set-up."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, set_up_id: int) -> Response:
        """Delete one of your saved set-ups."""
        actions.delete_set_up(player_id=require_account(request).pk, set_up_id=set_up_id)
        return Response(status=204)
