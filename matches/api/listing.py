"""Lists of matches."""

from __future__ import annotations

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines import registry
from matches.api.paging import BeforeParams, listed
from matches.api.shapes import inline, many
from matches.api.validation import ChoiceField, IntegerField, validated
from matches.queries.listing import KINDS, LIVE, Listed, page

MOST = 100
LISTED = inline("MatchList", matches=many(Listed), next=serializers.IntegerField(allow_null=True))


class MatchesParams(BeforeParams):
    codes = {"kind": "unknown-kind", "game": "unknown-game"}
    kind = ChoiceField(KINDS, default=LIVE)
    game = ChoiceField(sorted(registry.keys()), required=False)
    limit = IntegerField(default=MOST, min_value=1, max_value=MOST, help_text="Matches a page.")


class MatchListView(APIView):
    @extend_schema(
        responses=LISTED,
        parameters=[MatchesParams],
    )
    def get(self, request: Request) -> Response:
        """Matches that are played, wait for players, or are over, as everybody may know; newest first."""
        params = validated(MatchesParams, request.query_params)
        limit = params.pop("limit")
        found = page(**params, limit=limit + 1)
        following = found[limit - 1].match_id if len(found) > limit else None
        return listed(request, {"matches": [asdict(one) for one in found[:limit]]}, before=following)
