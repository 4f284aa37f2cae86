"""Whose browser this is: signing guests in, and knowing the reader of a page."""

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
    """The player who is signed in, None for a visitor."""
    return request.user if isinstance(request.user, Player) else None


def signed_in(request: Request) -> Player:
    """Return the player who asks the API. Raises Refused("sign-in-needed") for a visitor."""
    person = reader(request._request)
    if person is None:
        raise Refused("sign-in-needed", say("Sign in first."))
    return person


def account_holder(request: Request) -> Player:
    """Return the player who asks the API. Raises Refused("account-needed") for a guest."""
    person = signed_in(request)
    if person.is_guest:
        raise Refused("account-needed", say("Sign up first; your matches stay with you."))
    return person


def sign_in_guest(request: HttpRequest) -> None:
    """Make a guest and sign this browser in as it. The CSRF token changes by that, as at every sign-in.

    Raises Refused("too-many") where too many have been made from this address, or in all.
    """
    use_quota("guests", request.META)
    login(request, Player.objects.get(pk=new_guest(at=now())))


def ensure_player(request: HttpRequest) -> Player:
    """The player who is signed in, a new guest if nobody is."""
    if not request.user.is_authenticated:
        sign_in_guest(request)
    player = reader(request)
    assert player is not None
    return player
