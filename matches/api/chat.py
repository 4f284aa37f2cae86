"""The door of a match's chat: read, write, mute, report."""

from __future__ import annotations

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.actions import chatting
from matches.actions.chatting import say as send_chat
from matches.api import serializers
from matches.api.matches import signed_in
from matches.api.validation import validated
from matches.moment import now
from matches.queries.chat import chat


class ChatView(APIView):
    @extend_schema(responses=serializers.ChatSerializer)
    def get(self, request: Request, match_id: int) -> Response:
        """What is said at the match, as far as you may read it. Topics are to be followed at `/stream`."""
        return Response(asdict(chat(match_id, request.user.pk, now())))

    @extend_schema(request=serializers.SaySerializer, responses=serializers.ChatSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Say something to the other players, or to those who watch."""
        player_id, at = signed_in(request), now()
        data = validated(serializers.SaySerializer, request.data)
        send_chat(match_id=match_id, player_id=player_id, **data, at=at)
        return Response(asdict(chat(match_id, player_id, at)))


class MuteView(APIView):
    @extend_schema(request=serializers.MuteSerializer, responses=serializers.ChatSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Read nothing of a player any more, at any match, or read it again."""
        player_id = signed_in(request)
        chatting.mute(player_id=player_id, **validated(serializers.MuteSerializer, request.data))
        return Response(asdict(chat(match_id, player_id, now())))


class ReportView(APIView):
    @extend_schema(request=serializers.ReportSerializer, responses=serializers.ReportedSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Ask the staff to look at a message."""
        player_id, data = signed_in(request), validated(serializers.ReportSerializer, request.data)
        chatting.report(match_id=match_id, player_id=player_id, **data, at=now())
        return Response({"reported": True})
