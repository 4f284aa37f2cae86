"""What is not of the match itself (`matches.api.matches`): lists, chat, ping, randomness and record keys."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.actions import clocks
from matches.actions.chat import mute, report, say
from matches.actions.creation import give_nonce
from matches.api import serializers
from matches.api.matches import signed_in
from matches.api.paging import listed
from matches.api.validation import validated
from matches.moment import arrival, now
from matches.queries.chat import chat
from matches.queries.listing import page
from matches.queries.record_verification import published
from matches.queries.seating import chance_of


class MatchListView(APIView):
    @extend_schema(responses=serializers.MATCH_LIST, parameters=[serializers.MatchesParams])
    def get(self, request: Request) -> Response:
        """Matches that are played, wait for players, or are over, as everybody may know; newest first."""
        params = validated(serializers.MatchesParams, request.query_params)
        limit = params.pop("limit")
        found = page(**params, limit=limit + 1)
        following = found[limit - 1].match_id if len(found) > limit else None
        return listed(request, {"matches": [asdict(one) for one in found[:limit]]}, before=following)


class ChanceView(APIView):
    @extend_schema(responses=serializers.ChanceSerializer)
    def get(self, request: Request, match_id: int) -> Response:
        """What the draws of the match are made of, as far as it is public."""
        return Response(chance_of(match_id))

    @extend_schema(request=serializers.NonceSerializer, responses=serializers.ChanceSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Give your seat's number, once, before the match starts. It goes into every draw."""
        player_id, data = signed_in(request), validated(serializers.NonceSerializer, request.data)
        give_nonce(match_id=match_id, player_id=player_id, **data)
        return Response(chance_of(match_id))


class ChatView(APIView):
    @extend_schema(responses=serializers.ChatSerializer)
    def get(self, request: Request, match_id: int) -> Response:
        """What is said at the match, as far as you may read it. Topics are to be followed at `/stream`."""
        return Response(chat(match_id, request.user.pk, now()))

    @extend_schema(request=serializers.SaySerializer, responses=serializers.ChatSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Say something to the other players, or to those who watch."""
        player_id, at = signed_in(request), now()
        data = validated(serializers.SaySerializer, request.data)
        say(match_id=match_id, player_id=player_id, **data, at=at)
        return Response(chat(match_id, player_id, at))


class MuteView(APIView):
    @extend_schema(request=serializers.MuteSerializer, responses=serializers.ChatSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Read nothing of a player any more, at any match, or read it again."""
        player_id = signed_in(request)
        mute(player_id=player_id, **validated(serializers.MuteSerializer, request.data))
        return Response(chat(match_id, player_id, now()))


class ReportView(APIView):
    @extend_schema(request=serializers.ReportSerializer, responses=serializers.ReportedSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Ask the staff to look at a message."""
        player_id, data = signed_in(request), validated(serializers.ReportSerializer, request.data)
        report(match_id=match_id, player_id=player_id, **data, at=now())
        return Response({"reported": True})


class LagView(APIView):
    is_move = True

    @extend_schema(request=serializers.EchoSerializer, responses=serializers.LagSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Have your line measured: ask without `echo`, and send the token you get back at once.

        What a move is under way is given back to your clock, at most a second a move and two at the flag.
        """
        arrived = arrival(request.META)
        data = validated(serializers.EchoSerializer, request.data)
        echo, lag_ms = clocks.measure(match_id=match_id, player_id=signed_in(request), **data, at=arrived)
        return Response({"echo": echo, "lag_ms": lag_ms})


class RecordKeysView(APIView):
    @extend_schema(responses=serializers.RecordKeysSerializer)
    def get(self, request: Request) -> Response:
        """Every key that signs records of this site, or has signed some; the newest first."""
        answer = Response(
            {"algorithm": "Ed25519", "keys": serializers.RecordKeySerializer(published(), many=True).data}
        )
        answer["Cache-Control"] = "no-cache"
        return answer
