"""API views of seasons with franchises: settings, franchises, money, line-ups and prizes."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

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
from league.seasons.api import Act, Answer, actor, answer_with, endpoint, run_action, terms_of
from league.seasons.models import Contract, PaymentKind
from league.seasons.queries.franchises import franchise_page, franchises_of
from league.seasons.queries.ledger import check_franchise, ledger, totals
from league.seasons.queries.market import GamerLine, free_lines, pool_lines
from league.seasons.queries.settings import settings_page
from league.seasons.queries.standings import awards
from matches.api.paging import listed
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import get_or_refuse

SEASON = "leagues/{slug}/seasons/{season_id}/"


def _terms(request: Request, slug: str, season_id: int, status: int = 200, **_: Any) -> Response:
    terms = terms_of(request, slug, season_id)
    page = settings_page(terms, now())
    body = {
        "phase": terms.phase,
        "terms": {line.name: line.value for line in page.lines},
        "may_change": [line.name for line in page.lines if line.may_change],
        "windows": [asdict(one) for one in page.windows],
        "pool": page.pool,
        "steps": [asdict(one) for one in page.steps],
    }
    return Response(body, status=status)


def _gamers(
    find: Callable[[int], list[GamerLine]], request: Request, slug: str, season_id: int, status: int = 200, **_: Any
) -> Response:
    terms_of(request, slug, season_id)
    return Response({"gamers": [asdict(line) for line in find(season_id)]}, status=status)


def _franchises(request: Request, slug: str, season_id: int, status: int = 200, **_: Any) -> Response:
    lines = franchises_of(terms_of(request, slug, season_id))
    return Response({"franchises": [asdict(line) for line in lines]}, status=status)


def _franchise(request: Request, slug: str, season_id: int, franchise_id: int, status: int = 200, **_: Any) -> Response:
    page = franchise_page(terms_of(request, slug, season_id), franchise_id)
    found = get_or_refuse(page, "not-found", say("Franchise not found in this season."))
    return Response(asdict(found), status=status)


def _lineup(request: Request, slug: str, season_id: int, event_id: int, status: int = 200) -> Response:
    terms_of(request, slug, season_id)
    page = lineup_page(season_id, event_id, actor(request, slug, season_id))
    return Response(asdict(get_or_refuse(page, "not-found", say("You have no line-up to set here."))))


def _awards(request: Request, slug: str, season_id: int, status: int = 200) -> Response:
    return Response({"awards": [asdict(one) for one in awards(terms_of(request, slug, season_id))]})


def _ledger(request: Request, slug: str, season_id: int) -> Response:
    terms_of(request, slug, season_id)
    params = validated(serializers.LedgerParams, request.query_params)
    check_franchise(season_id, params.get("franchise"))
    shown = ledger(season_id, **params)
    body = {"totals": asdict(totals(season_id)), "payments": [asdict(line) for line in shown.lines]}
    return listed(request, body, before=shown.before)


TERMS = Answer(serializers.TermsSerializer, _terms)
POOL = Answer(serializers.PoolSerializer, partial(_gamers, pool_lines))
FREE_AGENTS = Answer(serializers.PoolSerializer, partial(_gamers, free_lines))
FRANCHISES = Answer(serializers.FranchisesSerializer, _franchises)
FRANCHISE = Answer(serializers.FranchiseSerializer, _franchise)
LINEUP = Answer(serializers.LineupSerializer, _lineup)
AWARDS = Answer(serializers.AwardsSerializer, _awards)
LEDGER = Answer(serializers.LedgerSerializer, _ledger)


def _with_terms(act: Act) -> Act:
    """Wrap an action so that it receives the settings of the request in one argument, `given`."""
    return lambda season_id, by, at, why, **given: act(season_id=season_id, by=by, at=at, why=why, given=given)


def _edit_franchise(*, why: str = "", **given: Any) -> None:
    (rename if "name" in given else hand_over)(why=why, **given)


def _move_money(*, kind: str, **given: Any) -> bool:
    return (grant if kind == PaymentKind.GRANT else fine)(**given)


def _release(*, contract_id: int, **given: Any) -> int:
    """Release a Gamer and return the franchise that had the contract."""
    release(contract_id=contract_id, **given)
    return Contract.objects.values_list("franchise", flat=True).get(pk=contract_id)


def _set_salary(*, gamer_id: int, salary: int, **given: Any) -> int:
    return set_salaries(salaries={gamer_id: salary}, **given)


def _drop_gamer(*, gamer_id: int, **given: Any) -> None:
    drop_gamer(gamer=gamer_id, **given)


def _drop_lineup(*, season_id: int, event_id: int, by: int, **_: Any) -> None:
    drop_lineup(season_id=season_id, event_id=event_id, by=by)


urlpatterns = [
    endpoint(
        "terms/", "api-season-terms",
        get=answer_with(TERMS, "What a season with franchises is played by, its phase, and what the next one needs."),
        post=run_action(
            _with_terms(open_season), serializers.EditTermsSerializer, TERMS,
            "Open a planned season for franchises.", created=f"{SEASON}terms/",
        ),
        patch=run_action(
            _with_terms(edit_terms), serializers.EditTermsSerializer, TERMS,
            "Change terms; those left out stay as they are.",
        ),
    ),
    endpoint("phase/", "api-season-phase", post=run_action(
        go_to, serializers.PhaseSerializer, TERMS,
        "Take the season to another phase; a refusal names what is missing.",
    )),
    endpoint("windows/", "api-season-windows", post=run_action(
        add_window, serializers.NewWindowSerializer, TERMS, "Plan a window.", created=f"{SEASON}terms/"
    )),
    endpoint("windows/<int:window_id>/", "api-season-window", delete=run_action(
        remove_window, None, TERMS, "Remove a window."
    )),
    endpoint("carry/", "api-season-carry", post=run_action(
        carry_over, serializers.CarrySerializer, FRANCHISES,
        "Carry the franchises of an archived season, or those named, into this one.",
        created=f"{SEASON}franchises/",
    )),
    endpoint(
        "pool/", "api-season-pool",
        get=answer_with(POOL, "Everybody who can be had in the season, dearest first."),
        post=run_action(
            fill_pool, serializers.FillPoolSerializer, POOL,
            "Add the default set, the league's own Gamers, or both.", created=f"{SEASON}pool/",
        ),
    ),
    endpoint(
        "pool/<int:gamer_id>/", "api-season-pool-gamer",
        patch=run_action(
            _set_salary, serializers.SalarySerializer, POOL, "Change a Gamer's salary in this season, in set-up."
        ),
        delete=run_action(_drop_gamer, None, POOL, "Take a Gamer out of the season, in set-up."),
    ),
    endpoint(
        "franchises/", "api-franchises",
        get=answer_with(
            FRANCHISES, "All franchises of a season with their payroll, needs and money.",
            operation_id="v1_franchises_list",
        ),
        post=run_action(
            found, serializers.NewFranchiseSerializer, FRANCHISE,
            "Found a franchise: your own or, as an organiser, somebody's.",
            created=f"{SEASON}franchises/{{line[franchise_id]}}/", made="franchise_id",
        ),
    ),
    endpoint(
        "franchises/<int:franchise_id>/", "api-franchise",
        get=answer_with(FRANCHISE, "A franchise: its roster, what it may offer, and the contracts that are over."),
        patch=run_action(
            _edit_franchise, serializers.EditFranchiseSerializer, FRANCHISE,
            "Rename a franchise, or hand it over; one at a time.", partial=True,
        ),
        delete=run_action(remove, None, FRANCHISES, "Take a franchise out of a season in set-up."),
    ),
    endpoint("franchises/<int:franchise_id>/money/", "api-franchise-money", post=run_action(
        _move_money, serializers.MoneySerializer, FRANCHISE,
        "Grant money to a franchise, or fine it, for a stated reason.",
        created=f"{SEASON}franchises/{{franchise_id}}/",
    )),
    endpoint("franchises/<int:franchise_id>/sign/", "api-franchise-sign", post=run_action(
        sign_free_agent, serializers.SignSerializer, FRANCHISE,
        "Sign a free agent, first come; organisers for any franchise, with `why`.",
        created=f"{SEASON}franchises/{{franchise_id}}/",
    )),
    endpoint("contracts/<int:contract_id>/release/", "api-contract-release", post=run_action(
        _release, serializers.ReleaseSerializer, FRANCHISE,
        "Release a Gamer. What stays on the cap stands in the season's terms.", made="franchise_id",
    )),
    endpoint(
        "free-agents/", "api-free-agents", get=answer_with(FREE_AGENTS, "Gamers whom no franchise has, dearest first.")
    ),
    endpoint(
        "events/<int:event_id>/line-up/", "api-lineup",
        get=answer_with(
            LINEUP, "The roster of your franchise with the line-up that it plans for an event; nobody else sees it."
        ),
        put=run_action(
            plan_lineup, serializers.PlanLineupSerializer, LINEUP,
            "Plan your line-up for the next matches of an event that open: four Gamers or more.",
        ),
        delete=run_action(
            _drop_lineup, None, LINEUP,
            "Plan nothing: the four best who are free are sent (highest sum of stats, then salary).",
        ),
    ),
    endpoint(
        "awards/", "api-awards",
        get=answer_with(AWARDS, "Prizes that were paid, and those that the standings propose."),
        post=run_action(
            pay_prizes, serializers.PayPrizesSerializer, AWARDS,
            "Pay prizes by key, each once, while the season is in its awards.",
        ),
    ),
    endpoint("ledger/", "api-ledger", get=answer_with(
        LEDGER, "The payments of a season, newest first, and their sums.", parameters=[serializers.LedgerParams]
    )),
]  # fmt: skip
