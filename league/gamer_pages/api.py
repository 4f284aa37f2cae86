"""API views of Gamers: those of a season, and a league's own."""

from collections.abc import Sequence
from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.i18n import translate as _
from league.gamer_pages import serializers
from league.gamer_pages.queries import Card, find_gamer_page, list_card_page
from league.gamers.actions import import_gamers, remove_gamers
from league.gamers.queries import OwnGamer, list_own_gamers, preview_import, to_own_gamers
from league.leagues.queries.leagues import get_league_id
from league.leagues.queries.roles import has_league_permission
from league.leagues.rules import PLAN_SEASONS
from league.pagination import PageInfo, paginate
from league.people.sessions import require_player
from league.seasons.api import get_season_terms
from matches.api.idempotency import creates
from matches.api.pagination import build_page_response, find_next_page
from matches.api.validation import validate_input
from matches.errors import ActionError
from matches.server_time import now


class GamersView(APIView):
    """The Gamers of a season."""

    @extend_schema(operation_id="v1_gamers_list", responses=serializers.CardsSerializer, parameters=[serializers.CardsParams])
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Return the cards of a season's Gamers, each with the franchise it plays for."""
        terms = get_season_terms(request, slug, season_id)
        params = validate_input(serializers.CardsParams, request.query_params)
        return _build_page(request, *list_card_page(terms, size=params.pop("limit"), **params))


class GamerView(APIView):
    """One Gamer of a season."""

    @extend_schema(responses=serializers.GamerSerializer)
    def get(self, request: Request, slug: str, season_id: int, gamer_id: int) -> Response:
        """Return a Gamer: the card, its seasons and contracts in this league, and its record in the league's matches."""
        page = find_gamer_page(get_season_terms(request, slug, season_id), gamer_id)
        if page is None:
            raise ActionError("not-found", _("Gamer not found in this season."))
        return Response(asdict(page))


class OwnGamersView(APIView):
    """A league's own Gamers."""

    @extend_schema(
        operation_id="v1_league_gamers_list",
        responses=serializers.OwnGamersSerializer,
        parameters=[serializers.OwnGamersParams],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return a league's own Gamers, by handle."""
        params = validate_input(serializers.OwnGamersParams, request.query_params)
        rows, paging = paginate(list_own_gamers(get_league_id(slug)), params["page"], params["limit"])
        return _build_page(request, to_own_gamers(rows), paging)


class OwnGamerView(APIView):
    """One of a league's own Gamers."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, own_gamer_id: int) -> Response:
        """Remove one of a league's own Gamers that no season uses."""
        user = require_player(request)
        remove_gamers(league_id=get_league_id(slug), by=user.pk, gamer=own_gamer_id, at=now())
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
        user, league_id = require_player(request), get_league_id(slug)
        data = validate_input(serializers.ImportSerializer, request.data)
        if data.pop("dry_run"):
            if not has_league_permission(user.pk, league_id, PLAN_SEASONS):
                raise ActionError("not-allowed", _("Only an organiser of this league may {action}.", action=_(PLAN_SEASONS)))
            result = preview_import(league_id, data["text"])
            faults = [asdict(fault) for fault in result.faults]
            return Response({"gamers": len(result.entries), "imported": 0, "faults": faults})
        count = import_gamers(league_id=league_id, by=user.pk, **data, at=now())
        return Response({"gamers": count, "imported": count, "faults": []}, status=201)


def _build_page(request: Request, lines: Sequence[Card | OwnGamer], paging: PageInfo) -> Response:
    """Return the response with a page of Gamers."""
    body = {"gamers": [asdict(line) for line in lines], "page": paging.number, "pages": paging.paginator.num_pages}
    return build_page_response(
        request, {**body, "total": paging.paginator.count}, page=find_next_page(paging.number, paging.paginator.num_pages)
    )
