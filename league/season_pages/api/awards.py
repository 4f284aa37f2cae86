"""The prizes of a season for programs."""

from __future__ import annotations

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.season_pages import serializers
from league.seasons.actions.prizes import pay_prizes
from league.seasons.api.common import actor, terms_of
from league.seasons.queries.awards import awards
from matches.api.validation import validated
from matches.moment import now


class AwardsView(APIView):
    @extend_schema(responses=serializers.AwardsSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Prizes that were paid, and those that the standings propose."""
        return Response({"awards": [asdict(one) for one in awards(terms_of(request, slug, season_id))]})

    @extend_schema(request=serializers.PayPrizesSerializer, responses=serializers.AwardsSerializer)
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Pay prizes by key, each once, while the season is in its awards."""
        by = actor(request, slug, season_id)
        pay_prizes(season_id=season_id, by=by, **validated(serializers.PayPrizesSerializer, request.data), at=now())
        return self.get(request, slug, season_id)
