"""Who sends a request that Django does not answer itself: moves by the fast path, streams, flags that wait for a move.

`matches` knows no sessions or tokens: `settings.AUTH_STATE` names the function of the league that reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import cast

from django.conf import settings
from django.db import close_old_connections
from django.utils.module_loading import import_string

from matches.moment import now
from matches.remembered import Remembered


@dataclass(frozen=True, slots=True)
class AuthState:
    """A player as a session or token names them.

    `condition` is SQL with placeholders for `values`. It is true as long as the rows that were read have not changed,
    so a statement that contains it needs no other proof before `valid_until`.
    """

    player_id: int
    by_token: bool
    """Else by a session, whose requests need the CSRF token."""
    condition: str
    values: tuple[object, ...]
    valid_until: datetime


_cache = Remembered[bytes, AuthState]()


def read_auth_state(cookies: str, authorization: str, *, endpoint: str, method: str) -> AuthState | None:
    """Return who sends these headers to the endpoint of this name, None for a visitor.

    Raises Refused for a token that is invalid or lacks the scope of the endpoint.
    """
    read = import_string(settings.AUTH_STATE)
    return cast(AuthState | None, read(cookies, authorization, endpoint=endpoint, method=method))


def find_auth_state(cookies: str, authorization: str, *, endpoint: str) -> AuthState | None:
    """Return the remembered state of who sends these headers to a POST endpoint, else read it.

    It may have ended since: either the statement that relies on it checks `condition`, or little depends on it.
    """
    key = _key(cookies, authorization, endpoint)
    state = _cache.get(key)
    if state is None or state.valid_until <= now():
        state = read_auth_state(cookies, authorization, endpoint=endpoint, method="POST")
        if state is not None:
            _cache[key] = state
    return state


def forget_auth_state(cookies: str, authorization: str, *, endpoint: str) -> None:
    """Forget a state whose condition may not hold any more."""
    _cache.pop(_key(cookies, authorization, endpoint), None)


def find_player_id(cookies: str, authorization: str = "") -> int | None:
    """Return whose stream these headers open, None for a visitor's. Raises Refused for an invalid token.

    For threads without a request: it closes their connection.
    """
    try:
        state = read_auth_state(cookies, authorization, endpoint="stream", method="GET")
    finally:
        close_old_connections()
    return None if state is None else state.player_id


def _key(*headers: str) -> bytes:
    """Return a digest: the headers are secrets, and long."""
    return blake2b(repr(headers).encode(), digest_size=32).digest()
