"""Serializers of the referee's API."""

from rest_framework import serializers

from league.desk.actions.rulings import DEEDS
from matches.api.serializers import MOST_SEATS
from matches.api.validation import CharField, ChoiceField, InputSerializer, IntegerField

REASON = {"why": "reason-needed"}


class LookSerializer(InputSerializer):
    codes = REASON
    why = CharField(min_length=3, max_length=300, help_text="Everybody reads it.")


class RulingSerializer(LookSerializer):
    codes = {**REASON, "ruling": "unknown-ruling", "seconds": "out-of-range", "seat": "bad-seat"}
    ruling = ChoiceField(list(DEEDS), source="deed")
    seats = serializers.ListField(
        child=IntegerField(max_value=MOST_SEATS), max_length=MOST_SEATS, required=False, help_text="For `add-time`."
    )
    seconds = IntegerField(required=False, min_value=1, max_value=86_400, help_text="For `add-time`.")
    ranks = serializers.ListField(
        child=IntegerField(max_value=MOST_SEATS),
        max_length=MOST_SEATS,
        required=False,
        help_text="For `result`: places by seat; `[2, 2]`: nobody wins.",
    )
    seat = IntegerField(required=False, max_value=MOST_SEATS, help_text="For `disqualify`.")


class SentenceSerializer(InputSerializer):
    text = CharField(min_length=3, max_length=300)


class HoldSerializer(LookSerializer):
    codes = {**REASON, "do": "unknown-ruling"}
    do = ChoiceField(["hold", "go-on"])
