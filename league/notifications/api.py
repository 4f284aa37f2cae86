"""API views of notifications."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.notifications.actions.read_state import mark_read
from league.notifications.inbox import notices, unread
from league.notifications.kinds import Kind
from league.notifications.models import NoticeTerms
from league.notifications.preferences import choose
from league.notifications.push.delivery import add_device, remove_device
from league.notifications.push.encryption import public_key
from league.people.sessions import account_holder, signed_in
from matches.api.idempotency import creates
from matches.api.paging import PageParams, listed
from matches.api.shapes import inline
from matches.api.validation import BooleanField, CharField, InputSerializer, validated
from matches.moment import now

MOST_MARKED = 200
MINUTE = "%H:%M"


class NoticeSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A notification."""

    id = serializers.UUIDField(source="uid")
    kind = serializers.ChoiceField(Kind.choices)
    text = serializers.CharField()
    url = serializers.CharField(source="path", help_text="Where it leads on this site.")
    at = serializers.DateTimeField()
    read = serializers.BooleanField(source="is_read")


NOTICES = inline(
    "Notices",
    notifications=NoticeSerializer(many=True),
    unread=serializers.IntegerField(help_text="How many are not read; counted up to 100."),
    next=serializers.IntegerField(allow_null=True, help_text="`page` of the next page."),
)
MARKED = inline("Marked", read=serializers.IntegerField(help_text="How many were not read before."))
ADDED = inline("Added", id=serializers.UUIDField())


class NoticesParams(PageParams):
    """Filters of the notifications."""

    unread = BooleanField(default=False, help_text="Only unread ones.")


class ReadSerializer(InputSerializer):
    """The notifications to mark as read."""

    ids = serializers.ListField(
        child=serializers.UUIDField(), max_length=MOST_MARKED, required=False, help_text="Left out: all of them."
    )


class WishesSerializer(InputSerializer):
    """Notification settings and quiet hours."""

    switches = serializers.DictField(
        child=BooleanField(), help_text="By `kind:channel`, as `your-turn:email`; channels page, email, push."
    )
    zone = CharField(max_length=60, help_text="As in Europe/Berlin.")
    quiet_from = serializers.TimeField(
        allow_null=True, format=MINUTE, input_formats=[MINUTE], help_text="As in 22:00, in that zone."
    )
    quiet_until = serializers.TimeField(allow_null=True, format=MINUTE, input_formats=[MINUTE])


class DeviceSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A browser with push notifications."""

    id = serializers.UUIDField(source="uid")
    host = serializers.CharField(help_text="Of its push service.")
    made_at = serializers.DateTimeField()


DEVICES = inline(
    "Devices",
    key=serializers.CharField(help_text="What a browser subscribes with (applicationServerKey)."),
    devices=DeviceSerializer(many=True),
)


class NewDeviceSerializer(InputSerializer):
    """A browser's push subscription."""

    endpoint = CharField(max_length=500)
    key = CharField(max_length=200, help_text="p256dh of the subscription.")
    secret = CharField(max_length=200, help_text="auth of the subscription.")


class NoticesView(APIView):
    """The user's notifications."""

    @extend_schema(responses=NOTICES, parameters=[NoticesParams])
    def get(self, request: Request) -> Response:
        """Your notifications, newest first, a page at a time."""
        params = validated(NoticesParams, request.query_params)
        person = signed_in(request)
        shown = notices(person.pk, page=params["page"], only_unread=params["unread"])
        body = {"notifications": NoticeSerializer(shown.lines, many=True).data, "unread": unread(person.pk)}
        return listed(request, body, page=shown.next)


class ReadView(APIView):
    """Marking notifications as read."""

    @extend_schema(request=ReadSerializer, responses=MARKED)
    def post(self, request: Request) -> Response:
        """Mark notifications as read: those of `ids`, or all."""
        person = signed_in(request)
        uids = validated(ReadSerializer, request.data).get("ids")
        return Response({"read": mark_read(player_id=person.pk, uids=uids, at=now())})


class DevicesView(APIView):
    """Browsers with push notifications."""

    @extend_schema(responses=DEVICES)
    def get(self, request: Request) -> Response:
        """Your browsers with push notifications, and the `key` (VAPID) for subscribing."""
        devices = account_holder(request).push_devices.order_by("pk")
        return Response({"key": public_key(), "devices": DeviceSerializer(devices, many=True).data})

    @extend_schema(request=NewDeviceSerializer, responses={201: ADDED})
    @creates("notifications/devices/")
    def post(self, request: Request) -> Response:
        """Add a browser's push subscription: its `endpoint`, `key` (p256dh) and `secret` (auth)."""
        person = account_holder(request)
        made = add_device(player_id=person.pk, **validated(NewDeviceSerializer, request.data), at=now())
        return Response({"id": str(made)}, status=201)


class DeviceView(APIView):
    """One browser with push notifications."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Remove a browser's push subscription."""
        remove_device(player_id=account_holder(request).pk, uid=id)
        return Response(status=204)


class ChoicesView(APIView):
    """Notification settings."""

    @extend_schema(responses=WishesSerializer)
    def get(self, request: Request) -> Response:
        """Your notification settings and quiet hours."""
        return Response(_wishes(signed_in(request).pk))

    @extend_schema(request=WishesSerializer, responses=WishesSerializer)
    def patch(self, request: Request) -> Response:
        """Change notification settings. Omitted fields keep their values."""
        person = account_holder(request)
        terms = NoticeTerms.of(person.pk)
        kept = {name: getattr(terms, name) for name in ("zone", "quiet_from", "quiet_until")}
        data = validated(WishesSerializer, request.data, partial=True)
        choose(player_id=person.pk, **{"switches": {}, **kept, **data})
        return Response(_wishes(person.pk))


def _wishes(player_id: int) -> dict[str, Any]:
    terms = NoticeTerms.of(player_id)
    quiet = {"quiet_from": terms.quiet_from, "quiet_until": terms.quiet_until}
    return dict(WishesSerializer({"switches": terms.all_switches, "zone": terms.zone, **quiet}).data)
