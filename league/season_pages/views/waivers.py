"""Sealed bids for free agents."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.words import say, told
from league.forms import page_params
from league.leagues.views.common import accepted, do, signed_in
from league.season_pages.forms import BidForm
from league.seasons.actions.waiver_claims import claim, withdraw_claim
from league.seasons.models import WindowKind
from league.seasons.queries.claims import opened_bids, own_bids
from league.seasons.queries.franchises import franchise_page
from league.seasons.queries.market import free_lines, windows
from league.seasons.queries.trades import tradable
from league.seasons.rules.bidding import RULE
from league.seasons.rules.phases import open_window
from league.seasons.views.common import live, opened
from matches.api.paging import BeforeParams
from matches.moment import now


@require_GET
def bids(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    head, terms = opened(request, slug, season_id)
    before = page_params(request, BeforeParams).get("before")
    at = now()
    context = {
        "head": head,
        "terms": terms,
        "rule": told(RULE),
        "own": own_bids(season_id, head.yours) if before is None else [],
        "opened": opened_bids(season_id, before=before),
        "later": before is not None,
        "open": open_window(terms, WindowKind.FREE_AGENCY, at),
        "windows": windows(terms, at),
    }
    return live(request, "bids.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def bid(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """The form of a bid for one Gamer."""
    head, terms = opened(request, slug, season_id)
    if head.yours is None:
        raise PermissionDenied
    chosen = request.GET.get("gamer_id")
    gamer = next((one for one in free_lines(season_id) if str(one.gamer_id) == chosen), None)
    page = franchise_page(terms, head.yours)
    if gamer is None or page is None:
        raise Http404(say("There is no such free Gamer."))
    form = BidForm(request.POST or None, tradable(head.yours))
    if request.method == "POST" and form.is_valid():
        act = {"season_id": season_id, "franchise_id": head.yours, "gamer": gamer.gamer_id, "by": signed_in(request).pk}
        if accepted(form, lambda: claim(**act, **form.cleaned_data, at=now())):
            messages.success(request, say("Your bid for {handle} is sealed.", handle=gamer.handle))
            return redirect("bids", slug, season_id)
    context = {"head": head, "terms": terms, "form": form, "gamer": gamer, "line": page.line, "rule": told(RULE)}
    return render(request, "league/seasons/bid.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def take_back(request: HttpRequest, slug: str, season_id: int, claim_id: int) -> HttpResponse:
    opened(request, slug, season_id)
    by = signed_in(request).pk
    if do(request, lambda: withdraw_claim(season_id=season_id, claim_id=claim_id, by=by, at=now())):
        messages.success(request, say("Withdrawn."))
    return redirect("bids", slug, season_id)
