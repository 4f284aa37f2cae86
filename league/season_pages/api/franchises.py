"""Franchises, free agents, releases and the ledger."""

from __future__ import annotations

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.season_pages import serializers
from league.seasons.actions.franchises import found, hand_over, remove, rename
from league.seasons.actions.free_agency import release, sign_free_agent
from league.seasons.actions.grants import fine, grant
from league.seasons.api.common import actor, shown_franchise, terms_of
from league.seasons.models import Contract, PaymentKind
from league.seasons.queries.franchises import franchises_of
from league.seasons.queries.ledger import Asked, ledger, totals
from league.seasons.queries.market import free_lines
from matches.api.idempotency import creates
from matches.api.paging import listed
from matches.api.validation import validated
from matches.moment import now


class FranchisesView(APIView):
    @extend_schema(operation_id="v1_franchises_list", responses=serializers.FranchisesSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """All franchises of a season with their payroll, needs and money."""
        lines = franchises_of(terms_of(request, slug, season_id))
        return Response({"franchises": [asdict(line) for line in lines]})

    @extend_schema(request=serializers.NewFranchiseSerializer, responses={201: serializers.FranchiseSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/franchises/{line[franchise_id]}/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Found a franchise: your own or, as an organiser, somebody's."""
        by = actor(request, slug, season_id)
        data = validated(serializers.NewFranchiseSerializer, request.data)
        made = found(season_id=season_id, by=by, **data, at=now())
        return shown_franchise(terms_of(request, slug, season_id), made, status=201)


class FranchiseView(APIView):
    @extend_schema(responses=serializers.FranchiseSerializer)
    def get(self, request: Request, slug: str, season_id: int, franchise_id: int) -> Response:
        """A franchise: its roster, what it may offer, and the contracts that are over."""
        return shown_franchise(terms_of(request, slug, season_id), franchise_id)

    @extend_schema(request=serializers.EditFranchiseSerializer, responses=serializers.FranchiseSerializer)
    def patch(self, request: Request, slug: str, season_id: int, franchise_id: int) -> Response:
        """Rename a franchise, or hand it over; one at a time."""
        by = actor(request, slug, season_id)
        data = validated(serializers.EditFranchiseSerializer, request.data, partial=True)
        act = rename if "name" in data else hand_over
        act(season_id=season_id, franchise_id=franchise_id, by=by, **{"why": "", **data}, at=now())
        return shown_franchise(terms_of(request, slug, season_id), franchise_id)

    @extend_schema(responses={200: serializers.FranchisesSerializer})
    def delete(self, request: Request, slug: str, season_id: int, franchise_id: int) -> Response:
        """Take a franchise out of a season in set-up."""
        by = actor(request, slug, season_id)
        remove(season_id=season_id, franchise_id=franchise_id, by=by, at=now())
        return self._all(request, slug, season_id)

    def _all(self, request: Request, slug: str, season_id: int) -> Response:
        lines = franchises_of(terms_of(request, slug, season_id))
        return Response({"franchises": [asdict(line) for line in lines]})


class MoneyView(APIView):
    @extend_schema(request=serializers.MoneySerializer, responses={201: serializers.FranchiseSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/franchises/{franchise_id}/")
    def post(self, request: Request, slug: str, season_id: int, franchise_id: int) -> Response:
        """Grant money to a franchise, or fine it, for a stated reason."""
        by = actor(request, slug, season_id)
        data = validated(serializers.MoneySerializer, request.data)
        act = grant if data.pop("kind") == PaymentKind.GRANT else fine
        act(season_id=season_id, franchise_id=franchise_id, by=by, **data, at=now())
        return shown_franchise(terms_of(request, slug, season_id), franchise_id, status=201)


class SignView(APIView):
    @extend_schema(request=serializers.SignSerializer, responses={201: serializers.FranchiseSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/franchises/{franchise_id}/")
    def post(self, request: Request, slug: str, season_id: int, franchise_id: int) -> Response:
        """Sign a free agent, first come; organisers for any franchise, with `why`."""
        by = actor(request, slug, season_id)
        data = validated(serializers.SignSerializer, request.data)
        sign_free_agent(season_id=season_id, franchise_id=franchise_id, by=by, **data, at=now())
        return shown_franchise(terms_of(request, slug, season_id), franchise_id, status=201)


class ReleaseView(APIView):
    @extend_schema(request=serializers.ReleaseSerializer, responses=serializers.FranchiseSerializer)
    def post(self, request: Request, slug: str, season_id: int, contract_id: int) -> Response:
        """Release a Gamer. What stays on the cap stands in the season's terms."""
        by = actor(request, slug, season_id)
        data = validated(serializers.ReleaseSerializer, request.data)
        release(season_id=season_id, contract_id=contract_id, by=by, **data, at=now())
        franchise = Contract.objects.values_list("franchise", flat=True).get(pk=contract_id)
        return shown_franchise(terms_of(request, slug, season_id), franchise)


class FreeAgentsView(APIView):
    @extend_schema(responses=serializers.PoolSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Gamers whom no franchise has, dearest first."""
        terms_of(request, slug, season_id)
        return Response({"gamers": [asdict(line) for line in free_lines(season_id)]})


class LedgerView(APIView):
    @extend_schema(
        responses=serializers.LedgerSerializer,
        parameters=[serializers.LedgerParams],
    )
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """The payments of a season, newest first, and their sums."""
        terms_of(request, slug, season_id)
        params = validated(serializers.LedgerParams, request.query_params)
        before, limit = params.pop("before", None), params.pop("limit")
        shown = ledger(season_id, Asked(**params).checked(season_id), before=before, limit=limit)
        body = {"totals": asdict(totals(season_id)), "payments": [asdict(line) for line in shown.lines]}
        return listed(request, body, before=shown.before)
