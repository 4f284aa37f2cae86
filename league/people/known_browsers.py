"""Cookies that show that an account has signed in with this browser before (OWASP calls them device cookies).

Such a browser is exempt from the limits that others can use up: it has wrong passwords of its own. The cookie signs
nobody in. It is sent to the account pages alone.
"""

import secrets
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE = "known_browser"
SALT = "league.people.known_browsers"
PATH = "/accounts/"
MAX_AGE_S = 400 * 86_400
MAX_ACCOUNTS = 4
"""Accounts that one browser is known for; the latest stay."""


class Source(NamedTuple):
    """Where a password or code comes from."""

    address: str = ""
    browser: str = ""
    """Id of a browser in which the account has signed in before; empty for all others."""


UNKNOWN = Source()


def source_of(request: HttpRequest, player_id: int | None) -> Source:
    """Return the address of a request, and the id of its browser if this player has signed in there before."""
    address = request.META.get("REMOTE_ADDR", "")
    return Source(address, "" if player_id is None else _accounts(request).get(str(player_id), ""))


def remember_browser(request: HttpRequest, response: HttpResponse, player_id: int) -> None:
    """Make this browser a known one of the player. Call it after the last step of signing in."""
    accounts = _accounts(request)
    browser = accounts.pop(str(player_id), "") or secrets.token_urlsafe(12)
    latest = [*accounts.items(), (str(player_id), browser)][-MAX_ACCOUNTS:]
    response.set_cookie(
        COOKIE,
        signing.dumps(dict(latest), salt=SALT),
        max_age=MAX_AGE_S,
        path=PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _accounts(request: HttpRequest) -> dict[str, str]:
    """Return browser ids by player id; empty if the cookie is missing, too old or not signed by this site."""
    try:
        known = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=MAX_AGE_S)
    except signing.BadSignature:
        return {}
    return dict(known)
