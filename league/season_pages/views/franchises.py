"""Pages of franchises: the list, one franchise, line-ups, awards and the ledger."""

import secrets
from dataclasses import asdict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.i18n import mark, translate as _
from league.exports import csv_response, json_response
from league.forms import errors_as_messages, errors_on_form, parse_page_params, parse_row_number
from league.leagues.serializers import WhySerializer
from league.leagues.views import current_player
from league.lineups.actions import drop_lineup, plan_lineup
from league.lineups.queries import find_lineup_page, list_plannable_events
from league.season_pages import serializers
from league.season_pages.forms import FranchiseForBotForm, FranchiseForm, FranchiseForPlayerForm, LedgerForm
from league.season_pages.serializers import PlanLineupSerializer
from league.seasons.actions.contracts import release_gamer, sign_free_agent
from league.seasons.actions.franchises import create_franchise, remove_franchise, rename_franchise, transfer_franchise
from league.seasons.actions.payments import fine_franchise, grant_money, pay_prizes
from league.seasons.api import Action, SerializerClass
from league.seasons.models import Franchise, Phase, WaiverMode, WindowKind
from league.seasons.queries.franchises import find_franchise_page, list_franchises
from league.seasons.queries.ledger import compute_totals, iter_payments, list_payments
from league.seasons.queries.market import list_free_agents, list_windows
from league.seasons.queries.settings import is_draft_running
from league.seasons.queries.standings import list_awards
from league.seasons.queries.trades import count_open_offers
from league.seasons.views import get_season, render_live, require_organiser
from matches.api.pagination import BeforeParams
from matches.api.validation import validate_input
from matches.server_time import now

PRIZE_FIELD_PREFIX = "prize-"
CSV_COLUMNS = ("payment", "at", "from", "to", "amount", "kind", "match", "why")


@require_http_methods(["GET", "POST"])
def franchise_list(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the list, and process the forms that create a franchise: the user's own, or by an organiser for others."""
    head, terms = get_season(request, slug, season_id)
    data = request.POST or None
    kinds: dict[str, type[FranchiseForm]] = {"own": FranchiseForm, "other": FranchiseForPlayerForm, "bot": FranchiseForBotForm}
    chosen = "bot" if "bot" in request.POST else "other" if "owner" in request.POST else "own"
    forms = {key: kind(data if key == chosen else None, auto_id=f"{key}_%s") for key, kind in kinds.items()}
    form = forms[chosen]
    if data is not None and not request.user.is_authenticated:
        return redirect(reverse("sign-in", query={"next": request.path}))
    if form.is_valid():
        with errors_on_form(form):
            create_franchise(season_id=season_id, by=current_player(request).pk, at=now(), **form.cleaned_data)
            messages.success(request, _("Franchise {franchise} created.", franchise=form.cleaned_data["name"]))
            return redirect("season-franchises", slug, season_id)
    context = {
        "head": head,
        "terms": terms,
        "lines": list_franchises(terms),
        "forms": forms,
        "founding": head.phase == Phase.SETUP and (terms.founding_open or head.may_edit),
    }
    return render_live(request, "franchises.html", context, status=422 if form.errors else 200)


@require_GET
def franchise_detail(request: HttpRequest, slug: str, season_id: int, franchise_id: int) -> HttpResponse:
    """Show a franchise with its roster and the viewer's actions."""
    head, terms = get_season(request, slug, season_id)
    page = find_franchise_page(terms, franchise_id)
    if page is None:
        raise Http404(_("Franchise not found."))
    is_own, at = head.yours == franchise_id, now()
    can_intervene = head.may_edit and head.phase in (Phase.DRAFT, Phase.ROUNDS) and not is_draft_running(season_id)
    window_lines = list_windows(terms, at)
    is_open = any(window.open for window in window_lines if window.kind == WindowKind.FREE_AGENCY)
    context = {
        "head": head,
        "terms": terms,
        "page": page,
        "yours": is_own,
        "lineups": list_plannable_events(season_id) if is_own else [],
        "offers_wait": count_open_offers(franchise_id, at) if is_own else 0,
        "payments": list_payments(season_id, franchise=franchise_id, limit=10).lines,
        "windows": window_lines,
        "may_release": is_own and is_open,
        "may_sign": is_own and is_open and terms.waivers == WaiverMode.FIRST_COME,
        "stepping_in": can_intervene,
        "free": list_free_agents(season_id) if can_intervene else [],
        "key": secrets.token_hex(8),
    }
    return render_live(request, "franchise.html", context)


ACTIONS: dict[str, tuple[Action, SerializerClass, str]] = {
    "rename": (rename_franchise, serializers.RenameSerializer, mark("Franchise renamed.")),
    "hand-over": (transfer_franchise, serializers.HandOverSerializer, mark("Ownership transferred.")),
    "remove": (remove_franchise, WhySerializer, mark("Franchise removed.")),
    "grant": (grant_money, serializers.AmountSerializer, mark("Grant paid.")),
    "fine": (fine_franchise, serializers.AmountSerializer, mark("Fine charged.")),
    "sign": (sign_free_agent, serializers.SignSerializer, mark("Gamer signed.")),
    "release": (release_gamer, serializers.ReleaseFormSerializer, mark("Gamer released.")),
}


@require_POST
@login_required
def franchise_action(request: HttpRequest, slug: str, season_id: int, franchise_id: int, key: str) -> HttpResponse:
    """Run an action on a franchise, then redirect with its confirmation or error."""
    get_season(request, slug, season_id)
    if key not in ACTIONS:
        raise Http404(_("Unknown action. Reload the page."))
    action, serializer, message = ACTIONS[key]
    target = {"season_id": season_id, "franchise_id": franchise_id, "by": current_player(request).pk, "at": now()}
    with errors_as_messages(request):
        action(**validate_input(serializer, request.POST), **target)
        messages.success(request, _(message))
        if key == "remove":
            return redirect("season-franchises", slug, season_id)
    if key == "sign" and "free-agents" in request.POST:
        return redirect("free-agents", slug, season_id)
    return redirect("franchise", slug, season_id, franchise_id)


@require_http_methods(["GET", "POST"])
def awards_page(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the awards; on POST pay prizes."""
    head, terms = get_season(request, slug, season_id)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect(reverse("sign-in", query={"next": request.path}))
    if request.method == "POST":
        _unused, player = require_organiser(request, slug, season_id)
        with errors_as_messages(request):
            amounts = {
                name.removeprefix(PRIZE_FIELD_PREFIX): parse_row_number(str(value) or "0", "amounts", minimum=0)
                for name, value in request.POST.items()
                if name.startswith(PRIZE_FIELD_PREFIX)
            }
            pay_prizes(season_id=season_id, by=player.pk, amounts=amounts, why=request.POST.get("why", ""), at=now())
            messages.success(request, _("Prizes paid."))
        return redirect("season-awards", slug, season_id)
    award_list = list_awards(terms)
    context = {
        "head": head,
        "paid": [award for award in award_list if award.paid],
        "proposed": [award for award in award_list if not award.paid],
        "paying": head.may_edit and head.phase == Phase.AWARDS,
    }
    return render(request, "league/seasons/awards.html", context)


@require_GET
def ledger_page(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the ledger with its filters."""
    head, _ = get_season(request, slug, season_id)
    form = _build_ledger_form(request, season_id)
    before = parse_page_params(request, BeforeParams).get("before")
    valid = form.is_valid()
    page = list_payments(season_id, **form.cleaned_data, before=before) if valid else None
    filters = urlencode({name: request.GET[name] for name in form.fields if request.GET.get(name)})
    context = {
        "head": head,
        "form": form,
        "ledger": page,
        "totals": compute_totals(season_id),
        "filters": filters,
        "later": before is not None,
    }
    return render(request, "league/seasons/ledger.html", context, status=200 if valid else 422)


@require_GET
def ledger_file(request: HttpRequest, slug: str, season_id: int, kind: str) -> HttpResponse:
    """Return the filtered ledger as CSV or JSON."""
    get_season(request, slug, season_id)
    form = _build_ledger_form(request, season_id)
    if not form.is_valid():
        raise Http404(_("Invalid filters. Check them and try again."))
    lines, name = iter_payments(season_id, **form.cleaned_data), f"ledger-{slug}-season-{season_id}"
    if kind == "json":
        return json_response(name, [asdict(line) for line in lines])
    rows = (
        (
            payment.payment_id,
            payment.at.isoformat(),
            payment.payer,
            payment.payee,
            payment.amount,
            payment.kind,
            payment.match_id,
            payment.why,
        )
        for payment in lines
    )
    return csv_response(name, CSV_COLUMNS, rows)


def _build_ledger_form(request: HttpRequest, season_id: int) -> LedgerForm:
    rows = Franchise.objects.filter(season=season_id).order_by("name").values_list("pk", "name")
    return LedgerForm(request.GET, list(rows))


@login_required
@require_http_methods(["GET", "POST"])
def lineup_edit(request: HttpRequest, slug: str, season_id: int, event_id: int) -> HttpResponse:
    """Show and change the line-up of the user's franchise for an event."""
    head, _unused = get_season(request, slug, season_id)
    by = current_player(request).pk
    if request.method == "POST":
        with errors_as_messages(request):
            if "everybody" in request.POST:
                drop_lineup(season_id=season_id, event_id=event_id, by=by)
            else:
                chosen = validate_input(PlanLineupSerializer, request.POST, partial=True).get("contracts", [])
                plan_lineup(season_id=season_id, event_id=event_id, by=by, contracts=chosen, at=now())
            messages.success(request, _("Saved. It applies to matches created from now on."))
        return redirect("lineup", slug, season_id, event_id)
    page = find_lineup_page(season_id, event_id, by)
    if page is None:
        raise Http404(_("You have no line-up to set here."))
    return render(request, "league/seasons/lineup.html", {"head": head, "page": page})
