"""The player of a request, and guest sessions."""

from django.contrib.auth import login
from django.http import HttpRequest
from rest_framework.request import Request

from engines.words import say
from league.people.actions.accounts import new_guest
from league.people.models import Player
from league.quotas import use_quota
from matches.moment import now
from matches.refusals import Refused


def reader(request: HttpRequest) -> Player | None:
    """Return the signed-in player; None for a visitor."""
    return request.user if isinstance(request.user, Player) else None


def signed_in(request: Request) -> Player:
    """Return the player of an API request. Raises Refused("sign-in-needed") for a visitor."""
    person = reader(request._request)
    if person is None:
        raise Refused("sign-in-needed", say("Sign in first."))
    return person


def account_holder(request: Request) -> Player:
    """Return the player of an API request. Raises Refused("account-needed") for a guest."""
    person = signed_in(request)
    if person.is_guest:
        raise Refused("account-needed", say("Create an account first. You keep your matches."))
    return person


def sign_in_guest(request: HttpRequest) -> None:
    """Create a guest and sign this browser in as it, which changes the CSRF token.

    Raises Refused("too-many") over the limit for this address or for the site.
    """
    use_quota("guests", request.META)
    login(request, Player.objects.get(pk=new_guest(at=now())))


def ensure_player(request: HttpRequest) -> Player:
    """Return the signed-in player; create a guest for a visitor."""
    if not request.user.is_authenticated:
        sign_in_guest(request)
    player = reader(request)
    assert player is not None
    return player
