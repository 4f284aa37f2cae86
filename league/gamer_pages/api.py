"""API views of Gamers: those of a season, and a league's own."""

from collections.abc import Sequence
from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say, told
from league.gamer_pages import serializers
from league.gamer_pages.queries import Card, gamer_page, page_of_cards
from league.gamers.actions import import_gamers, remove_gamers
from league.gamers.queries import OwnGamer, lines, own_gamers, preview
from league.leagues.queries.leagues import named_league
from league.leagues.queries.roles import allowed
from league.leagues.rules import DEED
from league.paging import Paging, cut
from league.people.sessions import signed_in
from league.seasons.api import terms_of
from matches.api.idempotency import creates
from matches.api.paging import listed, page_after
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused


class GamersView(APIView):
    """The Gamers of a season."""

    @extend_schema(
        operation_id="v1_gamers_list", responses=serializers.CardsSerializer, parameters=[serializers.CardsParams]
    )
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """The cards of a season's Gamers, each with the franchise it plays for."""
        terms = terms_of(request, slug, season_id)
        params = validated(serializers.CardsParams, request.query_params)
        return _page(request, *page_of_cards(terms, size=params.pop("limit"), **params))


class GamerView(APIView):
    """One Gamer of a season."""

    @extend_schema(responses=serializers.GamerSerializer)
    def get(self, request: Request, slug: str, season_id: int, gamer_id: int) -> Response:
        """A Gamer: the card, its seasons and contracts in this league, and its record in the league's matches."""
        page = gamer_page(terms_of(request, slug, season_id), gamer_id)
        if page is None:
            raise Refused("not-found", say("Gamer not found in this season."))
        return Response(asdict(page))


class OwnGamersView(APIView):
    """A league's own Gamers."""

    @extend_schema(
        operation_id="v1_league_gamers_list",
        responses=serializers.OwnGamersSerializer,
        parameters=[serializers.OwnGamersParams],
    )
    def get(self, request: Request, slug: str) -> Response:
        """A league's own Gamers, by handle."""
        params = validated(serializers.OwnGamersParams, request.query_params)
        rows, paging = cut(own_gamers(named_league(slug)), params["page"], params["limit"])
        return _page(request, lines(rows), paging)


class OwnGamerView(APIView):
    """One of a league's own Gamers."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, own_gamer_id: int) -> Response:
        """Remove one of a league's own Gamers that no season uses."""
        person = signed_in(request)
        remove_gamers(league_id=named_league(slug), by=person.pk, gamer=own_gamer_id, at=now())
        return Response(status=204)


class ImportView(APIView):
    """Import Gamers from a file."""

    @extend_schema(
        request=serializers.ImportSerializer,
        responses={201: serializers.ImportedSerializer, 200: serializers.ImportedSerializer},
    )
    @creates("leagues/{slug}/gamers/")
    def post(self, request: Request, slug: str) -> Response:
        """Import all Gamers of a file, or none. With `dry_run`, only validate the file (200)."""
        person, league_id = signed_in(request), named_league(slug)
        data = validated(serializers.ImportSerializer, request.data)
        if data.pop("dry_run"):
            if not allowed(person.pk, league_id, DEED):
                raise Refused("not-allowed", say("Only an organiser of this league may {deed}.", deed=told(DEED)))
            found = preview(league_id, data["text"])
            faults = [asdict(one) for one in found.faults]
            return Response({"gamers": len(found.entries), "imported": 0, "faults": faults})
        made = import_gamers(league_id=league_id, by=person.pk, **data, at=now())
        return Response({"gamers": made, "imported": made, "faults": []}, status=201)


def _page(request: Request, lines: Sequence[Card | OwnGamer], paging: Paging) -> Response:
    """Return the response with a page of Gamers."""
    body = {"gamers": [asdict(line) for line in lines], "page": paging.number, "pages": paging.paginator.num_pages}
    return listed(
        request, {**body, "total": paging.paginator.count}, page=page_after(paging.number, paging.paginator.num_pages)
    )
