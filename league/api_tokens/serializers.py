"""The shapes of the API of tokens, for its schema."""

from rest_framework import serializers

from league.api_tokens.rules import SCOPES


class TokenSerializer(serializers.Serializer):  # type: ignore[type-arg]
    token_id = serializers.IntegerField()
    name = serializers.CharField()
    begins = serializers.CharField(help_text="Its first characters; the rest is stored nowhere.")
    scopes = serializers.ListField(child=serializers.ChoiceField(list(SCOPES)))
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True, help_text="The last use, to about a minute.")
    state = serializers.ChoiceField(["in-force", "revoked", "expired", "ended"])


class TokensSerializer(serializers.Serializer):  # type: ignore[type-arg]
    tokens = TokenSerializer(many=True)
