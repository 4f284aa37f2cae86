"""Cookies for browsers in which an account has signed in before (OWASP: device cookies), and recent sign-ins.

Such a browser has its own limit on wrong passwords, which attackers cannot use up. The cookie does not sign in. It is
sent to the account pages only.
"""

import secrets
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from matches.server_time import now

COOKIE_NAME = "known_browser"
SALT = "league.people.known_browsers"
COOKIE_PATH = "/accounts/"
MAX_AGE_S = 400 * 86_400
SIGNED_IN_KEY = "signed_in"
RECENT = timedelta(minutes=10)
"""How long a sign-in proves to an account without a password that its owner is at the browser."""
MAX_ACCOUNTS = 4
"""Most accounts per browser; the latest ones are kept."""


class Source(NamedTuple):
    """The origin of a password or code."""

    address: str = ""
    browser: str = ""
    """The id of a browser in which the account has signed in before, else empty."""
    is_recent: bool = False
    """Whether the player has just signed in there."""


NO_SOURCE = Source()


def get_source(request: HttpRequest, player_id: int | None) -> Source:
    """Return the address of a request, and the id of its browser if this player has signed in there before."""
    address = request.META.get("REMOTE_ADDR", "")
    if player_id is None:
        return Source(address)
    return Source(address, _load_accounts(request).get(str(player_id), ""), _is_recent(request, player_id))


def _is_recent(request: HttpRequest, player_id: int) -> bool:
    signed_in_id, at = request.session.get(SIGNED_IN_KEY) or (0, "")
    return signed_in_id == player_id and now() - datetime.fromisoformat(at) <= RECENT


def remember_sign_in(request: HttpRequest, player_id: int) -> None:
    """Note in the session that the player has signed in now."""
    request.session[SIGNED_IN_KEY] = [player_id, now().isoformat()]


def remember_browser(request: HttpRequest, response: HttpResponse, player_id: int) -> None:
    """Mark this browser as known to the player. Call it after the last step of signing in."""
    accounts = _load_accounts(request)
    browser = accounts.pop(str(player_id), "") or secrets.token_urlsafe(12)
    latest = [*accounts.items(), (str(player_id), browser)][-MAX_ACCOUNTS:]
    response.set_cookie(
        COOKIE_NAME,
        signing.dumps(dict(latest), salt=SALT),
        max_age=MAX_AGE_S,
        path=COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _load_accounts(request: HttpRequest) -> dict[str, str]:
    """Return browser ids by player id; empty if the cookie is missing, expired or not signed by this site."""
    try:
        accounts = signing.loads(request.COOKIES.get(COOKIE_NAME, ""), salt=SALT, max_age=MAX_AGE_S)
    except signing.BadSignature:
        return {}
    return dict(accounts)
