"""Leaderboards for programs."""

from dataclasses import asdict

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.games import game
from league.ratings.queries import leaderboard
from matches.refusals import Refused


class LeaderboardView(APIView):
    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, key: str) -> Response:
        """The hundred best ratings of a game."""
        if game(key) is None:
            raise Refused("not-found", "There is no such game.")
        return Response({"game": key, "players": [asdict(line) for line in leaderboard(key)]})
