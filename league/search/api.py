"""The search for programs."""

from __future__ import annotations

from dataclasses import asdict

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.given import whole
from league.people.sessions import reader
from league.search.queries import KINDS, LONGEST, MOST, SHORTEST, SHOWN, search
from league.search.shapes import Found
from matches.api.shapes import shape


class SearchView(APIView):
    @extend_schema(
        responses=shape(Found, "Search"),
        parameters=[
            OpenApiParameter(
                "text",
                str,
                required=True,
                description=f"Words, all to be found: {SHORTEST} to {LONGEST} letters.",
            ),
            OpenApiParameter("kind", str, enum=list(KINDS), description="Things of this kind alone."),
            OpenApiParameter("limit", int, description=f"Things of each kind, {SHOWN} unless given, at most {MOST}."),
        ],
    )
    def get(self, request: Request) -> Response:
        """Players, leagues, events, Gamers, games and help by words, the best of each kind first."""
        asked, person = request.query_params, reader(request._request)
        found = search(
            asked.get("text", ""), reader_id=person.pk if person else None, kind=asked.get("kind", ""),
            limit=whole(asked.get("limit"), "limit", most=MOST) or SHOWN,
        )  # fmt: skip
        return Response(asdict(found))
