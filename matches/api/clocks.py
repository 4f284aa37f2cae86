"""What concerns a player's clock alone: vacation, and how long the line takes."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from matches.actions import measuring, vacation
from matches.api import serializers
from matches.api.matches import asked, signed_in
from matches.moment import arrival, now
from matches.queries.board import board
from matches.refusals import Refused


class VacationView(APIView):
    @extend_schema(request=serializers.DaysSerializer, responses=serializers.BoardSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Where a turn has days: take days of vacation, in which your clock stands still."""
        player_id, given = signed_in(request), asked(request)
        vacation.take_vacation(match_id=match_id, player_id=player_id, days=given.get("days"), at=now())
        return Response(board(match_id, player_id))


class LagView(APIView):
    is_move = True

    @extend_schema(request=serializers.EchoSerializer, responses=serializers.LagSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Have your line measured: ask without `echo`, and send the token you get back at once.

        What a move is under way is given back to your clock, at most a second a move and two at the flag.
        """
        arrived = arrival(request.META)
        echo = asked(request).get("echo", "")
        if not isinstance(echo, str) or len(echo) > 200:
            raise Refused("bad-echo", say("Send back the token that you were given, as a text."), "echo")
        echo, lag_ms = measuring.measure(match_id=match_id, player_id=signed_in(request), echo=echo, at=arrived)
        return Response({"echo": echo, "lag_ms": lag_ms})
