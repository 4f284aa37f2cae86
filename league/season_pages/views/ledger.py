"""The books of a season as a page and as files."""

from __future__ import annotations

from dataclasses import asdict

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from engines.words import say
from league.exports import csv_answer, json_answer
from league.forms import page_params
from league.season_pages.forms import LedgerForm
from league.seasons.models import Franchise
from league.seasons.queries.ledger import Asked, every_payment, ledger, totals
from league.seasons.views.common import opened
from matches.api.paging import BeforeParams

COLUMNS = ("payment", "at", "from", "to", "amount", "kind", "match", "why")


@require_GET
def ledger_page(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    head, _ = opened(request, slug, season_id)
    form = _form(request, season_id)
    before = page_params(request, BeforeParams).get("before")
    valid = form.is_valid()
    shown = ledger(season_id, _asked(form), before=before) if valid else None
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
    opened(request, slug, season_id)
    form = _form(request, season_id)
    if not form.is_valid():
        raise Http404(say("These filters name nothing."))
    lines, name = every_payment(season_id, _asked(form)), f"ledger-{slug}-season-{season_id}"
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


def _asked(form: LedgerForm) -> Asked:
    return Asked(form.cleaned_data["franchise"], form.cleaned_data["kind"])
