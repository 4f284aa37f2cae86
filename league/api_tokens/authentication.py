"""Authentication by bearer token, else by session.

A request with a token needs no CSRF token, because browsers never send one by themselves. It never falls back on a
session.
"""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import parse_cookie
from django.utils.crypto import constant_time_compare
from rest_framework.authentication import BaseAuthentication

from engines.i18n import Message, join, mark, translate as _
from league.api_tokens import rules
from league.api_tokens.models import Token
from league.api_tokens.scopes import check_scopes
from league.people.backend import PlayerBackend
from league.people.models import Player
from league.people.session_store import SessionStore
from matches.errors import ActionError
from matches.rate_limits import address_bucket, consume, raise_if_exceeded
from matches.server_time import now

USE_UPDATE_INTERVAL = timedelta(minutes=1)
"""The least time between two updates of a token's last use, because reads should not write."""
RENEWAL_HINT = mark("Create a new one on your account page.")
ENDED_MESSAGES = {
    "revoked": mark("This token was revoked."),
    "expired": mark("This token has expired."),
    "ended": mark("This token was invalidated by a password change."),
}


def find_token(authorization: str) -> Token | None:
    """Return the token of an Authorization header with its player, or None; record its use.

    Raises ActionError for a token that is unknown, expired, revoked, or ended by a new password, without quoting it.
    """
    kind, _unused, key = authorization.partition(" ")
    if kind.lower() != "bearer":
        return None
    key, at, token = key.strip(), now(), None
    if rules.TOKEN_PATTERN.fullmatch(key):
        tokens = Token.objects.select_related("player").filter(player__is_active=True)
        token = tokens.filter(digest=rules.digest(key)).first()
    if token is None:
        raise _token_error("bad-token", _("Invalid token."))
    if (state := token.state_at(at)) in ENDED_MESSAGES:
        raise _token_error(f"token-{state}", _(ENDED_MESSAGES[state]))
    if token.used_at is None or token.used_at < at - USE_UPDATE_INTERVAL:
        Token.objects.filter(pk=token.pk).update(used_at=at)
    return token


def _token_error(code: str, text: Message) -> ActionError:
    return ActionError(code, join([text, _(RENEWAL_HINT)]), "Authorization")


class TokenAuthentication(BaseAuthentication):
    """Authentication by bearer token. Invalid tokens count against the client's address."""

    def authenticate(self, request: Any) -> tuple[Player, Token] | None:
        try:
            token = find_token(request.META.get("HTTP_AUTHORIZATION", ""))
        except ActionError:
            raise_if_exceeded(consume([address_bucket(request.META)]))
            raise
        return None if token is None else (token.player, token)

    def authenticate_header(self, request: Any) -> str:
        return "Bearer"


def find_session_player(cookies: str) -> Player | None:
    """Return the player of a Cookie header as `django.contrib.auth.get_user` would, without writing to the session."""
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, "")
    data = SessionStore(key).load() if key else {}
    if data.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS or SESSION_KEY not in data:
        return None
    player = PlayerBackend().get_user(int(data[SESSION_KEY]))
    if player is None or not constant_time_compare(data.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash()):
        return None
    return player


def find_player_id(cookies: str, authorization: str, *, endpoint: str, method: str) -> int | None:
    """Return the player of these headers; see `matches.authentication`."""
    token = find_token(authorization)
    if token is None:
        player = find_session_player(cookies)
        return None if player is None else player.pk
    check_scopes(token, endpoint, method)
    return token.player_id
