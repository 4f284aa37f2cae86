"""Sealed bids for programs."""

from __future__ import annotations

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.season_pages import market_serializers
from league.seasons.actions.waiver_claims import claim, withdraw_claim
from league.seasons.api.common import actor, head_of, terms_of
from league.seasons.queries.claims import PAGE, opened_bids, own_bids
from matches.api.idempotency import creates
from matches.api.paging import listed
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused


class BidsView(APIView):
    @extend_schema(
        responses=market_serializers.BidsSerializer,
        parameters=[market_serializers.BidsParams],
    )
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Your own sealed bids, and everybody's that have been opened."""
        terms_of(request, slug, season_id)
        return _shown(request, slug, season_id, **validated(market_serializers.BidsParams, request.query_params))

    @extend_schema(request=market_serializers.NewBidSerializer, responses={201: market_serializers.BidsSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/bids/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Make a sealed bid for a free Gamer."""
        by = actor(request, slug, season_id)
        data = validated(market_serializers.NewBidSerializer, request.data)
        yours = head_of(request, slug, season_id).yours
        if yours is None:
            raise Refused("not-allowed", say("You have no franchise in this season."))
        claim(season_id=season_id, franchise_id=yours, **data, by=by, at=now())
        return _shown(request, slug, season_id, status=201)


class BidView(APIView):
    @extend_schema(responses={200: market_serializers.BidsSerializer})
    def delete(self, request: Request, slug: str, season_id: int, claim_id: int) -> Response:
        """Take your own bid back before the bids are opened."""
        by = actor(request, slug, season_id)
        withdraw_claim(season_id=season_id, claim_id=claim_id, by=by, at=now())
        return _shown(request, slug, season_id)


def _shown(
    request: Request, slug: str, season_id: int, *, before: int | None = None, limit: int = PAGE, status: int = 200
) -> Response:
    own = own_bids(season_id, head_of(request, slug, season_id).yours)
    found = opened_bids(season_id, before=before, limit=limit)
    given = {"yours": [asdict(one) for one in own], "opened": [asdict(one) for one in found.lines]}
    return listed(request, given, status=status, before=found.before)
