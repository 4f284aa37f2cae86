"""What the pages of leagues share: who asks, and for which league."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from league.forms import refusals_as_404
from league.leagues.queries.leagues import LeaguePage, league_page
from league.people.models import Player
from league.people.sessions import reader


def page_of(request: HttpRequest, slug: str) -> LeaguePage:
    with refusals_as_404():
        return league_page(slug, reader(request))


def organised_page(request: HttpRequest, slug: str) -> tuple[LeaguePage, Player]:
    """The league, and the person who asks and may edit it; a page that says no to anyone else."""
    page, person = page_of(request, slug), reader(request)
    if person is None or not page.may_edit:
        raise PermissionDenied
    return page, person


def signed_in(request: HttpRequest) -> Player:
    """The reader of a page that only opens to people who are signed in."""
    person = reader(request)
    assert person is not None
    return person
