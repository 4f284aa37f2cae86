"""The Gamers of a season."""

from __future__ import annotations

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.gamer_pages.api import serializers
from league.gamer_pages.queries.cards import Asked, page_of_cards
from league.gamer_pages.queries.gamer import gamer_page
from league.seasons.api.common import terms_of
from matches.api.paging import listed, page_after
from matches.api.validation import validated
from matches.refusals import Refused


class GamersView(APIView):
    @extend_schema(
        operation_id="v1_gamers_list",
        responses=serializers.CardsSerializer,
        parameters=[serializers.CardsParams],
    )
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Cards of all Gamers of a season, and who has them."""
        terms = terms_of(request, slug, season_id)
        params = validated(serializers.CardsParams, request.query_params)
        page = {"page": params.pop("page"), "size": params.pop("limit")}
        cards, paging = page_of_cards(terms, Asked(**params), **page)
        shown = [asdict(card) for card in cards]
        body = {"gamers": shown, "page": paging.number, "pages": paging.pages, "total": paging.total}
        return listed(request, body, page=page_after(paging.number, paging.pages))


class GamerView(APIView):
    @extend_schema(responses=serializers.GamerSerializer)
    def get(self, request: Request, slug: str, season_id: int, gamer_id: int) -> Response:
        """A Gamer: the card, its seasons and contracts in this league, and what it did in the league's matches."""
        page = gamer_page(terms_of(request, slug, season_id), gamer_id)
        if page is None:
            raise Refused("not-found", say("There is no such Gamer in this season."))
        return Response(asdict(page))
