"""API views of the user's own tokens. Tokens are created only on the account page, which asks for the password."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.api_tokens.actions import revoke_token
from league.api_tokens.models import Token
from league.api_tokens.rules import SCOPES
from league.people.sessions import require_player
from matches.api.dataclass_schemas import inline_serializer
from matches.server_time import now


class TokenSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """An API token without its secret."""

    token_id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    begins = serializers.CharField(help_text="First characters of the token. The rest is not stored.")
    scopes = serializers.ListField(source="scope_list", child=serializers.ChoiceField(list(SCOPES)))
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True, help_text="Time of the last use, accurate to about a minute.")
    state = serializers.ChoiceField(["in-force", "revoked", "expired", "ended"])


TOKENS = inline_serializer("Tokens", tokens=TokenSerializer(many=True))


class TokensView(APIView):
    """The user's API tokens."""

    @extend_schema(responses=TOKENS)
    def get(self, request: Request) -> Response:
        """Return your tokens, active ones first. Tokens need the scope `account`."""
        person = require_player(request)
        return Response({"tokens": TokenSerializer(Token.list_for(person, now()), many=True).data})


class TokenView(APIView):
    """One API token."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, token_id: int) -> Response:
        """Revoke one of your tokens. A token can revoke itself."""
        revoke_token(player_id=require_player(request).pk, token_id=token_id, at=now())
        return Response(status=204)
