"""The door to a match's chance: what it was committed to, and a seat's own number."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from matches.actions.creation import give_nonce
from matches.api.serializers import NonceSerializer
from matches.api.validation import validated
from matches.moment import now
from matches.queries.chance import chance_of
from matches.refusals import Refused


class ChanceSerializer(serializers.Serializer):  # type: ignore[type-arg]
    commitment = serializers.CharField(help_text="SHA-256 of the server's secret seed, public since the match opened.")
    nonces = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="By seat, once the match has started; else null."
    )
    given = serializers.ListField(child=serializers.BooleanField(), help_text="By seat: whether it has given one.")


class ChanceView(APIView):
    @extend_schema(responses=ChanceSerializer)
    def get(self, request: Request, match_id: int) -> Response:
        """What the draws of the match are made of, as far as it is public."""
        return Response(asdict(chance_of(match_id)))

    @extend_schema(request=NonceSerializer, responses=ChanceSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Give your seat's number, once, before the match starts. It goes into every draw."""
        if not request.user.is_authenticated:
            raise Refused("sign-in-needed", say("Sign in first, or take a seat as a guest."))
        give_nonce(match_id=match_id, player_id=request.user.pk, **validated(NonceSerializer, request.data), at=now())
        return Response(asdict(chance_of(match_id)))
