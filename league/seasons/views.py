"""Shared parts of the season pages: lookups, permissions and live fragments."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.forms import errors_as_404
from league.htmx import is_htmx
from league.people.models import Player
from league.people.sessions import find_viewer
from league.seasons.models import SeasonSettings
from league.seasons.queries.settings import SeasonHeader, get_season_header, get_terms


@errors_as_404()
def get_header(request: HttpRequest, slug: str, season_id: int) -> SeasonHeader:
    """Return the header of a season as the viewer sees it, or raise Http404."""
    return get_season_header(slug, season_id, find_viewer(request))


@errors_as_404()
def get_season(request: HttpRequest, slug: str, season_id: int) -> tuple[SeasonHeader, SeasonSettings]:
    """Return a season with franchises and its settings."""
    return get_season_header(slug, season_id, find_viewer(request)), get_terms(season_id)


def require_organiser(request: HttpRequest, slug: str, season_id: int) -> tuple[SeasonHeader, Player]:
    """Return the season and its organiser, the signed-in user. Raises Http404 or PermissionDenied."""
    head, player = get_header(request, slug, season_id), find_viewer(request)
    if player is None or not head.may_edit:
        raise PermissionDenied
    return head, player


def render_live(request: HttpRequest, page: str, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    """Render a page, or for htmx only its live fragment, whose template has a leading underscore."""
    folder = "league/seasons/"
    context |= {"live": f"{folder}_{page}"}
    return render(request, f"{folder}_{page}" if is_htmx(request) else f"{folder}{page}", context, status=status)
