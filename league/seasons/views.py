"""Shared parts of the season pages: lookups, permissions and live fragments."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.forms import refusals_as_404
from league.people.models import Player
from league.people.sessions import reader
from league.seasons.models import SeasonTerms
from league.seasons.queries.settings import SeasonHead, get_terms, season_head


@refusals_as_404()
def head_of(request: HttpRequest, slug: str, season_id: int) -> SeasonHead:
    """Return the header of a season as the viewer sees it, or raise Http404."""
    return season_head(slug, season_id, reader(request))


@refusals_as_404()
def opened(request: HttpRequest, slug: str, season_id: int) -> tuple[SeasonHead, SeasonTerms]:
    """Return a season with franchises and its terms."""
    return season_head(slug, season_id, reader(request)), get_terms(season_id)


def organised_head(request: HttpRequest, slug: str, season_id: int) -> tuple[SeasonHead, Player]:
    """Return the season and its organiser, the signed-in user; else raise an error page."""
    head, person = head_of(request, slug, season_id), reader(request)
    if person is None or not head.may_edit:
        raise PermissionDenied
    return head, person


def live(request: HttpRequest, page: str, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    """Render a page, or for htmx only its live fragment, whose template has a leading underscore."""
    folder = "league/seasons/"
    part = bool(getattr(request, "htmx", False))
    context |= {"live": f"{folder}_{page}"}
    return render(request, f"{folder}_{page}" if part else f"{folder}{page}", context, status=status)
