"""The player of a request, and guest sessions."""

from django.contrib.auth import login
from django.http import HttpRequest
from rest_framework.request import Request

from engines.i18n import translate as _
from league.people.actions.accounts import create_guest
from league.people.models import Player
from league.quotas import consume_quota
from matches.errors import ActionError
from matches.server_time import now


def find_viewer(request: HttpRequest) -> Player | None:
    """Return the signed-in player; None for a visitor."""
    return request.user if isinstance(request.user, Player) else None


def require_player(request: Request) -> Player:
    """Return the player of an API request. Raises ActionError("sign-in-needed") for a visitor."""
    player = find_viewer(request._request)
    if player is None:
        raise ActionError("sign-in-needed", _("Sign in first."))
    return player


def require_account(request: Request) -> Player:
    """Return the player of an API request. Raises ActionError("account-needed") for a guest."""
    player = require_player(request)
    if player.is_guest:
        raise ActionError("account-needed", _("Create an account first. You keep your matches."))
    return player


def sign_in_guest(request: HttpRequest) -> None:
    """Create a guest and sign this browser in as it, which changes the CSRF token.

    Raises ActionError("too-many") over the limit for this address or for the site.
    """
    consume_quota("guests", request.META)
    login(request, Player.objects.get(pk=create_guest(at=now())))


def ensure_player(request: HttpRequest) -> Player:
    """Return the signed-in player; create a guest for a visitor."""
    if not request.user.is_authenticated:
        sign_in_guest(request)
    player = find_viewer(request)
    assert player is not None
    return player
