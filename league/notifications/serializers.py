"""Serializers of the API of notifications."""

from rest_framework import serializers

from league.notifications.kinds import Kind
from matches.api.paging import PageParams
from matches.api.validation import BooleanField, CharField, InputSerializer

MOST_MARKED = 200
MINUTE = "%H:%M"


class NoticeSerializer(serializers.Serializer):  # type: ignore[type-arg]
    id = serializers.UUIDField()
    kind = serializers.ChoiceField(Kind.choices)
    text = serializers.CharField()
    url = serializers.CharField(help_text="Where it leads on this site.")
    at = serializers.DateTimeField()
    read = serializers.BooleanField()


class NoticesSerializer(serializers.Serializer):  # type: ignore[type-arg]
    notifications = NoticeSerializer(many=True)
    unread = serializers.IntegerField(help_text="How many are not read; counted up to 100.")
    next = serializers.IntegerField(allow_null=True, help_text="`page` of the next page.")


class NoticesParams(PageParams):
    unread = BooleanField(default=False, help_text="Only unread ones.")


class ReadSerializer(InputSerializer):
    ids = serializers.ListField(
        child=serializers.UUIDField(), max_length=MOST_MARKED, required=False, help_text="Left out: all of them."
    )


class MarkedSerializer(serializers.Serializer):  # type: ignore[type-arg]
    read = serializers.IntegerField(help_text="How many were not read before.")


class WishesSerializer(InputSerializer):
    switches = serializers.DictField(
        child=BooleanField(),
        help_text="By `kind:channel`, as `your-turn:email`; channels page, email, push.",
    )
    zone = CharField(max_length=60, help_text="As in Europe/Berlin.")
    quiet_from = serializers.TimeField(
        allow_null=True, format=MINUTE, input_formats=[MINUTE], help_text="As in 22:00, in that zone."
    )
    quiet_until = serializers.TimeField(allow_null=True, format=MINUTE, input_formats=[MINUTE])


class DeviceSerializer(serializers.Serializer):  # type: ignore[type-arg]
    id = serializers.UUIDField()
    host = serializers.CharField(help_text="Of its push service.")
    made_at = serializers.DateTimeField()


class DevicesSerializer(serializers.Serializer):  # type: ignore[type-arg]
    key = serializers.CharField(help_text="What a browser subscribes with (applicationServerKey).")
    devices = DeviceSerializer(many=True)


class NewDeviceSerializer(InputSerializer):
    endpoint = CharField(max_length=500)
    key = CharField(max_length=200, help_text="p256dh of the subscription.")
    secret = CharField(max_length=200, help_text="auth of the subscription.")


class AddedSerializer(serializers.Serializer):  # type: ignore[type-arg]
    id = serializers.UUIDField()
