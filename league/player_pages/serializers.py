"""The shapes of the players' API, for its schema."""

from rest_framework import serializers


class ProfileSerializer(serializers.Serializer):  # type: ignore[type-arg]
    display_name = serializers.CharField(required=False, max_length=40)
    about = serializers.CharField(required=False, max_length=500)
    is_bot_account = serializers.BooleanField(required=False, help_text="Only before its first match.")


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
