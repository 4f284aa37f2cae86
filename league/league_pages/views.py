"""Pages of leagues: the list, a league, its seasons, its staff and its log."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.i18n import translate as _
from league.events.queries import list_events
from league.exports import csv_response, json_response
from league.forms import errors_as_messages, errors_on_form, parse_page_params, set_choices
from league.league_pages.api import serialize_entry
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
from league.leagues.forms import EditLeagueForm, LogForm, NewLeagueForm, ReasonForm, SeasonForm, StaffForm
from league.leagues.queries.leagues import LeaguePage, get_slug, list_leagues, list_leagues_of_player
from league.leagues.queries.log import check_log_access, iter_entries, list_actions, list_entries
from league.leagues.rules import list_grantable_roles
from league.leagues.views import current_player, get_page_or_404, require_organiser
from league.people.models import Player
from league.people.sessions import find_viewer
from league.quotas import within_quota
from league.titles.queries import list_titles
from matches.api.pagination import BeforeParams
from matches.errors import ActionError
from matches.server_time import now

CSV_COLUMNS = ("entry", "at", "by", "league", "act", "subject", "number", "before", "after", "why")


@require_GET
def league_list(request: HttpRequest) -> HttpResponse:
    """Show the list of leagues, with the user's own first."""
    after, player = request.GET.get("after", ""), find_viewer(request)
    page = list_leagues(after=after if after.isprintable() else "")
    yours = list_leagues_of_player(player.pk) if player and not after else []
    return render(request, "league/leagues/list.html", {"page": page, "first": not after, "yours": yours})


@require_GET
def league_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league."""
    page = get_page_or_404(request, slug)
    return render(
        request,
        "league/leagues/league.html",
        {"page": page, "cards": list_events(league=page.slug), "titles": list_titles(page.league_id)},
    )


@require_http_methods(["GET", "POST"])
@login_required
def league_create(request: HttpRequest) -> HttpResponse:
    """Show and process the form of a new league."""
    player = current_player(request)
    if player.is_guest:
        messages.info(request, _("Create an account to start a league. You keep your matches."))
        return redirect(reverse("sign-up", query={"next": request.path}))
    form = NewLeagueForm(request.POST or None)
    if form.is_valid():
        with errors_on_form(form):
            with within_quota("leagues", request.META):
                league_id = create_league(by=player.pk, **form.cleaned_data, at=now())
            return redirect("league", get_slug(league_id))
    return render(request, "league/leagues/new.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@login_required
def league_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and process the form that edits a league."""
    page, player = require_organiser(request, slug)
    policy = page.policy
    initial = {"name": page.name, "about": page.about, "no_show_warnings": policy.warnings}
    initial |= {"ban_length": policy.length, "ban_unit": policy.unit, "required_provider": page.required_provider}
    form = EditLeagueForm(request.POST or None, initial=initial)
    if form.is_valid():
        names = ("name", "about", "required_provider", "why")
        data = {name: form.cleaned_data[name] for name in names if name in form.cleaned_data}
        with errors_on_form(form):
            edit_league(**_common_arguments(page, player), **data, policy=form.policy(policy))
            messages.success(request, _("Saved."))
            return redirect("league", page.slug)
    return _render_edit_form(request, page, form, _("Edit league"), _("Save"))


@require_http_methods(["GET", "POST"])
@login_required
def season_create(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and process the form of a new season."""
    page, player = require_organiser(request, slug)
    form = SeasonForm(request.POST or None)
    if form.is_valid():
        with errors_on_form(form):
            create_season(**_common_arguments(page, player), days=form.days(), why=form.cleaned_data["why"])
            return redirect("league", page.slug)
    return _render_edit_form(request, page, form, _("Create season"), _("Create season"))


@require_http_methods(["GET", "POST"])
@login_required
def season_edit(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show and process the form that edits a season."""
    page, player = require_organiser(request, slug)
    line = next((line for line in page.seasons if line.season_id == season_id), None)
    if line is None:
        raise Http404(_("Season not found."))
    initial = {"name": line.name, "starts_on": line.starts_on, "ends_on": line.ends_on}
    form = SeasonForm(request.POST or None, initial=initial)
    if form.is_valid():
        with errors_on_form(form):
            edit_season(**_common_arguments(page, player), season_id=season_id, days=form.days(), why=form.cleaned_data["why"])
            messages.success(request, _("Saved."))
            return redirect("league", page.slug)
    return _render_edit_form(request, page, form, _("Edit {line}", line=line.name), _("Save"))


@require_POST
@login_required
def season_archive(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Archive a season, or with `back` unarchive it."""
    page, player = require_organiser(request, slug)
    archived = "back" not in request.POST
    with errors_as_messages(request):
        archive_season(**_common_arguments(page, player), season_id=season_id, archived=archived)
    return redirect("league", page.slug)


def _common_arguments(page: LeaguePage, player: Player) -> dict[str, Any]:
    """Return the arguments common to all actions on a league."""
    return {"league_id": page.league_id, "by": player.pk, "at": now()}


def _render_edit_form(request: HttpRequest, page: LeaguePage, form: ReasonForm, title: str, button: str) -> HttpResponse:
    context = {"form": form, "page": page, "title": title, "button": button}
    return render(request, "league/leagues/edit.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@login_required
def staff_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the staff, and process the form that adds a member."""
    page, player = require_organiser(request, slug)
    roles = [(role.value, str(role.label)) for role in list_grantable_roles(all_roles=page.may_choose_organisers)]
    form = StaffForm(request.POST or None)
    set_choices(form, "role", roles)
    if form.is_valid():
        data = {**form.cleaned_data}
        username = data.pop("player")
        with errors_on_form(form):
            add_staff(**_common_arguments(page, player), **data, username=username)
            messages.success(request, _("{given} added to the staff.", given=username))
            return redirect("league-staff", page.slug)
    context = {"form": form, "page": page, "roles": roles}
    return render(request, "league/leagues/staff.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def staff_role(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    """Change a member's role."""
    page, player = get_page_or_404(request, slug), current_player(request)
    player_id, chosen, why = _get_member_id(page, username), request.POST.get("role", ""), request.POST.get("why", "")
    with errors_as_messages(request):
        change_role(**_common_arguments(page, player), player_id=player_id, role=chosen, why=why)
    return redirect("league-staff" if page.may_edit else "league", page.slug)


@require_POST
@login_required
def staff_remove(request: HttpRequest, slug: str, username: str) -> HttpResponse:
    """Remove a member from the staff, or leave it."""
    page, player = get_page_or_404(request, slug), current_player(request)
    player_id = _get_member_id(page, username)
    with errors_as_messages(request):
        remove_staff(**_common_arguments(page, player), player_id=player_id, why=request.POST.get("why", ""))
    return redirect("league-staff" if page.may_edit and player_id != player.pk else "league", page.slug)


def _get_member_id(page: LeaguePage, username: str) -> int:
    player_id = page.find_member_id(username)
    if player_id is None:
        raise Http404(_("This player isn't on the staff."))
    return player_id


@require_GET
@login_required
def log_page(request: HttpRequest, slug: str | None = None) -> HttpResponse:
    """Show the audit log of a league, or of the whole site."""
    page, form = _get_page_and_form(request, slug)
    before = parse_page_params(request, BeforeParams).get("before")
    league_id = page.league_id if page else None
    valid = form.is_valid()
    entries = list_entries(league_id, **form.cleaned_data, before=before) if valid else None
    filters = urlencode({name: request.GET[name] for name in form.fields if request.GET.get(name)})
    context = {"page": page, "form": form, "log": entries, "filters": filters, "later": before is not None}
    return render(request, "league/leagues/log.html", context, status=200 if valid else 422)


@require_GET
@login_required
def log_file(request: HttpRequest, kind: str, slug: str | None = None) -> HttpResponse:
    """Return the filtered audit log as CSV or JSON."""
    page, form = _get_page_and_form(request, slug)
    if not form.is_valid():
        raise Http404(_("Invalid filters. Check them and try again."))
    lines = iter_entries(page.league_id if page else None, **form.cleaned_data)
    name = f"audit-log-{slug}" if slug else "audit-log"
    if kind == "json":
        return json_response(name, [serialize_entry(line) for line in lines])
    rows = (
        (
            line.entry_id, line.at.isoformat(), line.by_username, line.league, line.act, line.subject_kind,
            line.subject_id, json.dumps(line.before), json.dumps(line.after), line.why,
        )
        for line in lines
    )  # fmt: skip
    return csv_response(name, CSV_COLUMNS, rows)


def _get_page_and_form(request: HttpRequest, slug: str | None) -> tuple[LeaguePage | None, LogForm]:
    page = get_page_or_404(request, slug) if slug else None
    league_id = page.league_id if page else None
    try:
        check_log_access(current_player(request).pk, league_id)
    except ActionError:
        raise PermissionDenied from None
    return page, LogForm(request.GET, list_actions(league_id))
