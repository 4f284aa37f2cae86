"""The audit log as a page and as files: of a league for its staff, of the whole site for site admins."""

from __future__ import annotations

import json

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from engines.words import say
from league.exports import csv_answer, json_answer
from league.forms import page_params
from league.league_pages.api import entry
from league.leagues.forms import LogForm
from league.leagues.queries.leagues import LeaguePage
from league.leagues.queries.log import LogLine, acts_of, check_reader, every_line, log
from league.leagues.views import page_of, signed_in
from matches.api.paging import BeforeParams
from matches.refusals import Refused

COLUMNS = ("entry", "at", "by", "league", "act", "subject", "number", "before", "after", "why")


@require_GET
@login_required
def log_page(request: HttpRequest, slug: str | None = None) -> HttpResponse:
    page, form = _asked(request, slug)
    before = page_params(request, BeforeParams).get("before")
    league_id = page.league_id if page else None
    valid = form.is_valid()
    shown = log(league_id, **form.cleaned_data, before=before) if valid else None
    filters = urlencode({name: request.GET[name] for name in form.fields if request.GET.get(name)})
    context = {"page": page, "form": form, "log": shown, "filters": filters, "later": before is not None}
    return render(request, "league/leagues/log.html", context, status=200 if valid else 422)


@require_GET
@login_required
def log_csv(request: HttpRequest, slug: str | None = None) -> HttpResponse:
    return csv_answer(_name(slug), COLUMNS, (_row(line) for line in _lines(request, slug)))


@require_GET
@login_required
def log_json(request: HttpRequest, slug: str | None = None) -> HttpResponse:
    return json_answer(_name(slug), [entry(line) for line in _lines(request, slug)])


def _lines(request: HttpRequest, slug: str | None) -> list[LogLine]:
    page, form = _asked(request, slug)
    if not form.is_valid():
        raise Http404(say("These filters name nothing."))
    return list(every_line(page.league_id if page else None, **form.cleaned_data))


def _asked(request: HttpRequest, slug: str | None) -> tuple[LeaguePage | None, LogForm]:
    page = page_of(request, slug) if slug else None
    league_id = page.league_id if page else None
    try:
        check_reader(signed_in(request).pk, league_id)
    except Refused:
        raise PermissionDenied from None
    return page, LogForm(request.GET, acts_of(league_id))


def _row(line: LogLine) -> tuple[object, ...]:
    return (
        line.entry_id, line.at.isoformat(), line.by_username, line.league, line.act, line.subject_kind,
        line.subject_id, json.dumps(line.before), json.dumps(line.after), line.why,
    )  # fmt: skip


def _name(slug: str | None) -> str:
    return f"audit-log-{slug}" if slug else "audit-log"
