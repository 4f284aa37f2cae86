"""Players for programs."""

from dataclasses import asdict

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.people.queries import PlayedMatch, player_page
from matches.refusals import Refused


class PlayerView(APIView):
    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, username: str) -> Response:
        """A player: ratings, rated record, matches being played and the last ones played."""
        page = player_page(username)
        if page is None:
            raise Refused("not-found", "There is no such player.")
        shown = asdict(page)
        shown["live"] = [_match(one) for one in page.live]
        shown["recent"] = [_match(one) for one in page.recent]
        return Response(shown)


def _match(one: PlayedMatch) -> dict[str, object]:
    return {
        "match": one.match.match_id,
        "game": one.match.game,
        "title": one.match.title,
        "side": one.seat.name,
        "opponents": [other.username for other in one.opponents],
        "result": one.result,
        "outcome": one.match.outcome_text,
        "rating_change": one.change,
        "closed_at": one.match.closed_at,
    }
