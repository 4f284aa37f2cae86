"""Notifications for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import time
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.given import fields, signed_in, text, whole
from league.notifications import serializers
from league.notifications.actions.preferences import choose
from league.notifications.actions.read_state import mark_read
from league.notifications.push.devices import add_device, remove_device
from league.notifications.push.vapid import public_key
from league.notifications.queries.lists import Line, notices
from league.notifications.queries.terms import browsers, wishes
from league.people.models import Player
from matches.api.idempotency import creates
from matches.api.paging import listed
from matches.moment import now
from matches.refusals import Refused

MOST_PAGES = 1000
MOST_MARKED = 200


class NoticesView(APIView):
    @extend_schema(
        responses=serializers.NoticesSerializer,
        parameters=[
            OpenApiParameter("page", int),
            OpenApiParameter("unread", bool, description="Only unread ones."),
        ],
    )
    def get(self, request: Request) -> Response:
        """Your notifications, newest first, a page at a time."""
        page = whole(request.query_params.get("page"), "page", most=MOST_PAGES) or 1
        shown = notices(signed_in(request).pk, page=page, only_unread=_only_unread(request))
        body = {"notifications": [_line(one) for one in shown.lines], "unread": shown.unread}
        return listed(request, body, page=page + 1 if shown.more else None)


class ReadView(APIView):
    @extend_schema(request=serializers.ReadSerializer, responses=serializers.MarkedSerializer)
    def post(self, request: Request) -> Response:
        """Mark notifications as read: those of `ids`, or all."""
        person = signed_in(request)
        given = fields(request.data, others=["ids"])
        return Response({"read": mark_read(player_id=person.pk, uids=_uids(given), at=now())})


class DevicesView(APIView):
    @extend_schema(responses=serializers.DevicesSerializer)
    def get(self, request: Request) -> Response:
        """The browsers through which you are told, and the `key` (VAPID) with which a browser subscribes."""
        lines = [
            {"id": str(one.uid), "host": one.host, "made_at": one.made_at} for one in browsers(_member(request).pk)
        ]
        return Response({"key": public_key(), "devices": lines})

    @extend_schema(request=serializers.NewDeviceSerializer, responses={201: serializers.AddedSerializer})
    @creates("notifications/devices/")
    def post(self, request: Request) -> Response:
        """Be told through a browser that has subscribed: its `endpoint`, `key` (p256dh) and `secret` (auth)."""
        person = _member(request)
        given = fields(request.data, needed=["endpoint", "key", "secret"])
        made = add_device(
            player_id=person.pk, endpoint=text(given, "endpoint"), key=text(given, "key"),
            secret=text(given, "secret"), at=now(),
        )  # fmt: skip
        return Response({"id": str(made)}, status=201)


class DeviceView(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, id: UUID) -> Response:
        """Be told through this browser no more."""
        remove_device(player_id=_member(request).pk, uid=id)
        return Response(status=204)


class ChoicesView(APIView):
    @extend_schema(responses=serializers.WishesSerializer)
    def get(self, request: Request) -> Response:
        """What you are told, in which way, and your quiet hours."""
        return Response(_wishes(signed_in(request).pk))

    @extend_schema(request=serializers.WishesSerializer, responses=serializers.WishesSerializer)
    def patch(self, request: Request) -> Response:
        """Change some of it: what you leave out stays."""
        person = _member(request)
        given = fields(request.data, others=["switches", "zone", "quiet_from", "quiet_until"])
        switches = given.get("switches", {})
        if not isinstance(switches, dict):
            raise Refused("malformed", say("`switches` is an object."), "switches")
        stands = wishes(person.pk)
        choose(
            player_id=person.pk, switches=switches, zone=text(given, "zone", stands.zone),
            quiet_from=_time(given, "quiet_from", stands.quiet_from),
            quiet_until=_time(given, "quiet_until", stands.quiet_until),
        )  # fmt: skip
        return Response(_wishes(person.pk))


def _member(request: Request) -> Player:
    person = signed_in(request)
    if person.is_guest:
        raise Refused("account-needed", say("Sign up first; your matches stay with you."))
    return person


def _only_unread(request: Request) -> bool:
    given = request.query_params.get("unread", "false")
    if given not in ("true", "1", "false", "0"):
        raise Refused("malformed", say("`{name}` is true or false.", name="unread"), "unread")
    return given in ("true", "1")


def _line(one: Line) -> dict[str, Any]:
    return {"id": str(one.uid), "kind": one.kind, "text": one.text, "url": one.path, "at": one.at, "read": one.read}


def _wishes(player_id: int) -> dict[str, Any]:
    shown = asdict(wishes(player_id))
    switches = shown.pop("switches")
    by_name = {f"{one['kind']}:{channel}": one[channel] for one in switches for channel in ("page", "email", "push")}
    for name in ("quiet_from", "quiet_until"):
        shown[name] = shown[name] and shown[name].strftime("%H:%M")
    return {"switches": by_name, **shown}


def _uids(given: Mapping[str, Any]) -> list[UUID] | None:
    if "ids" not in given:
        return None
    ids = given["ids"]
    if not isinstance(ids, list) or len(ids) > MOST_MARKED or not all(isinstance(one, str) for one in ids):
        raise Refused("malformed", say("`ids` is a list of at most {most_marked} ids.", most_marked=MOST_MARKED), "ids")
    try:
        return [UUID(one) for one in ids]
    except ValueError:
        raise Refused("malformed", say("An id is one of those of the list."), "ids") from None


def _time(given: Mapping[str, Any], name: str, stands: time | None) -> time | None:
    if name not in given:
        return stands
    if given[name] is None:
        return None
    try:
        value = time.fromisoformat(text(given, name))
    except ValueError:
        value = time(tzinfo=None, second=1)
    if value.tzinfo is not None or value.second or value.microsecond:
        raise Refused("malformed", say("`{name}` is a time of day, as in 22:00.", name=name), name)
    return value
