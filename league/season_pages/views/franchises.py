"""Pages of franchises: the list, one franchise, line-ups, awards and the ledger."""

import secrets
from dataclasses import asdict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.words import marked, say, told
from league.exports import csv_answer, json_answer
from league.forms import page_params, refusals_as_messages, refusals_on, row_number
from league.leagues.serializers import WhySerializer
from league.leagues.views import signed_in
from league.lineups.actions import drop_lineup, plan_lineup
from league.lineups.queries import lineup_page, lineups_to_plan
from league.season_pages import serializers
from league.season_pages.forms import FoundForBotForm, FoundForForm, FoundForm, LedgerForm
from league.season_pages.serializers import PlanLineupSerializer
from league.seasons.actions.contracts import release, sign_free_agent
from league.seasons.actions.franchises import found, hand_over, remove, rename
from league.seasons.actions.payments import fine, grant, pay_prizes
from league.seasons.api import Act, Input
from league.seasons.models import Franchise, Phase, Waivers, WindowKind
from league.seasons.queries.franchises import franchise_page, franchises_of
from league.seasons.queries.ledger import every_payment, ledger, totals
from league.seasons.queries.market import free_lines, windows
from league.seasons.queries.settings import draft_runs
from league.seasons.queries.standings import awards
from league.seasons.queries.trades import offers_to
from league.seasons.views import live, opened, organised_head
from matches.api.paging import BeforeParams
from matches.api.validation import validated
from matches.moment import now

FIELD = "prize-"
COLUMNS = ("payment", "at", "from", "to", "amount", "kind", "match", "why")


@require_http_methods(["GET", "POST"])
def franchises(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the list, and process the forms that create a franchise: the user's own, or by an organiser for others."""
    head, terms = opened(request, slug, season_id)
    given = request.POST or None
    kinds: dict[str, type[FoundForm]] = {"own": FoundForm, "other": FoundForForm, "bot": FoundForBotForm}
    chosen = "bot" if "bot" in request.POST else "other" if "owner" in request.POST else "own"
    forms = {key: kind(given if key == chosen else None, auto_id=f"{key}_%s") for key, kind in kinds.items()}
    form = forms[chosen]
    if given is not None and not request.user.is_authenticated:
        return redirect("sign-in")
    if form.is_valid():
        with refusals_on(form):
            found(season_id=season_id, by=signed_in(request).pk, at=now(), **form.cleaned_data)
            messages.success(request, say("Franchise {franchise} created.", franchise=form.cleaned_data["name"]))
            return redirect("season-franchises", slug, season_id)
    context = {
        "head": head,
        "terms": terms,
        "lines": franchises_of(terms),
        "forms": forms,
        "founding": head.phase == Phase.SETUP and (terms.founding_open or head.may_edit),
    }
    return live(request, "franchises.html", context, status=422 if form.errors else 200)


@require_GET
def franchise(request: HttpRequest, slug: str, season_id: int, franchise_id: int) -> HttpResponse:
    """Show a franchise with its roster and the viewer's actions."""
    head, terms = opened(request, slug, season_id)
    page = franchise_page(terms, franchise_id)
    if page is None:
        raise Http404(say("Franchise not found."))
    yours, at = head.yours == franchise_id, now()
    stepping_in = head.may_edit and head.phase in (Phase.DRAFT, Phase.ROUNDS) and not draft_runs(season_id)
    shown = windows(terms, at)
    is_open = any(one.open for one in shown if one.kind == WindowKind.FREE_AGENCY)
    context = {
        "head": head,
        "terms": terms,
        "page": page,
        "yours": yours,
        "lineups": lineups_to_plan(season_id) if yours else [],
        "offers_wait": offers_to(franchise_id, at) if yours else 0,
        "payments": ledger(season_id, franchise=franchise_id, limit=10).lines,
        "windows": shown,
        "may_release": yours and is_open,
        "may_sign": yours and is_open and terms.waivers == Waivers.FIRST_COME,
        "stepping_in": stepping_in,
        "free": free_lines(season_id) if stepping_in else [],
        "key": secrets.token_hex(8),
    }
    return live(request, "franchise.html", context)


DEEDS: dict[str, tuple[Act, Input, str]] = {
    "rename": (rename, serializers.RenameSerializer, marked("Franchise renamed.")),
    "hand-over": (hand_over, serializers.HandOverSerializer, marked("Ownership transferred.")),
    "remove": (remove, WhySerializer, marked("Franchise removed.")),
    "grant": (grant, serializers.AmountSerializer, marked("Grant paid.")),
    "fine": (fine, serializers.AmountSerializer, marked("Fine charged.")),
    "sign": (sign_free_agent, serializers.SignSerializer, marked("Gamer signed.")),
    "release": (release, serializers.ReleaseFormSerializer, marked("Gamer released.")),
}


@require_POST
@login_required
def deed(request: HttpRequest, slug: str, season_id: int, franchise_id: int, key: str) -> HttpResponse:
    """Run an action on a franchise, then redirect with its confirmation or error."""
    opened(request, slug, season_id)
    if key not in DEEDS:
        raise Http404(say("Unknown action. Reload the page."))
    act, serializer, said = DEEDS[key]
    who = {"season_id": season_id, "franchise_id": franchise_id, "by": signed_in(request).pk, "at": now()}
    with refusals_as_messages(request):
        act(**validated(serializer, request.POST), **who)
        messages.success(request, told(said))
        if key == "remove":
            return redirect("season-franchises", slug, season_id)
    if key == "sign" and "free-agents" in request.POST:
        return redirect("free-agents", slug, season_id)
    return redirect("franchise", slug, season_id, franchise_id)


@require_http_methods(["GET", "POST"])
def awards_page(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the awards; on POST pay prizes."""
    head, terms = opened(request, slug, season_id)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect("sign-in")
    if request.method == "POST":
        _, person = organised_head(request, slug, season_id)
        with refusals_as_messages(request):
            amounts = {
                name.removeprefix(FIELD): row_number(str(value) or "0", "amounts", least=0)
                for name, value in request.POST.items()
                if name.startswith(FIELD)
            }
            pay_prizes(season_id=season_id, by=person.pk, amounts=amounts, why=request.POST.get("why", ""), at=now())
            messages.success(request, say("Prizes paid."))
        return redirect("season-awards", slug, season_id)
    found = awards(terms)
    context = {
        "head": head,
        "paid": [one for one in found if one.paid],
        "proposed": [one for one in found if not one.paid],
        "paying": head.may_edit and head.phase == Phase.AWARDS,
    }
    return render(request, "league/seasons/awards.html", context)


@require_GET
def ledger_page(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the ledger with its filters."""
    head, _ = opened(request, slug, season_id)
    form = _form(request, season_id)
    before = page_params(request, BeforeParams).get("before")
    valid = form.is_valid()
    shown = ledger(season_id, **form.cleaned_data, before=before) if valid else None
    filters = urlencode({name: request.GET[name] for name in form.fields if request.GET.get(name)})
    context = {
        "head": head,
        "form": form,
        "ledger": shown,
        "totals": totals(season_id),
        "filters": filters,
        "later": before is not None,
    }
    return render(request, "league/seasons/ledger.html", context, status=200 if valid else 422)


@require_GET
def ledger_file(request: HttpRequest, slug: str, season_id: int, kind: str) -> HttpResponse:
    """Return the filtered ledger as CSV or JSON."""
    opened(request, slug, season_id)
    form = _form(request, season_id)
    if not form.is_valid():
        raise Http404(say("Invalid filters. Check them and try again."))
    lines, name = every_payment(season_id, **form.cleaned_data), f"ledger-{slug}-season-{season_id}"
    if kind == "json":
        return json_answer(name, [asdict(line) for line in lines])
    rows = (
        (one.payment_id, one.at.isoformat(), one.payer, one.payee, one.amount, one.kind, one.match_id, one.why)
        for one in lines
    )
    return csv_answer(name, COLUMNS, rows)


def _form(request: HttpRequest, season_id: int) -> LedgerForm:
    rows = Franchise.objects.filter(season=season_id).order_by("name").values_list("pk", "name")
    return LedgerForm(request.GET, list(rows))


@login_required
@require_http_methods(["GET", "POST"])
def lineup(request: HttpRequest, slug: str, season_id: int, event_id: int) -> HttpResponse:
    """Show and change the line-up of the user's franchise for an event."""
    head, _ = opened(request, slug, season_id)
    by = signed_in(request).pk
    if request.method == "POST":
        with refusals_as_messages(request):
            if "everybody" in request.POST:
                drop_lineup(season_id=season_id, event_id=event_id, by=by)
            else:
                chosen = validated(PlanLineupSerializer, request.POST, partial=True).get("contracts", [])
                plan_lineup(season_id=season_id, event_id=event_id, by=by, contracts=chosen, at=now())
            messages.success(request, say("Saved. It applies to matches created from now on."))
        return redirect("lineup", slug, season_id, event_id)
    page = lineup_page(season_id, event_id, by)
    if page is None:
        raise Http404(say("You have no line-up to set here."))
    return render(request, "league/seasons/lineup.html", {"head": head, "page": page})
