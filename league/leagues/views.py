"""Shared parts of the league pages: lookups and permissions."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from league.forms import errors_as_404
from league.leagues.queries.leagues import LeaguePage, get_league_page
from league.people.models import Player
from league.people.sessions import find_viewer


def get_page_or_404(request: HttpRequest, slug: str) -> LeaguePage:
    """Return the page of a league as the viewer sees it, or raise Http404."""
    with errors_as_404():
        return get_league_page(slug, find_viewer(request))


def require_organiser(request: HttpRequest, slug: str) -> tuple[LeaguePage, Player]:
    """Return the league and its organiser, the signed-in user. Raises Http404 or PermissionDenied."""
    page, player = get_page_or_404(request, slug), find_viewer(request)
    if player is None or not page.may_edit:
        raise PermissionDenied
    return page, player


def current_player(request: HttpRequest) -> Player:
    """Return the signed-in player. For views with `login_required`."""
    player = find_viewer(request)
    assert player is not None
    return player
