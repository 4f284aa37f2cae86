"""Who sends a request: the owner of the bearer token it carries, else whoever its session names.

A request with a token needs no CSRF token, for no browser sends it by itself. It never falls back on a session.
"""

from typing import Any

from rest_framework.authentication import BaseAuthentication

from league.api_tokens.actions import USED_EACH, note_use
from league.api_tokens.models import Token
from league.api_tokens.queries import get_active_token
from league.api_tokens.scopes import check_scopes
from league.people.models import Player
from league.people.session_auth import find_session_player
from matches.moment import now
from matches.rate_limits import address_bucket, check, consume
from matches.refusals import Refused


def find_token(authorization: str) -> Token | None:
    """Return the token of an Authorization header with its player, None if it names none; note that it was used.

    Raises Refused for a token that is unknown, expired, revoked, or ended by a new password.
    """
    kind, _, given = authorization.partition(" ")
    if kind.lower() != "bearer":
        return None
    at = now()
    token = get_active_token(given.strip(), at)
    if token.used_at is None or token.used_at < at - USED_EACH:
        note_use(token_id=token.pk, at=at)
    return token


class TokenAuthentication(BaseAuthentication):
    """By bearer token. Invalid tokens count against the address they come from."""

    def authenticate(self, request: Any) -> tuple[Player, Token] | None:
        try:
            token = find_token(request.META.get("HTTP_AUTHORIZATION", ""))
        except Refused:
            check(consume([address_bucket(request.META)]))
            raise
        return None if token is None else (token.player, token)

    def authenticate_header(self, request: Any) -> str:
        return "Bearer"


def find_player_id(cookies: str, authorization: str, *, endpoint: str, method: str) -> int | None:
    """Return who sends these headers; see `matches.authentication`."""
    token = find_token(authorization)
    if token is None:
        player = find_session_player(cookies)
        return None if player is None else player.pk
    check_scopes(token, endpoint, method)
    return token.player_id
