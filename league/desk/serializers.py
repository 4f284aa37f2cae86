"""The shapes of the referee's API, for its schema."""

from rest_framework import serializers

from league.desk.actions.rulings import DEEDS


class LookSerializer(serializers.Serializer):  # type: ignore[type-arg]
    why = serializers.CharField(min_length=3, max_length=300, help_text="Everybody reads it.")


class RulingSerializer(LookSerializer):
    ruling = serializers.ChoiceField(list(DEEDS))
    seats = serializers.ListField(child=serializers.IntegerField(), required=False, help_text="For `add-time`.")
    seconds = serializers.IntegerField(required=False, min_value=1, max_value=86_400, help_text="For `add-time`.")
    ranks = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="For `result`: places by seat; `[2, 2]`: nobody wins.",
    )
    seat = serializers.IntegerField(required=False, help_text="For `disqualify`.")


class SentenceSerializer(serializers.Serializer):  # type: ignore[type-arg]
    text = serializers.CharField(min_length=3, max_length=300)


class HoldSerializer(LookSerializer):
    do = serializers.ChoiceField(["hold", "go-on"])
