"""The list of franchises, the page of one, and the buttons on it."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.words import marked, say, told
from league.leagues.serializers import WhySerializer
from league.leagues.views.common import accepted, do, signed_in
from league.lineups.queries import lineups_to_plan
from league.season_pages import serializers
from league.season_pages.forms import FoundForBotForm, FoundForForm, FoundForm
from league.seasons.actions.franchises import found, hand_over, remove, rename
from league.seasons.actions.free_agency import release, sign_free_agent
from league.seasons.actions.grants import fine, grant
from league.seasons.models import Phase, Waivers, WindowKind
from league.seasons.queries.franchises import franchise_page, franchises_of
from league.seasons.queries.ledger import Asked, ledger
from league.seasons.queries.market import free_lines, windows
from league.seasons.queries.missing import draft_runs
from league.seasons.queries.trades import offers_to
from league.seasons.views.common import live, opened
from matches.api.validation import InputSerializer, validated
from matches.moment import now


@require_http_methods(["GET", "POST"])
def franchises(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """The list, and the forms that found one: for oneself, or by an organiser for somebody."""
    head, terms = opened(request, slug, season_id)
    given = request.POST or None
    kinds: dict[str, type[FoundForm]] = {"own": FoundForm, "other": FoundForForm, "bot": FoundForBotForm}
    chosen = "bot" if "bot" in request.POST else "other" if "owner" in request.POST else "own"
    forms = {key: kind(given if key == chosen else None, auto_id=f"{key}_%s") for key, kind in kinds.items()}
    form = forms[chosen]
    if given is not None and not request.user.is_authenticated:
        return redirect("sign-in")
    if given is not None and form.is_valid():
        person = signed_in(request)
        if accepted(form, lambda: found(season_id=season_id, by=person.pk, at=now(), **form.cleaned_data)):
            messages.success(request, say("{franchise} is founded.", franchise=form.cleaned_data["name"]))
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
    head, terms = opened(request, slug, season_id)
    page = franchise_page(terms, franchise_id)
    if page is None:
        raise Http404(say("There is no such franchise."))
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
        "payments": ledger(season_id, Asked(franchise_id), limit=10).lines,
        "windows": shown,
        "may_release": yours and is_open,
        "may_sign": yours and is_open and terms.waivers == Waivers.FIRST_COME,
        "stepping_in": stepping_in,
        "free": free_lines(season_id) if stepping_in else [],
        "key": secrets.token_hex(8),
    }
    return live(request, "franchise.html", context)


DEEDS: dict[str, tuple[Callable[..., object], type[InputSerializer], str]] = {
    "rename": (rename, serializers.RenameSerializer, marked("Renamed.")),
    "hand-over": (hand_over, serializers.HandOverSerializer, marked("Handed over.")),
    "remove": (remove, WhySerializer, marked("Removed.")),
    "grant": (grant, serializers.AmountSerializer, marked("Granted.")),
    "fine": (fine, serializers.AmountSerializer, marked("Fined.")),
    "sign": (sign_free_agent, serializers.SignSerializer, marked("Signed.")),
    "release": (release, serializers.ReleaseFormSerializer, marked("Released.")),
}


@require_POST
@login_required
def deed(request: HttpRequest, slug: str, season_id: int, franchise_id: int, key: str) -> HttpResponse:
    """Do it, go back and say so, or say why not."""
    opened(request, slug, season_id)
    if key not in DEEDS:
        raise Http404(say("There is no such button."))
    act, serializer, said = DEEDS[key]
    who = {"season_id": season_id, "franchise_id": franchise_id, "by": signed_in(request).pk, "at": now()}
    done = do(request, lambda: act(**validated(serializer, request.POST), **who))
    if done:
        messages.success(request, told(said))
    if key == "remove" and done:
        return redirect("season-franchises", slug, season_id)
    if key == "sign" and "free-agents" in request.POST:
        return redirect("free-agents", slug, season_id)
    return redirect("franchise", slug, season_id, franchise_id)
