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

from engines.words import Message, join, marked, say, told
from league.api_tokens import rules
from league.api_tokens.models import Token
from league.api_tokens.scopes import check_scopes
from league.people.backend import PlayerBackend
from league.people.models import Player
from league.people.session_store import SessionStore
from matches.moment import now
from matches.rate_limits import address_bucket, check, consume
from matches.refusals import Refused

USED_EACH = timedelta(minutes=1)
"""The least time between two updates of a token's last use, because reads should not write."""
AGAIN = marked("Create a new one on your account page.")
ENDED = {
    "revoked": marked("This token was revoked."),
    "expired": marked("This token has expired."),
    "ended": marked("This token was invalidated by a password change."),
}


def find_token(authorization: str) -> Token | None:
    """Return the token of an Authorization header with its player, or None; record its use.

    Raises Refused for a token that is unknown, expired, revoked, or ended by a new password, without quoting it.
    """
    kind, _, key = authorization.partition(" ")
    if kind.lower() != "bearer":
        return None
    key, at, token = key.strip(), now(), None
    if rules.SHAPE.fullmatch(key):
        known = Token.objects.select_related("player").filter(player__is_active=True)
        token = known.filter(digest=rules.digest(key)).first()
    if token is None:
        raise _refused("bad-token", say("Invalid token."))
    if (state := token.state_at(at)) in ENDED:
        raise _refused(f"token-{state}", told(ENDED[state]))
    if token.used_at is None or token.used_at < at - USED_EACH:
        Token.objects.filter(pk=token.pk).update(used_at=at)
    return token


def _refused(code: str, text: Message) -> Refused:
    return Refused(code, join([text, told(AGAIN)]), "Authorization")


class TokenAuthentication(BaseAuthentication):
    """Authentication by bearer token. Invalid tokens count against the client's address."""

    def authenticate(self, request: Any) -> tuple[Player, Token] | None:
        try:
            token = find_token(request.META.get("HTTP_AUTHORIZATION", ""))
        except Refused:
            check(consume([address_bucket(request.META)]))
            raise
        return None if token is None else (token.player, token)

    def authenticate_header(self, request: Any) -> str:
        return "Bearer"


def find_session_player(cookies: str) -> Player | None:
    """Return the player of a Cookie header as `django.contrib.auth.get_user` would, without writing to the session."""
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, "")
    content = SessionStore(key).load() if key else {}
    if content.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS or SESSION_KEY not in content:
        return None
    player = PlayerBackend().get_user(int(content[SESSION_KEY]))
    if player is None or not constant_time_compare(content.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash()):
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
