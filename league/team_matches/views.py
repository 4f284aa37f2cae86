"""Pages of teams: the list of an event's teams, and the page of a team for its captain and players."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from engines.i18n import translate as _
from league.events.models import BEFORE_START, OVER, Event
from league.events.queries import can_manage, get_visible_event
from league.forms import errors_as_404, errors_as_messages
from league.leagues.views import current_player
from league.match_times.queries import list_own
from league.people.models import Player
from league.people.sessions import find_viewer
from league.team_matches.team_actions import run_team_action
from league.teams.queries.pages import TeamPage, build_team_page, list_matches, list_teams
from league.teams.rules.lineups import Place, build_default_lineup
from matches.server_time import now


@require_GET
@never_cache
def teams_page(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the teams of an event and their matches with boards."""
    event = _get_team_event(event_id, find_viewer(request))
    context = {"event": event, "boards_event": Event.objects.filter(boards_of=event).first(), "at": now()}
    return render(
        request, "league/team_matches/teams.html", {**context, "teams": list_teams(event), "matches": list_matches(event)}
    )


@require_GET
@never_cache
def team_page(request: HttpRequest, event_id: int, team_id: int) -> HttpResponse:
    """Show a team, and to its captain the roster and line-up to edit."""
    viewer, at = find_viewer(request), now()
    event = _get_team_event(event_id, viewer)
    with errors_as_404():
        page = build_team_page(event, team_id, viewer, manages=can_manage(event, viewer), at=at)
    context = {
        "event": event, "page": page, "at": at, "over": event.status in OVER, "before": event.status in BEFORE_START,
        "times": list_own(viewer.pk, at, event.pk) if viewer and event.play_days else [],
    }  # fmt: skip
    return render(request, "league/team_matches/team.html", {**context, **_build_forms(page)})


@require_POST
@login_required
def team_action(request: HttpRequest, event_id: int, team_id: int, action: str) -> HttpResponse:
    """Run an action and return to the team."""
    player = current_player(request)
    _get_team_event(event_id, player)
    with errors_as_messages(request):
        messages.success(
            request, run_team_action(action, event_id=event_id, team_id=team_id, by=player.pk, data=request.POST, at=now())
        )
    return redirect("team", event_id, team_id)


def _build_forms(page: TeamPage) -> dict[str, Any]:
    """Return the rows of the roster with the orders that their buttons set, and the players chosen by board."""
    members = page.team.members
    ids, alternates = [member.member_id for member in members], [member.member_id for member in members if member.alternate]
    rows = []
    for place, member in enumerate(members):
        up = [*ids[: place - 1], ids[place], ids[place - 1], *ids[place + 1 :]] if place else []
        is_first = bool(place) and members[place - 1].alternate != member.alternate
        toggled = [pk for pk in alternates if pk != member.member_id] if member.alternate else [*alternates, member.member_id]
        rows.append((member, [] if is_first else up, toggled))
    default = build_default_lineup(page.rules, [Place(one.member_id, one.alternate, one.accepted) for one in members])
    chosen = page.lineup or tuple(default)
    return {
        "rows": rows, "ids": ids, "alternates": alternates, "choices": [one for one in members if one.accepted],
        "boards": list(enumerate(chosen, start=1)),
    }  # fmt: skip


def _get_team_event(event_id: int, viewer: Player | None) -> Event:
    with errors_as_404():
        event = get_visible_event(Event.objects.filter(pk=event_id).select_related("league"), viewer)
    if event.teams is None:
        raise Http404(_("This event has no teams."))
    return event
