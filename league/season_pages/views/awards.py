"""The prizes of a season: proposed to its organisers, shown to everybody once they are paid."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from engines.words import say
from league.forms import row_number
from league.leagues.views.common import do
from league.seasons.actions.prizes import pay_prizes
from league.seasons.models import Phase
from league.seasons.queries.awards import awards
from league.seasons.views.common import opened, organised_head
from matches.moment import now

FIELD = "prize-"


@require_http_methods(["GET", "POST"])
def awards_page(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    head, terms = opened(request, slug, season_id)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect("sign-in")
    if request.method == "POST":
        _, person = organised_head(request, slug, season_id)
        if do(request, lambda: _pay(request, season_id, person.pk)):
            messages.success(request, say("Paid."))
        return redirect("season-awards", slug, season_id)
    found = awards(terms)
    context = {
        "head": head,
        "paid": [one for one in found if one.paid],
        "proposed": [one for one in found if not one.paid],
        "paying": head.may_edit and head.phase == Phase.AWARDS,
    }
    return render(request, "league/seasons/awards.html", context)


def _pay(request: HttpRequest, season_id: int, by: int) -> None:
    amounts = {
        name.removeprefix(FIELD): row_number(str(value) or "0", "amounts", least=0)
        for name, value in request.POST.items()
        if name.startswith(FIELD)
    }
    pay_prizes(season_id=season_id, by=by, amounts=amounts, why=request.POST.get("why", ""), at=now())
