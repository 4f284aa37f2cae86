"""The player whose session a cookie names, for requests that Django's own middleware does not see."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.http import parse_cookie
from django.utils.crypto import constant_time_compare

from league.people.backend import STANDS, PlayerBackend
from league.people.models import Player
from league.people.session_store import SessionStore, find_row
from matches.auth_state import AuthState

UNCHANGED = (
    'EXISTS(SELECT 1 FROM "django_session" z WHERE z."session_key" = %s AND z."session_data" = %s'
    ' AND z."expire_date" = %s)'
)


def find_session(cookies: str) -> tuple[Player, Session] | None:
    """Return who is signed in by a Cookie header, and the row of the session; None for a visitor."""
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, "")
    row = find_row(key) if key else None
    player = _signed_in(SessionStore(key).decode(row.session_data)) if row is not None else None
    return (player, row) if player is not None and row is not None else None


def find_session_state(cookies: str) -> AuthState | None:
    found = find_session(cookies)
    if found is None:
        return None
    player, row = found
    values = (row.session_key, row.session_data, row.expire_date, player.pk, player.password)
    return AuthState(player.pk, False, f"{UNCHANGED} AND {STANDS}", values, row.expire_date)


def _signed_in(content: dict[str, str]) -> Player | None:
    """Return what `django.contrib.auth.get_user` makes of a session's content; this one never writes to the session."""
    if content.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS or SESSION_KEY not in content:
        return None
    player = PlayerBackend().get_user(int(content[SESSION_KEY]))
    if player is None or not constant_time_compare(content.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash()):
        return None
    return player
