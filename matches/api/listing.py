"""Lists of matches."""

from __future__ import annotations

from dataclasses import asdict

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines import registry
from engines.words import say
from matches.api.paging import listed
from matches.api.shapes import inline, many
from matches.queries.listing import FINISHED, KINDS, LIVE, Listed, page
from matches.refusals import Refused

MOST = 100
GAMES = sorted(registry.keys())
LARGEST = (1 << 63) - 1
LISTED = inline("MatchList", matches=many(Listed), next=serializers.IntegerField(allow_null=True))


class MatchListView(APIView):
    @extend_schema(
        responses=LISTED,
        parameters=[
            OpenApiParameter("kind", str, enum=list(KINDS), description="Live ones if it is left out."),
            OpenApiParameter("game", str, enum=GAMES),
            OpenApiParameter("before", int, description="`next` of the page before."),
            OpenApiParameter("limit", int, description=f"Matches a page, at most {MOST}."),
        ],
    )
    def get(self, request: Request) -> Response:
        """Matches that are played, wait for players, or are over, as everybody may know; newest first."""
        asked = request.query_params
        kind, game = asked.get("kind", LIVE), asked.get("game", "")
        if kind not in KINDS:
            raise Refused(
                "unknown-kind", say("`kind` is {kinds} or {last}.", kinds=", ".join(KINDS[:-1]), last=FINISHED), "kind"
            )
        if game and game not in GAMES:
            raise Refused("unknown-game", say("There is no such game."), "game")
        limit = _number(asked.get("limit"), "limit", MOST) or MOST
        found = page(kind, game=game, before=_number(asked.get("before"), "before", LARGEST), limit=limit + 1)
        following = found[limit - 1].match_id if len(found) > limit else None
        return listed(request, {"matches": [asdict(one) for one in found[:limit]]}, before=following)


def _number(text: str | None, name: str, most: int) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 20 and 1 <= int(text) <= most):
        raise Refused("malformed", say("`{name}` is a whole number from 1 to {most}.", name=name, most=most), name)
    return int(text)
