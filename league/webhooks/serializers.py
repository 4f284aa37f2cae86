"""Serializers of the API of webhooks."""

from rest_framework import serializers

from league.outgoing_http.url_validation import LONGEST
from league.webhooks.event_types import OF_LEAGUES, OF_PEOPLE
from league.webhooks.models import DeliveryStatus
from matches.api.validation import BooleanField, CharField, ChoiceField, InputSerializer

KINDS = sorted({*OF_LEAGUES, *OF_PEOPLE})


class NewHookSerializer(InputSerializer):
    codes = {"kinds": "unknown-kind"}
    url = CharField(max_length=LONGEST, help_text="https, on the public internet.")
    kinds = serializers.ListField(child=ChoiceField(KINDS), min_length=1, max_length=len(KINDS))


class EditHookSerializer(NewHookSerializer):
    on = BooleanField()


class HookSerializer(serializers.Serializer):  # type: ignore[type-arg]
    id = serializers.UUIDField()
    url = serializers.CharField()
    kinds = serializers.ListField(child=serializers.CharField())
    league = serializers.CharField(allow_null=True, help_text="The league whose it is; null: your own.")
    made_at = serializers.DateTimeField()
    on = serializers.BooleanField()
    off_why = serializers.CharField(help_text="Why it is switched off.")
    failures = serializers.IntegerField(help_text="Tries in a row that failed.")


class MadeHookSerializer(HookSerializer):
    secret = serializers.CharField(help_text="With it you check the signatures. It is shown this once.")


class HooksSerializer(serializers.Serializer):  # type: ignore[type-arg]
    webhooks = HookSerializer(many=True)


class DeliverySerializer(serializers.Serializer):  # type: ignore[type-arg]
    id = serializers.UUIDField()
    kind = serializers.CharField()
    made_at = serializers.DateTimeField()
    status = serializers.ChoiceField(DeliveryStatus.choices)
    tries = serializers.IntegerField()
    tried_at = serializers.DateTimeField(allow_null=True)
    next_at = serializers.DateTimeField(allow_null=True)
    code = serializers.IntegerField(allow_null=True, help_text="The status of the last answer.")
    answer = serializers.CharField(help_text="The beginning of the last answer, or why none came.")
    took_ms = serializers.IntegerField(allow_null=True)


class DeliveriesSerializer(serializers.Serializer):  # type: ignore[type-arg]
    deliveries = DeliverySerializer(many=True)
    next = serializers.IntegerField(allow_null=True, help_text="`page` of the next page.")


class AskedSerializer(serializers.Serializer):  # type: ignore[type-arg]
    id = serializers.UUIDField(help_text="Of the delivery.")
