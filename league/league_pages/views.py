"""Pages of leagues: the list, a league, its seasons, its staff and its log."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.words import say
from league.events.queries import events
from league.exports import csv_answer, json_answer
from league.forms import page_params, refusals_as_messages, refusals_on
from league.league_pages.api import entry
from league.leagues.actions import (
    add_staff,
    archive_season,
    change_role,
    create_league,
    create_season,
    edit_league,
    edit_season,
    remove_staff,
)
from league.leagues.forms import EditLeagueForm, LogForm, NewLeagueForm, SeasonForm, StaffForm, WhyForm
from league.leagues.models import Role
from league.leagues.queries.leagues import LeaguePage, leagues, leagues_of, slug_of
from league.leagues.queries.log import acts_of, check_reader, every_line, log
from league.leagues.views import organised_page, page_of, signed_in
from league.people.models import Player
from league.people.sessions import reader
from league.quotas import within_quota
from matches.api.paging import BeforeParams
from matches.moment import now
from matches.refusals import Refused

COLUMNS = ("entry", "at", "by", "league", "act", "subject", "number", "before", "after", "why")


@require_GET
def league_list(request: HttpRequest) -> HttpResponse:
    """Show the list of leagues, with the user's own first."""
    after, person = request.GET.get("after", ""), reader(request)
    page = leagues(after=after if after.isprintable() else "")
    yours = leagues_of(person.pk) if person and not after else []
    return render(request, "league/leagues/list.html", {"page": page, "first": not after, "yours": yours})


@require_GET
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league."""
    page = page_of(request, slug)
    return render(request, "league/leagues/league.html", {"page": page, "cards": events(league=page.slug)})


@require_http_methods(["GET", "POST"])
@login_required
def new_league(request: HttpRequest) -> HttpResponse:
    """Show and process the form of a new league."""
    person = signed_in(request)
    if person.is_guest:
        messages.info(request, say("Create an account to start a league. You keep your matches."))
        return redirect("sign-up")
    form = NewLeagueForm(request.POST or None)
    if form.is_valid():
        with refusals_on(form):
            with within_quota("leagues", request.META):
                league_id = create_league(by=person.pk, **form.cleaned_data, at=now())
            return redirect("league", slug_of(league_id))
    return render(request, "league/leagues/new.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@login_required
def league_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and process the form that edits a league."""
    page, person = organised_page(request, slug)
    policy = page.policy
    initial = {"name": page.name, "about": page.about, "no_show_warnings": policy.warnings}
    initial |= {"ban_length": policy.length, "ban_unit": policy.unit}
    form = EditLeagueForm(request.POST or None, initial=initial)
    if form.is_valid():
        given = {name: form.cleaned_data[name] for name in ("name", "about", "why")}
        with refusals_on(form):
            edit_league(**_who(page, person), **given, policy=form.policy(policy))
            messages.success(request, say("Saved."))
            return redirect("league", page.slug)
    return _edited(request, page, form, say("Edit league"), say("Save"))


@require_http_methods(["GET", "POST"])
@login_required
def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and process the form of a new season."""
    page, person = organised_page(request, slug)
    form = SeasonForm(request.POST or None)
    if form.is_valid():
        with refusals_on(form):
            create_season(**_who(page, person), days=form.days(), why=form.cleaned_data["why"])
            return redirect("league", page.slug)
    return _edited(request, page, form, say("Create season"), say("Create season"))


@require_http_methods(["GET", "POST"])
@login_required
def season_edit(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show and process the form that edits a season."""
    page, person = organised_page(request, slug)
    line = next((line for line in page.seasons if line.season_id == season_id), None)
    if line is None:
        raise Http404(say("Season not found."))
    initial = {"name": line.name, "starts_on": line.starts_on, "ends_on": line.ends_on}
    form = SeasonForm(request.POST or None, initial=initial)
    if form.is_valid():
        with refusals_on(form):
            edit_season(**_who(page, person), season_id=season_id, days=form.days(), why=form.cleaned_data["why"])
            messages.success(request, say("Saved."))
            return redirect("league", page.slug)
    return _edited(request, page, form, say("Edit {line}", line=line.name), say("Save"))


@require_POST
@login_required
def archive(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Archive a season, or with `back` unarchive it."""
    page, person = organised_page(request, slug)
    archived = "back" not in request.POST
    with refusals_as_messages(request):
        archive_season(**_who(page, person), season_id=season_id, archived=archived)
    return redirect("league", page.slug)


def _who(page: LeaguePage, person: Player) -> dict[str, Any]:
    """Return the arguments common to all actions on a league."""
    return {"league_id": page.league_id, "by": person.pk, "at": now()}


def _edited(request: HttpRequest, page: LeaguePage, form: WhyForm, title: str, button: str) -> HttpResponse:
    context = {"form": form, "page": page, "title": title, "button": button}
    return render(request, "league/leagues/edit.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@login_required
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the staff, and process the form that adds a member."""
    page, person = organised_page(request, slug)
    form = StaffForm(request.POST or None)
    if form.is_valid():
        given = {**form.cleaned_data}
        username = given.pop("player")
        with refusals_on(form):
            add_staff(**_who(page, person), **given, username=username)
            messages.success(request, say("{given} added to the staff.", given=username))
            return redirect("league-staff", page.slug)
    context = {"form": form, "page": page, "roles": Role.choices}
    return render(request, "league/leagues/staff.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def role(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    """Change a member's role."""
    page, person = page_of(request, slug), signed_in(request)
    player_id, chosen, why = _member(page, username), request.POST.get("role", ""), request.POST.get("why", "")
    with refusals_as_messages(request):
        change_role(**_who(page, person), player_id=player_id, role=chosen, why=why)
    return redirect("league-staff" if page.may_edit else "league", page.slug)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    """Remove a member from the staff, or leave it."""
    page, person = page_of(request, slug), signed_in(request)
    player_id = _member(page, username)
    with refusals_as_messages(request):
        remove_staff(**_who(page, person), player_id=player_id, why=request.POST.get("why", ""))
    return redirect("league-staff" if page.may_edit and player_id != person.pk else "league", page.slug)


def _member(page: LeaguePage, username: str) -> int:
    player_id = page.member(username)
    if player_id is None:
        raise Http404(say("This player isn't on the staff."))
    return player_id


@require_GET
@login_required
def log_page(request: HttpRequest, slug: str | None = None) -> HttpResponse:
    """Show the audit log of a league, or of the whole site."""
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
def log_file(request: HttpRequest, kind: str, slug: str | None = None) -> HttpResponse:
    """Return the filtered audit log as CSV or JSON."""
    page, form = _asked(request, slug)
    if not form.is_valid():
        raise Http404(say("Invalid filters. Check them and try again."))
    lines = every_line(page.league_id if page else None, **form.cleaned_data)
    name = f"audit-log-{slug}" if slug else "audit-log"
    if kind == "json":
        return json_answer(name, [entry(line) for line in lines])
    rows = (
        (
            line.entry_id, line.at.isoformat(), line.by_username, line.league, line.act, line.subject_kind,
            line.subject_id, json.dumps(line.before), json.dumps(line.after), line.why,
        )
        for line in lines
    )  # fmt: skip
    return csv_answer(name, COLUMNS, rows)


def _asked(request: HttpRequest, slug: str | None) -> tuple[LeaguePage | None, LogForm]:
    page = page_of(request, slug) if slug else None
    league_id = page.league_id if page else None
    try:
        check_reader(signed_in(request).pk, league_id)
    except Refused:
        raise PermissionDenied from None
    return page, LogForm(request.GET, acts_of(league_id))
