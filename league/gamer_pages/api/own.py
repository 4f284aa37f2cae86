"""A league's own Gamers."""

from __future__ import annotations

from dataclasses import asdict

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say, told
from league.gamer_pages.api import serializers
from league.gamers.queries.own import lines, own_gamers, preview
from league.given import fields, signed_in, text, truth, whole
from league.leagues.queries.page import named_league
from league.leagues.queries.roles import allowed
from league.leagues.rules import DEED
from league.seasons.actions.gamer_import import import_gamers, remove_gamers
from matches.api.idempotency import creates
from matches.api.paging import listed, page_after
from matches.moment import now
from matches.refusals import Refused

PAGE, MOST = 100, 500


class OwnGamersView(APIView):
    @extend_schema(
        operation_id="v1_league_gamers_list",
        responses=serializers.OwnGamersSerializer,
        parameters=[
            OpenApiParameter("page", int),
            OpenApiParameter("limit", int, description=f"Gamers a page, at most {MOST}."),
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        """The Gamers whom a league has beside the default set, by handle."""
        asked = request.query_params
        number, size = whole(asked.get("page"), "page") or 1, whole(asked.get("limit"), "limit", most=MOST) or PAGE
        rows = own_gamers(named_league(slug))
        total = rows.count()
        pages = max(1, -(-total // size))
        number = min(number, pages)
        shown = lines(rows[(number - 1) * size : number * size])
        body = {"gamers": [asdict(one) for one in shown], "page": number, "pages": pages, "total": total}
        return listed(request, body, page=page_after(number, pages))


class OwnGamerView(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, own_gamer_id: int) -> Response:
        """Remove a Gamer whom no season has."""
        person = signed_in(request)
        remove_gamers(league_id=named_league(slug), by=person.pk, gamer=own_gamer_id, at=now())
        return Response(status=204)


class ImportView(APIView):
    @extend_schema(
        request=serializers.ImportSerializer,
        responses={201: serializers.ImportedSerializer, 200: serializers.ImportedSerializer},
    )
    @creates("leagues/{slug}/gamers/")
    def post(self, request: Request, slug: str) -> Response:
        """Import Gamers, all or none; with `dry_run` only tell (200) what would be done and what is wrong."""
        person, league_id = signed_in(request), named_league(slug)
        given = fields(request.data, needed=["text"], others=["dry_run", "why"])
        content = text(given, "text")
        if "dry_run" in given and truth(given, "dry_run"):
            if not allowed(person.pk, league_id, DEED):
                raise Refused("not-allowed", say("Only an organiser of this league may {deed}.", deed=told(DEED)))
            found = preview(league_id, content)
            faults = [asdict(one) for one in found.faults]
            return Response({"gamers": len(found.entries), "imported": 0, "faults": faults})
        made = import_gamers(league_id=league_id, by=person.pk, text=content, why=text(given, "why"), at=now())
        return Response({"gamers": made, "imported": made, "faults": []}, status=201)
