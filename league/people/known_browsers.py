"""Cookies for browsers in which an account has signed in before (OWASP: device cookies).

Such a browser has its own limit on wrong passwords, which attackers cannot use up. The cookie does not sign in. It is
sent to the account pages only.
"""

import secrets
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE_NAME = "known_browser"
SALT = "league.people.known_browsers"
COOKIE_PATH = "/accounts/"
MAX_AGE_S = 400 * 86_400
MAX_ACCOUNTS = 4
"""Most accounts per browser; the latest ones are kept."""


class Source(NamedTuple):
    """The origin of a password or code."""

    address: str = ""
    browser: str = ""
    """The id of a browser in which the account has signed in before, else empty."""


NO_SOURCE = Source()


def get_source(request: HttpRequest, player_id: int | None) -> Source:
    """Return the address of a request, and the id of its browser if this player has signed in there before."""
    address = request.META.get("REMOTE_ADDR", "")
    return Source(address, "" if player_id is None else _load_accounts(request).get(str(player_id), ""))


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
