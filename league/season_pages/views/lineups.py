"""Which Gamers a franchise sends to its matches of an event: a page for its owner."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from engines.words import say
from league.leagues.views.common import do, signed_in
from league.lineups.actions import drop_lineup, plan_lineup
from league.lineups.queries import lineup_page
from league.season_pages.serializers import PlanLineupSerializer
from league.seasons.views.common import opened
from matches.api.validation import validated
from matches.moment import now


@login_required
@require_http_methods(["GET", "POST"])
def lineup(request: HttpRequest, slug: str, season_id: int, event_id: int) -> HttpResponse:
    head, _ = opened(request, slug, season_id)
    by = signed_in(request).pk
    if request.method == "POST":
        if do(request, lambda: _save(request, season_id, event_id, by)):
            messages.success(request, say("Saved. It holds from your next match that opens."))
        return redirect("lineup", slug, season_id, event_id)
    page = lineup_page(season_id, event_id, by)
    if page is None:
        raise Http404(say("You have no line-up to choose here."))
    return render(request, "league/seasons/lineup.html", {"head": head, "page": page})


def _save(request: HttpRequest, season_id: int, event_id: int, by: int) -> None:
    if "everybody" in request.POST:
        drop_lineup(season_id=season_id, event_id=event_id, by=by)
        return
    chosen = validated(PlanLineupSerializer, request.POST, partial=True).get("contracts", [])
    plan_lineup(season_id=season_id, event_id=event_id, by=by, contracts=chosen, at=now())
