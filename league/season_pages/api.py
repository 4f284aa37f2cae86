"""Seasons with franchises for programs."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.lineups.actions import drop_lineup, plan_lineup
from league.lineups.queries import lineup_page
from league.season_pages import serializers
from league.seasons.actions.contracts import release, sign_free_agent
from league.seasons.actions.franchises import found, hand_over, remove, rename
from league.seasons.actions.payments import fine, grant, pay_prizes
from league.seasons.actions.pool import drop_gamer, fill_pool, set_salaries
from league.seasons.actions.season_rollover import carry_over
from league.seasons.actions.terms import add_window, edit_terms, go_to, open_season, remove_window
from league.seasons.api import actor, perform, shown_franchise, shown_terms, terms_of
from league.seasons.models import Contract, PaymentKind
from league.seasons.queries.franchises import franchises_of
from league.seasons.queries.ledger import check_franchise, ledger, totals
from league.seasons.queries.market import free_lines, pool_lines
from league.seasons.queries.standings import awards
from matches.api.idempotency import creates
from matches.api.paging import listed
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused


class FranchisesView(APIView):
    @extend_schema(operation_id="v1_franchises_list", responses=serializers.FranchisesSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """All franchises of a season with their payroll, needs and money."""
        return _franchises(request, slug, season_id)

    @extend_schema(request=serializers.NewFranchiseSerializer, responses={201: serializers.FranchiseSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/franchises/{line[franchise_id]}/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Found a franchise: your own or, as an organiser, somebody's."""
        made = perform(request, slug, season_id, found, serializers.NewFranchiseSerializer)
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
        perform(request, slug, season_id, remove, franchise_id=franchise_id)
        return _franchises(request, slug, season_id)


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
        perform(request, slug, season_id, sign_free_agent, serializers.SignSerializer, franchise_id=franchise_id)
        return shown_franchise(terms_of(request, slug, season_id), franchise_id, status=201)


class ReleaseView(APIView):
    @extend_schema(request=serializers.ReleaseSerializer, responses=serializers.FranchiseSerializer)
    def post(self, request: Request, slug: str, season_id: int, contract_id: int) -> Response:
        """Release a Gamer. What stays on the cap stands in the season's terms."""
        perform(request, slug, season_id, release, serializers.ReleaseSerializer, contract_id=contract_id)
        franchise = Contract.objects.values_list("franchise", flat=True).get(pk=contract_id)
        return shown_franchise(terms_of(request, slug, season_id), franchise)


class FreeAgentsView(APIView):
    @extend_schema(responses=serializers.PoolSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Gamers whom no franchise has, dearest first."""
        terms_of(request, slug, season_id)
        return Response({"gamers": [asdict(line) for line in free_lines(season_id)]})


class LedgerView(APIView):
    @extend_schema(responses=serializers.LedgerSerializer, parameters=[serializers.LedgerParams])
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """The payments of a season, newest first, and their sums."""
        terms_of(request, slug, season_id)
        params = validated(serializers.LedgerParams, request.query_params)
        check_franchise(season_id, params.get("franchise"))
        shown = ledger(season_id, **params)
        body = {"totals": asdict(totals(season_id)), "payments": [asdict(line) for line in shown.lines]}
        return listed(request, body, before=shown.before)


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
        perform(request, slug, season_id, go_to, serializers.PhaseSerializer)
        return shown_terms(request, slug, season_id)


class WindowsView(APIView):
    @extend_schema(request=serializers.NewWindowSerializer, responses={201: serializers.TermsSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/terms/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Plan a window."""
        perform(request, slug, season_id, add_window, serializers.NewWindowSerializer)
        return shown_terms(request, slug, season_id, status=201)


class WindowView(APIView):
    @extend_schema(responses={200: serializers.TermsSerializer})
    def delete(self, request: Request, slug: str, season_id: int, window_id: int) -> Response:
        """Remove a window."""
        perform(request, slug, season_id, remove_window, window_id=window_id)
        return shown_terms(request, slug, season_id)


class CarryView(APIView):
    @extend_schema(request=serializers.CarrySerializer, responses={201: serializers.FranchisesSerializer})
    @creates("leagues/{slug}/seasons/{season_id}/franchises/")
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Carry the franchises of an archived season, or those named, into this one."""
        perform(request, slug, season_id, carry_over, serializers.CarrySerializer)
        return _franchises(request, slug, season_id, status=201)


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
        perform(request, slug, season_id, fill_pool, serializers.FillPoolSerializer)
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
        perform(request, slug, season_id, drop_gamer, gamer=gamer_id)
        return _pool(season_id)


def _franchises(request: Request, slug: str, season_id: int, status: int = 200) -> Response:
    lines = franchises_of(terms_of(request, slug, season_id))
    return Response({"franchises": [asdict(line) for line in lines]}, status=status)


def _pool(season_id: int, status: int = 200) -> Response:
    return Response({"gamers": [asdict(line) for line in pool_lines(season_id)]}, status=status)


class AwardsView(APIView):
    @extend_schema(responses=serializers.AwardsSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Prizes that were paid, and those that the standings propose."""
        return Response({"awards": [asdict(one) for one in awards(terms_of(request, slug, season_id))]})

    @extend_schema(request=serializers.PayPrizesSerializer, responses=serializers.AwardsSerializer)
    def post(self, request: Request, slug: str, season_id: int) -> Response:
        """Pay prizes by key, each once, while the season is in its awards."""
        perform(request, slug, season_id, pay_prizes, serializers.PayPrizesSerializer)
        return self.get(request, slug, season_id)


class LineupView(APIView):
    @extend_schema(responses=serializers.LineupSerializer)
    def get(self, request: Request, slug: str, season_id: int, event_id: int) -> Response:
        """The roster of your franchise with the line-up that it plans for an event; nobody else sees it."""
        return self._shown(request, slug, season_id, event_id)

    @extend_schema(request=serializers.PlanLineupSerializer, responses=serializers.LineupSerializer)
    def put(self, request: Request, slug: str, season_id: int, event_id: int) -> Response:
        """Plan your line-up for the next matches of an event that open: four Gamers or more."""
        perform(request, slug, season_id, plan_lineup, serializers.PlanLineupSerializer, event_id=event_id)
        return self._shown(request, slug, season_id, event_id)

    @extend_schema(responses={200: serializers.LineupSerializer})
    def delete(self, request: Request, slug: str, season_id: int, event_id: int) -> Response:
        """Plan nothing: the four best who are free are sent (highest sum of stats, then salary)."""
        drop_lineup(season_id=season_id, event_id=event_id, by=actor(request, slug, season_id))
        return self._shown(request, slug, season_id, event_id)

    def _shown(self, request: Request, slug: str, season_id: int, event_id: int) -> Response:
        terms_of(request, slug, season_id)
        page = lineup_page(season_id, event_id, actor(request, slug, season_id))
        if page is None:
            raise Refused("not-found", say("You have no line-up to choose here."))
        return Response(asdict(page))
