"""The door of a match's chat: read, write, mute, report."""

from __future__ import annotations

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from matches.actions import chatting
from matches.actions.chatting import say as send_chat
from matches.api import serializers
from matches.api.matches import asked, signed_in
from matches.moment import now
from matches.queries.chat import chat
from matches.refusals import Refused


class ChatView(APIView):
    @extend_schema(responses=serializers.ChatSerializer)
    def get(self, request: Request, match_id: int) -> Response:
        """What is said at the match, as far as you may read it. Topics are to be followed at `/stream`."""
        return Response(asdict(chat(match_id, request.user.pk, now())))

    @extend_schema(request=serializers.SaySerializer, responses=serializers.ChatSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Say something to the other players, or to those who watch."""
        player_id, given, at = signed_in(request), asked(request), now()
        send_chat(match_id=match_id, player_id=player_id, room=given.get("room", ""), text=given.get("text", ""), at=at)
        return Response(asdict(chat(match_id, player_id, at)))


class MuteView(APIView):
    @extend_schema(request=serializers.MuteSerializer, responses=serializers.ChatSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Read nothing of a player any more, at any match, or read it again."""
        player_id, given = signed_in(request), asked(request)
        username, muted = given.get("player", ""), given.get("muted", True)
        if not isinstance(username, str) or not isinstance(muted, bool):
            raise Refused("malformed", say("`player` is a username, `muted` true or false."), "player")
        chatting.mute(player_id=player_id, username=username, muted=muted)
        return Response(asdict(chat(match_id, player_id, now())))


class ReportView(APIView):
    @extend_schema(request=serializers.ReportSerializer, responses=serializers.ReportedSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Ask the staff to look at a message."""
        player_id, given = signed_in(request), asked(request)
        room, n = given.get("room", ""), given.get("n")
        if not isinstance(room, str) or not isinstance(n, int) or isinstance(n, bool) or not 0 < n < 2**31:
            raise Refused("malformed", say("Name the message by its room and its number."), "n")
        chatting.report(match_id=match_id, player_id=player_id, room=room, n=n, why=given.get("why", ""), at=now())
        return Response({"reported": True})
