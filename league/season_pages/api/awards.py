"""The prizes of a season for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.given import fields, text
from league.season_pages import serializers
from league.seasons.actions.prizes import pay_prizes
from league.seasons.api.common import actor, count, terms_of
from league.seasons.queries.awards import awards
from league.seasons.rules.terms import MOST_MONEY
from matches.moment import now
from matches.refusals import Refused


class AwardsView(APIView):
    @extend_schema(responses=serializers.AwardsSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Prizes that were paid, and those that the standings propose."""
        return Response({"awards": [asdict(one) for one in awards(terms_of(request, slug, season_id))]})

    @extend_schema(request=serializers.PayPrizesSerializer, responses=serializers.AwardsSerializer)
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Pay prizes by key, each once, while the season is in its awards."""
        by = actor(request, slug, season_id)
        given = fields(request.data, needed=["amounts"], others=["why"])
        sent = given["amounts"]
        if not isinstance(sent, Mapping):
            raise Refused("malformed", say("`amounts` is an object: by the key of an award, its amount."), "amounts")
        amounts = {str(key): count(sent, key, least=0, most=MOST_MONEY) for key in sent}
        pay_prizes(season_id=season_id, by=by, amounts=amounts, why=text(given, "why"), at=now())
        return self.get(request, slug, season_id)
