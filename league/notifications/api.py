"""Notifications for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.notifications import serializers
from league.notifications.actions.preferences import choose
from league.notifications.actions.read_state import mark_read
from league.notifications.push.devices import add_device, remove_device
from league.notifications.push.vapid import public_key
from league.notifications.queries.lists import Line, notices
from league.notifications.queries.terms import browsers, wishes
from league.people.sessions import account_holder, signed_in
from matches.api.idempotency import creates
from matches.api.paging import listed
from matches.api.validation import validated
from matches.moment import now


class NoticesView(APIView):
    @extend_schema(
        responses=serializers.NoticesSerializer,
        parameters=[serializers.NoticesParams],
    )
    def get(self, request: Request) -> Response:
        """Your notifications, newest first, a page at a time."""
        params = validated(serializers.NoticesParams, request.query_params)
        page = params["page"]
        shown = notices(signed_in(request).pk, page=page, only_unread=params["unread"])
        body = {"notifications": [_line(one) for one in shown.lines], "unread": shown.unread}
        return listed(request, body, page=page + 1 if shown.more else None)


class ReadView(APIView):
    @extend_schema(request=serializers.ReadSerializer, responses=serializers.MarkedSerializer)
    def post(self, request: Request) -> Response:
        """Mark notifications as read: those of `ids`, or all."""
        person = signed_in(request)
        uids = validated(serializers.ReadSerializer, request.data).get("ids")
        return Response({"read": mark_read(player_id=person.pk, uids=uids, at=now())})


class DevicesView(APIView):
    @extend_schema(responses=serializers.DevicesSerializer)
    def get(self, request: Request) -> Response:
        """The browsers through which you are told, and the `key` (VAPID) with which a browser subscribes."""
        lines = [
            {"id": str(one.uid), "host": one.host, "made_at": one.made_at}
            for one in browsers(account_holder(request).pk)
        ]
        return Response({"key": public_key(), "devices": lines})

    @extend_schema(request=serializers.NewDeviceSerializer, responses={201: serializers.AddedSerializer})
    @creates("notifications/devices/")
    def post(self, request: Request) -> Response:
        """Be told through a browser that has subscribed: its `endpoint`, `key` (p256dh) and `secret` (auth)."""
        person = account_holder(request)
        made = add_device(player_id=person.pk, **validated(serializers.NewDeviceSerializer, request.data), at=now())
        return Response({"id": str(made)}, status=201)


class DeviceView(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Be told through this browser no more."""
        remove_device(player_id=account_holder(request).pk, uid=id)
        return Response(status=204)


class ChoicesView(APIView):
    @extend_schema(responses=serializers.WishesSerializer)
    def get(self, request: Request) -> Response:
        """What you are told, in which way, and your quiet hours."""
        return Response(_wishes(signed_in(request).pk))

    @extend_schema(request=serializers.WishesSerializer, responses=serializers.WishesSerializer)
    def patch(self, request: Request) -> Response:
        """Change some of it: what you leave out stays."""
        person = account_holder(request)
        before = wishes(person.pk)
        kept = {name: getattr(before, name) for name in ("zone", "quiet_from", "quiet_until")}
        data = validated(serializers.WishesSerializer, request.data, partial=True)
        choose(player_id=person.pk, **{"switches": {}, **kept, **data})
        return Response(_wishes(person.pk))


def _line(one: Line) -> dict[str, Any]:
    return {"id": str(one.uid), "kind": one.kind, "text": one.text, "url": one.path, "at": one.at, "read": one.read}


def _wishes(player_id: int) -> dict[str, Any]:
    shown = asdict(wishes(player_id))
    switches = shown.pop("switches")
    by_name = {f"{one['kind']}:{channel}": one[channel] for one in switches for channel in ("page", "email", "push")}
    for name in ("quiet_from", "quiet_until"):
        shown[name] = shown[name] and shown[name].strftime("%H:%M")
    return {"switches": by_name, **shown}
