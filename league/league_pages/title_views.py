"""Pages of a league's titles: create, change, archive and delete one. The league's page lists them."""

from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from engines.i18n import translate as _
from league.forms import errors_as_404, errors_as_messages, errors_on_form
from league.leagues.queries.leagues import LeaguePage
from league.leagues.views import current_player, require_organiser
from league.titles.actions import FROZEN_WHEN_USED, archive_title, change_title, create_title, delete_title
from league.titles.forms import TitleForm
from league.titles.queries import get_title_line
from matches.server_time import now


@require_http_methods(["GET", "POST"])
@login_required
def title_create(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and process the form of a new title."""
    page, player = require_organiser(request, slug)
    form = TitleForm(request.POST or None)
    if form.is_valid():
        with errors_on_form(form):
            create_title(league_id=page.league_id, by=player.pk, data=form.cleaned_data, at=now())
            messages.success(request, _("Title created. Choose it as the game of an event."))
            return redirect("league", page.slug)
    return _render_form(request, page, form, title=_("Create title"), button=_("Create title"))


@require_http_methods(["GET", "POST"])
@login_required
def title_edit(request: HttpRequest, slug: str, title_id: int) -> HttpResponse:
    """Show and process the form that changes a title, with the buttons that archive and delete it."""
    page, player = require_organiser(request, slug)
    with errors_as_404():
        line = get_title_line(title_id, league=page.league_id)
    form = TitleForm(request.POST or None, initial=asdict(line))
    if form.is_valid():
        with errors_on_form(form):
            change_title(league_id=page.league_id, title_id=title_id, by=player.pk, data=form.cleaned_data, at=now())
            messages.success(request, _("Saved."))
            return redirect("league", page.slug)
    return _render_form(request, page, form, title=_("Edit {line}", line=line.name), button=_("Save"), line=line)


@require_http_methods(["GET", "POST"])
@login_required
def own_title_edit(request: HttpRequest, own_title_id: int) -> HttpResponse:
    """Show and process the form of a title of the player's own, without what its events' results depend on."""
    player = current_player(request)
    with errors_as_404():
        line = get_title_line(own_title_id, owner=player.pk)
    form = TitleForm(request.POST or None, initial=asdict(line))
    for name in (*FROZEN_WHEN_USED, "best_of"):
        del form.fields[name]
    if form.is_valid():
        data = {name: form.cleaned_data[name] for name in form.fields}
        with errors_on_form(form):
            change_title(league_id=None, title_id=own_title_id, by=player.pk, data=data, at=now())
            messages.success(request, _("Saved."))
            return redirect("own-title-edit", own_title_id)
    context = {"form": form, "title": _("Edit {line}", line=line.name), "button": _("Save")}
    return render(request, "league/leagues/own_title.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def title_archive(request: HttpRequest, slug: str, title_id: int) -> HttpResponse:
    """Archive a title, or with `back` restore it."""
    page, player = require_organiser(request, slug)
    with errors_as_messages(request):
        archived = "back" not in request.POST
        archive_title(league_id=page.league_id, title_id=title_id, by=player.pk, archived=archived, at=now())
        messages.success(request, _("Title archived.") if archived else _("Title restored."))
    return redirect("league", page.slug)


@require_POST
@login_required
def title_delete(request: HttpRequest, slug: str, title_id: int) -> HttpResponse:
    """Delete a title that no event uses."""
    page, player = require_organiser(request, slug)
    with errors_as_messages(request):
        delete_title(league_id=page.league_id, title_id=title_id, by=player.pk, at=now())
        messages.success(request, _("Title deleted."))
    return redirect("league", page.slug)


def _render_form(request: HttpRequest, page: LeaguePage, form: TitleForm, **context: Any) -> HttpResponse:
    status = 422 if form.errors else 200
    return render(request, "league/leagues/title.html", {"page": page, "form": form, **context}, status=status)
