"""What concerns a player's clock alone: vacation, and how long the line takes."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.actions import clocks
from matches.api import serializers
from matches.api.matches import signed_in
from matches.api.validation import validated
from matches.moment import arrival, now
from matches.queries.board import board


class VacationView(APIView):
    @extend_schema(request=serializers.DaysSerializer, responses=serializers.BoardSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Where a turn has days: take days of vacation, in which your clock stands still."""
        player_id, data = signed_in(request), validated(serializers.DaysSerializer, request.data)
        clocks.take_vacation(match_id=match_id, player_id=player_id, **data, at=now())
        return Response(board(match_id, player_id))


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
