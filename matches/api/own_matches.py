"""API views of a player's own matches, for programs that play."""

from dataclasses import asdict

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.api.dataclass_schemas import get_serializer_class, inline_serializer, list_serializer
from matches.api.matches import get_player_id
from matches.queries.described_moves import MAX_TURN_WAIT_S, DescribedMoves, describe_moves
from matches.queries.own_matches import OwnMatch, list_own_matches
from matches.queries.submission_status import parse_wait_s

TURN_WAIT = OpenApiParameter(
    "wait", OpenApiTypes.FLOAT, description=f"Seconds to wait until you are to move, at most {MAX_TURN_WAIT_S:g}."
)


class OwnMatchesView(APIView):
    """The player's unfinished matches, at `/matches/own/`."""

    @extend_schema(responses=inline_serializer("OwnMatches", matches=list_serializer(OwnMatch)))
    def get(self, request: Request) -> Response:
        """List your unfinished matches: first those in which you are to move, by deadline."""
        return Response({"matches": [asdict(match) for match in list_own_matches(get_player_id(request))]})


class MovesView(APIView):
    """The moves of the player to act, at `/matches/{id}/moves/`."""

    @extend_schema(responses=get_serializer_class(DescribedMoves), parameters=[TURN_WAIT])
    def get(self, request: Request, match_id: int) -> Response:
        """Return your legal moves with their effect in words, at most 500.

        `complete` is false if there are more, as for secret set-ups: then these are examples, and others are legal too.
        With `wait`, the response comes once you are to move in a running match. If you are not by then, or the match
        has ended, the request is refused with `not-your-turn`.
        """
        parse_wait_s(request.query_params, MAX_TURN_WAIT_S)  # `matches.stream.turn_wait` waits.
        return Response(asdict(describe_moves(match_id, get_player_id(request))))
