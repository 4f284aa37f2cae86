"""The door to the public keys that sign match records."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.models.record_key import KeyState
from matches.queries.record_keys import published


class RecordKeySerializer(serializers.Serializer):  # type: ignore[type-arg]
    key_id = serializers.CharField(help_text="As in a record: the first 16 hex digits of the public key's SHA-256.")
    public_key = serializers.CharField(help_text="Ed25519, in hex.")
    began_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True, help_text="Null for the active key.")
    reason = serializers.CharField(help_text="Why the key was replaced or revoked, where that was said.")
    state = serializers.ChoiceField(
        choices=KeyState.values,
        help_text="What a revoked key has signed after `ended_at` is not accepted; a retired one was only replaced.",
    )
    revoked_at = serializers.DateTimeField(allow_null=True, help_text="Null unless the key was revoked.")


class RecordKeysSerializer(serializers.Serializer):  # type: ignore[type-arg]
    algorithm = serializers.CharField()
    keys = RecordKeySerializer(many=True)


class RecordKeysView(APIView):
    @extend_schema(responses=RecordKeysSerializer)
    def get(self, request: Request) -> Response:
        """Every key that signs records of this site, or has signed some; the newest first."""
        answer = Response({"algorithm": "Ed25519", "keys": [asdict(key) for key in published()]})
        answer["Cache-Control"] = "no-cache"
        return answer
