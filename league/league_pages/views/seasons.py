"""Planning seasons."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from engines.words import say
from league.leagues.actions.seasons import archive_season, create_season, edit_season
from league.leagues.forms import SeasonForm
from league.leagues.queries.page import LeaguePage
from league.leagues.views.common import accepted, do, organised_page
from matches.moment import now


@require_http_methods(["GET", "POST"])
@login_required
def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    page, person = organised_page(request, slug)
    form = SeasonForm(request.POST or None)
    if (
        request.method == "POST"
        and form.is_valid()
        and accepted(
            form,
            lambda: create_season(
                league_id=page.league_id, by=person.pk, days=form.days(), why=form.cleaned_data["why"], at=now()
            ),
        )
    ):
        return redirect("league", page.slug)
    return _form(request, page, form, say("New season"), say("Plan the season"))


@require_http_methods(["GET", "POST"])
@login_required
def edit(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    page, person = organised_page(request, slug)
    line = next((line for line in page.seasons if line.season_id == season_id), None)
    if line is None:
        raise Http404(say("There is no such season."))
    form = SeasonForm(
        request.POST or None, initial={"name": line.name, "starts_on": line.starts_on, "ends_on": line.ends_on}
    )
    if (
        request.method == "POST"
        and form.is_valid()
        and accepted(
            form,
            lambda: edit_season(
                league_id=page.league_id, season_id=season_id, by=person.pk, days=form.days(),
                why=form.cleaned_data["why"], at=now(),
            ),
        )
    ):  # fmt: skip
        messages.success(request, say("Saved."))
        return redirect("league", page.slug)
    return _form(request, page, form, say("Edit {line}", line=line.name), say("Save"))


@require_POST
@login_required
def archive(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Into the archive, or, with `back`, out of it."""
    page, person = organised_page(request, slug)
    do(
        request,
        lambda: archive_season(
            league_id=page.league_id, season_id=season_id, by=person.pk, archived="back" not in request.POST, at=now()
        ),
    )
    return redirect("league", page.slug)


def _form(request: HttpRequest, page: LeaguePage, form: SeasonForm, title: str, button: str) -> HttpResponse:
    context = {"form": form, "page": page, "title": title, "button": button}
    return render(request, "league/leagues/edit.html", context, status=422 if form.errors else 200)
