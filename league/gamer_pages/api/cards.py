"""The Gamers of a season."""

from __future__ import annotations

from dataclasses import asdict

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.gamer_pages.api import serializers
from league.gamer_pages.queries.cards import MOST, NO_TALENT, PAGE, SORTS, Asked, page_of_cards
from league.gamer_pages.queries.gamer import gamer_page
from league.given import whole
from league.seasons.api.common import terms_of
from league.seasons.rules.terms import MOST_MONEY
from matches.api.paging import listed, page_after
from matches.refusals import Refused


class GamersView(APIView):
    @extend_schema(
        operation_id="v1_gamers_list",
        responses=serializers.CardsSerializer,
        parameters=[
            OpenApiParameter("genre", str),
            OpenApiParameter("talent", str, description=f"A Talent's id, or `{NO_TALENT}`."),
            OpenApiParameter("state", str, enum=["free", "taken"]),
            OpenApiParameter("text", str, description="In handle, name or text."),
            OpenApiParameter("least", int, description="Lowest salary."),
            OpenApiParameter("most", int, description="Highest salary."),
            OpenApiParameter("sort", str, enum=list(SORTS)),
            OpenApiParameter("page", int),
            OpenApiParameter("limit", int, description=f"Gamers a page, at most {MOST}."),
        ],
    )
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Cards of all Gamers of a season, and who has them."""
        terms, given = terms_of(request, slug, season_id), request.query_params
        asked = Asked(
            genre=given.get("genre", ""), talent=given.get("talent", ""), state=given.get("state", ""),
            text=given.get("text", ""), least=whole(given.get("least"), "least", least=0, most=MOST_MONEY),
            most=whole(given.get("most"), "most", least=0, most=MOST_MONEY), sort=given.get("sort", "dearest"),
        )  # fmt: skip
        number = whole(given.get("page"), "page") or 1
        size = whole(given.get("limit"), "limit", most=MOST) or PAGE
        cards, paging = page_of_cards(terms, asked, page=number, size=size)
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
