"""Terms, phases, windows, pool and carrying over."""

from __future__ import annotations

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.season_pages import serializers
from league.seasons.actions.phases import go_to
from league.seasons.actions.pool import drop_gamer, fill_pool, set_salaries
from league.seasons.actions.season_rollover import carry_over
from league.seasons.actions.terms import edit_terms, open_season
from league.seasons.actions.windows import add_window, remove_window
from league.seasons.api.common import actor, shown_terms, terms_of
from league.seasons.queries.franchises import franchises_of
from league.seasons.queries.market import pool_lines
from matches.api.idempotency import creates
from matches.api.validation import validated
from matches.moment import now


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
        data = validated(serializers.EditTermsSerializer, request.data)
        open_season(season_id=season_id, by=by, why=data.pop("why"), given=data, at=now())
        return shown_terms(request, slug, season_id, status=201)

    @extend_schema(request=serializers.EditTermsSerializer, responses=serializers.TermsSerializer)
    def patch(self, request: Request, slug: str, season_id: int) -> Response:
        """Change terms; those left out stay as they are."""
        by = actor(request, slug, season_id)
        data = validated(serializers.EditTermsSerializer, request.data)
        edit_terms(season_id=season_id, by=by, why=data.pop("why"), given=data, at=now())
        return shown_terms(request, slug, season_id)


class PhaseView(APIView):
    @extend_schema(request=serializers.PhaseSerializer, responses=serializers.TermsSerializer)
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Take the season to another phase; a refusal names what is missing."""
        by = actor(request, slug, season_id)
        go_to(season_id=season_id, by=by, **validated(serializers.PhaseSerializer, request.data), at=now())
        return shown_terms(request, slug, season_id)


class WindowsView(APIView):
    @extend_schema(request=serializers.NewWindowSerializer, responses={201: serializers.TermsSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/terms/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Plan a window."""
        by = actor(request, slug, season_id)
        add_window(season_id=season_id, by=by, **validated(serializers.NewWindowSerializer, request.data), at=now())
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
        carry_over(season_id=season_id, by=by, **validated(serializers.CarrySerializer, request.data), at=now())
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
        fill_pool(season_id=season_id, by=by, **validated(serializers.FillPoolSerializer, request.data), at=now())
        return _pool(season_id, status=201)


class PoolGamerView(APIView):
    @extend_schema(request=serializers.SalarySerializer, responses=serializers.PoolSerializer)
    def patch(self, request: Request, slug: str, season_id: int, gamer_id: int) -> Response:
        """Change a Gamer's salary in this season, in set-up."""
        by = actor(request, slug, season_id)
        data = validated(serializers.SalarySerializer, request.data)
        set_salaries(season_id=season_id, by=by, salaries={gamer_id: data["salary"]}, why=data["why"], at=now())
        return _pool(season_id)

    @extend_schema(responses={200: serializers.PoolSerializer})
    def delete(self, request: Request, slug: str, season_id: int, gamer_id: int) -> Response:
        """Take a Gamer out of the season, in set-up."""
        by = actor(request, slug, season_id)
        drop_gamer(season_id=season_id, by=by, gamer=gamer_id, at=now())
        return _pool(season_id)


def _pool(season_id: int, status: int = 200) -> Response:
    return Response({"gamers": [asdict(line) for line in pool_lines(season_id)]}, status=status)
