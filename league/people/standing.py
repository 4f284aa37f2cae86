"""Whose session a cookie names, remembered; every use of what is remembered is checked by the statement that uses it.

A row is the truth: the condition compares the session and the account with what was found when they were read last, so
whoever has signed out, changed the password or closed the account is known no more from that moment on.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.http import parse_cookie
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from league.people.backend import STANDS, PlayerBackend
from league.people.models import Player
from league.people.session_store import SessionStore, row_key
from matches.remembered import Remembered
from matches.standing import Standing
from matches.statements import rows


class _Found(NamedTuple):
    row_key: str
    player_id: int
    data: str
    password: str


_found = Remembered[str, _Found]()

SESSION_STANDS = (
    'EXISTS(SELECT 1 FROM "django_session" z WHERE z."session_key" = %s AND z."session_data" = %s'
    ' AND z."expire_date" > %s)'
)


def standing_of(cookies: str) -> Standing | None:
    """Of the player whose session a Cookie header names; None where nobody is signed in by it."""
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, "")
    found = _found.get(key) or _find(key)
    if found is None:
        return None
    values = (found.row_key, found.data, timezone.now(), found.player_id, found.password)
    return Standing(found.player_id, f"{SESSION_STANDS} AND {STANDS}", values, partial(_found.pop, key, None))


def _find(key: str) -> _Found | None:
    row = row_key(key)
    sessions = rows(Session, "WHERE session_key = %s AND expire_date > %s", [row, timezone.now()]) if key else []
    told = SessionStore(key).decode(sessions[0].session_data) if sessions else {}
    player = _signed_in(told)
    if player is None:
        return None
    found = _found[key] = _Found(row, player.pk, sessions[0].session_data, player.password)
    return found


def _signed_in(told: dict[str, str]) -> Player | None:
    """What `django.contrib.auth.get_user` makes of a session's content."""
    if told.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS or SESSION_KEY not in told:
        return None
    player = PlayerBackend().get_user(int(told[SESSION_KEY]))
    if player is None or not constant_time_compare(told.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash()):
        return None
    return player
