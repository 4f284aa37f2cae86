"""The draft of a season, setting one up, and mock drafts."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from league.drafts.actions.lifecycle import create_draft
from league.drafts.actions.mock_drafts import mock_draft
from league.drafts.formats.registry import FIRST, KINDS
from league.drafts.forms import KindForm, MockForm, SeasonDraftForm
from league.drafts.queries.drafts import drafts_of, mocks_of
from league.leagues.views import accepted, signed_in
from league.people.sessions import reader
from league.seasons.models import Franchise
from league.seasons.views import opened, organised_head
from matches.moment import now


@require_GET
def season_draft(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """To the season's draft; without one, what is to be done."""
    head, _ = opened(request, slug, season_id)
    drafts = drafts_of(season_id)
    standing = [one for one in drafts if one.status != "cancelled"]
    if standing:
        return redirect("draft", standing[0].draft_id)
    return render(request, "league/drafts/season.html", {"head": head, "drafts": drafts})


def _kind(request: HttpRequest) -> str:
    kind = request.POST.get("kind") or request.GET.get("kind", FIRST)
    return kind if kind in KINDS else FIRST


@require_http_methods(["GET", "POST"])
@login_required
def new(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    head, person = organised_head(request, slug, season_id)
    opened(request, slug, season_id)
    kind = _kind(request)
    franchises = list(Franchise.objects.filter(season=season_id).order_by("pk").values_list("pk", "name"))
    form = SeasonDraftForm(request.POST or None, kind, franchises)
    if request.method == "POST" and form.is_valid():
        given = {**form.given(), "kind": kind}
        starts_at = given.pop("starts_at", None)
        made: list[int] = []
        if accepted(form, lambda: made.append(create_draft(
            season_id=season_id, by=person.pk, given=given, starts_at=starts_at, at=now()
        ))):  # fmt: skip
            return redirect("draft", made[0])
    context = {"head": head, "form": form, "kinds": KindForm({"kind": kind}), "kind": kind}
    return render(request, "league/drafts/new.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
def mock(request: HttpRequest) -> HttpResponse:
    """A form for a mock draft, and the reader's last ones."""
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect("sign-in")
    kind = _kind(request)
    form = MockForm(request.POST or None, kind)
    if request.method == "POST" and form.is_valid():
        made: list[int] = []
        by = signed_in(request).pk
        if accepted(form, lambda: made.append(mock_draft(by=by, given={**form.given(), "kind": kind}, at=now()))):
            return redirect("draft", made[0])
    person = reader(request)
    context = {
        "form": form, "kinds": KindForm({"kind": kind}), "kind": kind, "drafts": mocks_of(person.pk) if person else [],
    }  # fmt: skip
    return render(request, "league/drafts/mock.html", context, status=422 if form.errors else 200)
