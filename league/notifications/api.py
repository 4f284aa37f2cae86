"""API views of notifications."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.notifications.actions.read_state import mark_read
from league.notifications.inbox import count_unread, list_notifications
from league.notifications.kinds import Kind
from league.notifications.models import Notification, NotificationPreferences
from league.notifications.preferences import update_preferences
from league.notifications.push.delivery import add_device, remove_device
from league.notifications.push.encryption import get_public_key
from league.people.sessions import require_account, require_player
from matches.api.dataclass_schemas import inline_serializer
from matches.api.idempotency import creates
from matches.api.pagination import PageParams, build_page_response
from matches.api.validation import BooleanField, CharField, InputSerializer, validate_input
from matches.server_time import now

MAX_MARKED = 200
TIME_FORMAT = "%H:%M"


class NoticeSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A notification."""

    id = serializers.UUIDField(source="uid")
    kind = serializers.ChoiceField(Kind.choices)
    text = serializers.SerializerMethodField(help_text="Its sentence, with times in your time zone.")
    url = serializers.CharField(source="path", help_text="Path of the page it links to.")
    at = serializers.DateTimeField()
    read = serializers.BooleanField(source="is_read")

    def get_text(self, notice: Notification) -> str:
        return notice.format_text(self.context["zone"])


NOTICES = inline_serializer(
    "Notices",
    notifications=NoticeSerializer(many=True),
    unread=serializers.IntegerField(help_text="Number of unread notifications, counted up to 100."),
    next=serializers.IntegerField(allow_null=True, help_text="Value of `page` for the next page."),
)
MARKED = inline_serializer("Marked", read=serializers.IntegerField(help_text="Number of notifications newly marked as read."))
ADDED = inline_serializer("Added", id=serializers.UUIDField())


class NoticesParams(PageParams):
    """Filters of the notifications."""

    unread = BooleanField(default=False, help_text="Only unread ones.")


class ReadSerializer(InputSerializer):
    """The notifications to mark as read."""

    ids = serializers.ListField(
        child=serializers.UUIDField(), max_length=MAX_MARKED, required=False, help_text="Default: all franchises."
    )


class PreferencesSerializer(InputSerializer):
    """Notification settings and quiet hours."""

    switches = serializers.DictField(
        child=BooleanField(), help_text="By `kind:channel`, such as `your-turn:email`. Channels: page, email, push."
    )
    zone = CharField(max_length=60, help_text="Time zone such as Europe/Berlin.")
    quiet_from = serializers.TimeField(
        allow_null=True, format=TIME_FORMAT, input_formats=[TIME_FORMAT], help_text="Time such as 22:00, in that zone."
    )
    quiet_until = serializers.TimeField(allow_null=True, format=TIME_FORMAT, input_formats=[TIME_FORMAT])


class DeviceSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A browser with push notifications."""

    id = serializers.UUIDField(source="uid")
    host = serializers.CharField(help_text="Host of the push service.")
    made_at = serializers.DateTimeField()


DEVICES = inline_serializer(
    "Devices",
    key=serializers.CharField(help_text="VAPID public key for the browser's subscription (applicationServerKey)."),
    devices=DeviceSerializer(many=True),
)


class NewDeviceSerializer(InputSerializer):
    """A browser's push subscription."""

    endpoint = CharField(max_length=500)
    key = CharField(max_length=200, help_text="p256dh of the subscription.")
    secret = CharField(max_length=200, help_text="auth of the subscription.")


class NotificationsView(APIView):
    """The user's notifications."""

    @extend_schema(responses=NOTICES, parameters=[NoticesParams])
    def get(self, request: Request) -> Response:
        """Return your notifications, newest first, paginated."""
        params = validate_input(NoticesParams, request.query_params)
        person = require_player(request)
        page = list_notifications(person.pk, page=params["page"], only_unread=params["unread"])
        context = {"zone": NotificationPreferences.of(person.pk).known_zone}
        notices = NoticeSerializer(page.lines, many=True, context=context).data
        body = {"notifications": notices, "unread": count_unread(person.pk)}
        return build_page_response(request, body, page=page.next)


class MarkReadView(APIView):
    """Marking notifications as read."""

    @extend_schema(request=ReadSerializer, responses=MARKED)
    def post(self, request: Request) -> Response:
        """Mark notifications as read: those of `ids`, or all."""
        person = require_player(request)
        uids = validate_input(ReadSerializer, request.data).get("ids")
        return Response({"read": mark_read(player_id=person.pk, uids=uids, at=now())})


class DevicesView(APIView):
    """Browsers with push notifications."""

    @extend_schema(responses=DEVICES)
    def get(self, request: Request) -> Response:
        """Return your browsers with push notifications, and the `key` (VAPID) for subscribing."""
        devices = require_account(request).push_devices.order_by("pk")
        return Response({"key": get_public_key(), "devices": DeviceSerializer(devices, many=True).data})

    @extend_schema(request=NewDeviceSerializer, responses={201: ADDED})
    @creates("notifications/devices/")
    def post(self, request: Request) -> Response:
        """Add a browser's push subscription: its `endpoint`, `key` (p256dh) and `secret` (auth)."""
        person = require_account(request)
        device_id = add_device(player_id=person.pk, **validate_input(NewDeviceSerializer, request.data), at=now())
        return Response({"id": str(device_id)}, status=201)


class DeviceView(APIView):
    """One browser with push notifications."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Remove a browser's push subscription."""
        remove_device(player_id=require_account(request).pk, uid=id)
        return Response(status=204)


class PreferencesView(APIView):
    """Notification settings."""

    @extend_schema(responses=PreferencesSerializer)
    def get(self, request: Request) -> Response:
        """Return your notification settings and quiet hours."""
        return Response(_dump_preferences(require_player(request).pk))

    @extend_schema(request=PreferencesSerializer, responses=PreferencesSerializer)
    def patch(self, request: Request) -> Response:
        """Change notification settings. Omitted fields keep their values."""
        person = require_account(request)
        preferences = NotificationPreferences.of(person.pk)
        current = {name: getattr(preferences, name) for name in ("zone", "quiet_from", "quiet_until")}
        data = validate_input(PreferencesSerializer, request.data, partial=True)
        update_preferences(player_id=person.pk, **{"switches": {}, **current, **data})
        return Response(_dump_preferences(person.pk))


def _dump_preferences(player_id: int) -> dict[str, Any]:
    preferences = NotificationPreferences.of(player_id)
    quiet = {"quiet_from": preferences.quiet_from, "quiet_until": preferences.quiet_until}
    return dict(PreferencesSerializer({"switches": preferences.all_switches, "zone": preferences.known_zone, **quiet}).data)
