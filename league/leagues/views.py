"""Shared parts of the league pages: lookups and permissions."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from league.forms import refusals_as_404
from league.leagues.queries.leagues import LeaguePage, league_page
from league.people.models import Player
from league.people.sessions import reader


def page_of(request: HttpRequest, slug: str) -> LeaguePage:
    """Return the page of a league as the viewer sees it, or raise Http404."""
    with refusals_as_404():
        return league_page(slug, reader(request))


def organised_page(request: HttpRequest, slug: str) -> tuple[LeaguePage, Player]:
    """Return the league and its organiser, the signed-in user; else raise an error page."""
    page, person = page_of(request, slug), reader(request)
    if person is None or not page.may_edit:
        raise PermissionDenied
    return page, person


def signed_in(request: HttpRequest) -> Player:
    """Return the signed-in user, or raise an error page."""
    person = reader(request)
    assert person is not None
    return person
