"""What the pages of leagues share: who asks, for which league, and running an action for them."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from league.forms import add_refusal, refusals_as_404, show_refusal
from league.leagues.queries.leagues import LeaguePage, league_page
from league.people.models import Player
from league.people.sessions import reader
from matches.refusals import Refused


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


def accepted(form: forms.Form, act: Callable[..., object], **given: Any) -> bool:
    """Run an action for a valid form; a refusal is shown at the field that it is about."""
    try:
        act(**given)
    except Refused as refusal:
        if refusal.code == "not-allowed":
            raise PermissionDenied from None
        add_refusal(form, refusal)
        return False
    return True


def do(request: HttpRequest, act: Callable[..., object], **given: Any) -> bool:
    """Run the action of a button; whether it was done. A refusal is shown at the top of the next page."""
    try:
        act(**given)
    except Refused as refusal:
        if refusal.code == "not-found":
            raise Http404(refusal.text) from None
        show_refusal(request, refusal)
        return False
    return True
