"""API views of seasons with franchises: settings, franchises, money, line-ups and prizes."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from engines.i18n import translate as _
from league.lineups.actions import drop_lineup, plan_lineup
from league.lineups.queries import find_lineup_page
from league.season_pages import serializers
from league.seasons.actions.contracts import release_gamer, sign_free_agent
from league.seasons.actions.franchises import create_franchise, remove_franchise, rename_franchise, transfer_franchise
from league.seasons.actions.payments import fine_franchise, grant_money, pay_prizes
from league.seasons.actions.pool import drop_gamer, fill_pool, set_salaries
from league.seasons.actions.season_rollover import roll_over
from league.seasons.actions.settings import add_window, change_phase, edit_settings, enable_franchises, remove_window
from league.seasons.api import Action, ResponseSpec, endpoint, get_actor_id, get_season_terms, respond_with, run_action
from league.seasons.models import Contract, PaymentKind
from league.seasons.queries.franchises import find_franchise_page, list_franchises
from league.seasons.queries.ledger import check_franchise_filter, compute_totals, list_payments
from league.seasons.queries.market import GamerLine, list_free_agents, list_pool
from league.seasons.queries.settings import get_settings_page
from league.seasons.queries.standings import list_awards
from matches.api.pagination import build_page_response
from matches.api.validation import validate_input
from matches.errors import get_or_refuse
from matches.server_time import now

SEASON = "leagues/{slug}/seasons/{season_id}/"


def _show_terms(request: Request, slug: str, season_id: int, status: int = 200, **_: Any) -> Response:
    terms = get_season_terms(request, slug, season_id)
    page = get_settings_page(terms, now())
    body = {
        "phase": terms.phase,
        "terms": {line.name: line.value for line in page.lines},
        "may_change": [line.name for line in page.lines if line.may_change],
        "windows": [asdict(row) for row in page.windows],
        "pool": page.pool,
        "steps": [asdict(row) for row in page.steps],
    }
    return Response(body, status=status)


def _show_gamers(
    list_gamers: Callable[[int], list[GamerLine]], request: Request, slug: str, season_id: int, status: int = 200, **_: Any
) -> Response:
    get_season_terms(request, slug, season_id)
    return Response({"gamers": [asdict(line) for line in list_gamers(season_id)]}, status=status)


def _show_franchises(request: Request, slug: str, season_id: int, status: int = 200, **_: Any) -> Response:
    lines = list_franchises(get_season_terms(request, slug, season_id))
    return Response({"franchises": [asdict(line) for line in lines]}, status=status)


def _show_franchise(
    request: Request, slug: str, season_id: int, franchise_id: int, status: int = 200, **_unused: Any
) -> Response:
    page = find_franchise_page(get_season_terms(request, slug, season_id), franchise_id)
    franchise = get_or_refuse(page, "not-found", _("Franchise not found in this season."))
    return Response(asdict(franchise), status=status)


def _show_lineup(request: Request, slug: str, season_id: int, event_id: int, status: int = 200) -> Response:
    get_season_terms(request, slug, season_id)
    page = find_lineup_page(season_id, event_id, get_actor_id(request, slug, season_id))
    return Response(asdict(get_or_refuse(page, "not-found", _("You have no line-up to set here."))))


def _show_awards(request: Request, slug: str, season_id: int, status: int = 200) -> Response:
    return Response({"awards": [asdict(award) for award in list_awards(get_season_terms(request, slug, season_id))]})


def _show_ledger(request: Request, slug: str, season_id: int) -> Response:
    get_season_terms(request, slug, season_id)
    params = validate_input(serializers.LedgerParams, request.query_params)
    check_franchise_filter(season_id, params.get("franchise"))
    page = list_payments(season_id, **params)
    body = {"totals": asdict(compute_totals(season_id)), "payments": [asdict(line) for line in page.lines]}
    return build_page_response(request, body, before=page.before)


TERMS = ResponseSpec(serializers.TermsSerializer, _show_terms)
POOL = ResponseSpec(serializers.PoolSerializer, partial(_show_gamers, list_pool))
FREE_AGENTS = ResponseSpec(serializers.PoolSerializer, partial(_show_gamers, list_free_agents))
FRANCHISES = ResponseSpec(serializers.FranchisesSerializer, _show_franchises)
FRANCHISE = ResponseSpec(serializers.FranchiseSerializer, _show_franchise)
LINEUP = ResponseSpec(serializers.LineupSerializer, _show_lineup)
AWARDS = ResponseSpec(serializers.AwardsSerializer, _show_awards)
LEDGER = ResponseSpec(serializers.LedgerSerializer, _show_ledger)


def _collect_settings(act: Action) -> Action:
    """Wrap an action so that it receives the settings of the request in one argument, `data`."""
    return lambda season_id, by, at, why, **data: act(season_id=season_id, by=by, at=at, why=why, data=data)


def _edit_franchise(*, why: str = "", **data: Any) -> None:
    (rename_franchise if "name" in data else transfer_franchise)(why=why, **data)


def _move_money(*, kind: str, **data: Any) -> bool:
    return (grant_money if kind == PaymentKind.GRANT else fine_franchise)(**data)


def _release_gamer(*, contract_id: int, **data: Any) -> int:
    """Release a Gamer and return the franchise that had the contract."""
    release_gamer(contract_id=contract_id, **data)
    return Contract.objects.values_list("franchise", flat=True).get(pk=contract_id)


def _set_salary(*, gamer_id: int, salary: int, **data: Any) -> int:
    return set_salaries(salaries={gamer_id: salary}, **data)


def _drop_gamer(*, gamer_id: int, **data: Any) -> None:
    drop_gamer(gamer=gamer_id, **data)


def _drop_lineup(*, season_id: int, event_id: int, by: int, **_: Any) -> None:
    drop_lineup(season_id=season_id, event_id=event_id, by=by)


urlpatterns = [
    endpoint(
        "terms/", "api-season-terms",
        get=respond_with(TERMS, "The settings and phase of a season, and the requirements for its next phase."),
        post=run_action(
            _collect_settings(enable_franchises), serializers.EditTermsSerializer, TERMS,
            "Set up a planned season with franchises.", location=f"{SEASON}terms/",
        ),
        patch=run_action(
            _collect_settings(edit_settings), serializers.EditTermsSerializer, TERMS,
            "Change season settings. Omitted fields keep their values.",
        ),
    ),
    endpoint("phase/", "api-season-phase", post=run_action(
        change_phase, serializers.PhaseSerializer, TERMS,
        "Move the season to another phase. The error lists missing requirements.",
    )),
    endpoint("windows/", "api-season-windows", post=run_action(
        add_window, serializers.NewWindowSerializer, TERMS, "Plan a window for trades or signings.", location=f"{SEASON}terms/"
    )),
    endpoint("windows/<int:window_id>/", "api-season-window", delete=run_action(
        remove_window, None, TERMS, "Delete a window."
    )),
    endpoint("carry/", "api-season-carry", post=run_action(
        roll_over, serializers.CarrySerializer, FRANCHISES,
        "Roll over all or selected franchises of an archived season.",
        location=f"{SEASON}franchises/",
    )),
    endpoint(
        "pool/", "api-season-pool",
        get=respond_with(POOL, "All Gamers of the season, highest salary first."),
        post=run_action(
            fill_pool, serializers.FillPoolSerializer, POOL,
            "Add the default set, the league's own Gamers, or both.", location=f"{SEASON}pool/",
        ),
    ),
    endpoint(
        "pool/<int:gamer_id>/", "api-season-pool-gamer",
        patch=run_action(
            _set_salary, serializers.SalarySerializer, POOL, "Change a Gamer's salary in this season, during set-up."
        ),
        delete=run_action(_drop_gamer, None, POOL, "Remove a Gamer from the season, during set-up."),
    ),
    endpoint(
        "franchises/", "api-franchises",
        get=respond_with(
            FRANCHISES, "All franchises of a season with payroll, roster needs and balance.",
            operation_id="v1_franchises_list",
        ),
        post=run_action(
            create_franchise, serializers.NewFranchiseSerializer, FRANCHISE,
            "Create a franchise: your own or, as an organiser, one for another player.",
            location=f"{SEASON}franchises/{{line[franchise_id]}}/", id_name="franchise_id",
        ),
    ),
    endpoint(
        "franchises/<int:franchise_id>/", "api-franchise",
        get=respond_with(FRANCHISE, "A franchise with its roster, maximum offers and past contracts."),
        patch=run_action(
            _edit_franchise, serializers.EditFranchiseSerializer, FRANCHISE,
            "Rename a franchise or transfer its ownership, one per request.", partial=True,
        ),
        delete=run_action(remove_franchise, None, FRANCHISES, "Remove a franchise from a season in set-up."),
    ),
    endpoint("franchises/<int:franchise_id>/money/", "api-franchise-money", post=run_action(
        _move_money, serializers.MoneySerializer, FRANCHISE,
        "Grant money to a franchise or fine it, with a reason.",
        location=f"{SEASON}franchises/{{franchise_id}}/",
    )),
    endpoint("franchises/<int:franchise_id>/sign/", "api-franchise-sign", post=run_action(
        sign_free_agent, serializers.SignSerializer, FRANCHISE,
        "Sign a free agent, first come, first served. Organisers can sign for any franchise, with `why`.",
        location=f"{SEASON}franchises/{{franchise_id}}/",
    )),
    endpoint("contracts/<int:contract_id>/release/", "api-contract-release", post=run_action(
        _release_gamer, serializers.ReleaseSerializer, FRANCHISE,
        "Release a Gamer. The season settings determine the dead cap.", id_name="franchise_id",
    )),
    endpoint(
        "free-agents/", "api-free-agents", get=respond_with(FREE_AGENTS, "Gamers without a franchise, highest salary first.")
    ),
    endpoint(
        "events/<int:event_id>/line-up/", "api-lineup",
        get=respond_with(
            LINEUP, "Your roster with its planned line-up for an event. Only you can see it."
        ),
        put=run_action(
            plan_lineup, serializers.PlanLineupSerializer, LINEUP,
            "Set your line-up of four or more Gamers for the next matches of an event.",
        ),
        delete=run_action(
            _drop_lineup, None, LINEUP,
            "Clear your line-up: the four best available Gamers play (highest total stats, then salary).",
        ),
    ),
    endpoint(
        "awards/", "api-awards",
        get=respond_with(AWARDS, "Paid prizes, and prizes proposed from the standings."),
        post=run_action(
            pay_prizes, serializers.PayPrizesSerializer, AWARDS,
            "Pay prizes by key, each once, during the awards phase.",
        ),
    ),
    endpoint("ledger/", "api-ledger", get=respond_with(
        LEDGER, "The payments of a season, newest first, with totals.", parameters=[serializers.LedgerParams]
    )),
]  # fmt: skip
