"""Who a request with `Authorization: Bearer` is. Such a request needs no CSRF token: no browser sends it by itself."""

from __future__ import annotations

from django.db import close_old_connections
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from league.people.models import Player
from league.tokens.actions import note_use
from league.tokens.models import Token
from league.tokens.queries import token_in_force
from matches.api.limits import address_purse, check, spend
from matches.moment import now
from matches.refusals import Refused


class TokenAuthentication(BaseAuthentication):
    """A request that bears a token is its owner's, or refused: it never falls back on a session."""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        given = bearer(request.META.get("HTTP_AUTHORIZATION", ""))
        if given is None:
            return None
        at = now()
        try:
            token = token_in_force(given, at)
        except Refused:
            check(spend([address_purse(request.META)]))
            raise
        note_use(token_id=token.pk, at=at)
        return token.player, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def bearer(header: str) -> str | None:
    """The token of an Authorization header; None if it names no token."""
    kind, _, given = header.partition(" ")
    return given.strip() if kind.lower() == "bearer" else None


def player_of_header(header: str) -> int | None:
    """Whose token an Authorization header holds, for streams; None without one, Refused for one that is not good."""
    given = bearer(header)
    if given is None:
        return None
    try:
        at = now()
        token = token_in_force(given, at)
        note_use(token_id=token.pk, at=at)
        return int(token.player_id)
    finally:
        close_old_connections()
