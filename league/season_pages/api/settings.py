"""Terms, phases, windows, pool and carrying over."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.given import fields, text, truth
from league.season_pages import serializers
from league.seasons.actions.phases import go_to
from league.seasons.actions.pool import drop_gamer, fill_pool, set_salaries
from league.seasons.actions.season_rollover import carry_over
from league.seasons.actions.terms import edit_terms, open_season
from league.seasons.actions.windows import add_window, remove_window
from league.seasons.api.common import actor, count, moment, shown_terms, terms_of
from league.seasons.queries.franchises import franchises_of
from league.seasons.queries.market import pool_lines
from league.seasons.rules.terms import BY_NAME
from matches.api.idempotency import creates
from matches.moment import now
from matches.refusals import Refused


class TermsView(APIView):
    @extend_schema(responses=serializers.TermsSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """What a season with franchises is played by, its phase, and what the next one needs."""
        return shown_terms(request, slug, season_id)

    @extend_schema(request=serializers.EditTermsSerializer, responses={201: serializers.TermsSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/terms/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Open a planned season for franchises."""
        by = actor(request, slug, season_id)
        values, why = _terms(request)
        open_season(season_id=season_id, by=by, given=values, why=why, at=now())
        return shown_terms(request, slug, season_id, status=201)

    @extend_schema(request=serializers.EditTermsSerializer, responses=serializers.TermsSerializer)
    def patch(self, request: Request, slug: str, season_id: int) -> Response:
        """Change terms; those left out stay as they are."""
        by = actor(request, slug, season_id)
        values, why = _terms(request)
        edit_terms(season_id=season_id, by=by, given=values, why=why, at=now())
        return shown_terms(request, slug, season_id)


def _terms(request: Request) -> tuple[dict[str, Any], str]:
    given = dict(fields(request.data, others=[*BY_NAME, "why"]))
    why = text(given, "why")
    given.pop("why", None)
    return given, why


class PhaseView(APIView):
    @extend_schema(request=serializers.PhaseSerializer, responses=serializers.TermsSerializer)
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Take the season to another phase; a refusal names what is missing."""
        by = actor(request, slug, season_id)
        given = fields(request.data, needed=["to"], others=["why"])
        go_to(season_id=season_id, by=by, to=text(given, "to"), why=text(given, "why"), at=now())
        return shown_terms(request, slug, season_id)


class WindowsView(APIView):
    @extend_schema(request=serializers.NewWindowSerializer, responses={201: serializers.TermsSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/terms/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Plan a window."""
        by = actor(request, slug, season_id)
        given = fields(request.data, needed=["kind", "opens_at", "closes_at"], others=["why"])
        add_window(
            season_id=season_id, by=by, kind=text(given, "kind"), opens_at=moment(given, "opens_at"),
            closes_at=moment(given, "closes_at"), why=text(given, "why"), at=now(),
        )  # fmt: skip
        return shown_terms(request, slug, season_id, status=201)


class WindowView(APIView):
    @extend_schema(responses={200: serializers.TermsSerializer})
    def delete(self, request: Request, slug: str, season_id: int, window_id: int) -> Response:
        """Remove a window."""
        by = actor(request, slug, season_id)
        remove_window(season_id=season_id, window_id=window_id, by=by, at=now())
        return shown_terms(request, slug, season_id)


class CarryView(APIView):
    @extend_schema(request=serializers.CarrySerializer, responses={201: serializers.FranchisesSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/franchises/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Carry the franchises of an archived season, or those named, into this one."""
        by = actor(request, slug, season_id)
        given = fields(request.data, needed=["source_id"], others=["franchise_ids", "why"])
        chosen = given.get("franchise_ids")
        if chosen is not None and not isinstance(chosen, list):
            raise Refused("malformed", say("`franchise_ids` is a list of numbers."), "franchise_ids")
        ids = None if chosen is None else [count({"franchise_ids": one}, "franchise_ids") for one in chosen]
        carry_over(
            season_id=season_id,
            source=count(given, "source_id"),
            by=by,
            franchises=ids,
            why=text(given, "why"),
            at=now(),
        )
        lines = franchises_of(terms_of(request, slug, season_id))
        return Response({"franchises": [asdict(line) for line in lines]}, status=201)


class PoolView(APIView):
    @extend_schema(responses=serializers.PoolSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Everybody who can be had in the season, dearest first."""
        terms_of(request, slug, season_id)
        return _pool(season_id)

    @extend_schema(request=serializers.FillPoolSerializer, responses={201: serializers.PoolSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/pool/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Add the default set, the league's own Gamers, or both."""
        by = actor(request, slug, season_id)
        given = fields(request.data, others=["default", "own", "why"])
        chosen = {name: truth(given, name) for name in ("default", "own") if name in given}
        fill_pool(season_id=season_id, by=by, **chosen, why=text(given, "why"), at=now())
        return _pool(season_id, status=201)


class PoolGamerView(APIView):
    @extend_schema(request=serializers.SalarySerializer, responses=serializers.PoolSerializer)
    def patch(self, request: Request, slug: str, season_id: int, gamer_id: int) -> Response:
        """Change a Gamer's salary in this season, in set-up."""
        by = actor(request, slug, season_id)
        given = fields(request.data, needed=["salary"], others=["why"])
        salary = count(given, "salary")
        set_salaries(season_id=season_id, by=by, salaries={gamer_id: salary}, why=text(given, "why"), at=now())
        return _pool(season_id)

    @extend_schema(responses={200: serializers.PoolSerializer})
    def delete(self, request: Request, slug: str, season_id: int, gamer_id: int) -> Response:
        """Take a Gamer out of the season, in set-up."""
        by = actor(request, slug, season_id)
        drop_gamer(season_id=season_id, by=by, gamer=gamer_id, at=now())
        return _pool(season_id)


def _pool(season_id: int, status: int = 200) -> Response:
    return Response({"gamers": [asdict(line) for line in pool_lines(season_id)]}, status=status)
