"""Whose token or session a request bears, remembered and checked by the statement that uses it.

`league.people.standing` does the same for sessions. As everywhere a request with a token is its owner's or
nobody's, never the session's.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from league.people import standing as people
from league.people.backend import STANDS
from league.tokens.actions import USED_EACH
from league.tokens.authentication import bearer
from league.tokens.queries import token_in_force
from league.tokens.rules import PLAY, digest
from matches.moment import now
from matches.remembered import Remembered
from matches.standing import Standing


class _Found(NamedTuple):
    token_id: int
    player_id: int
    scopes: str
    password: str


_found = Remembered[str, _Found]()

IN_FORCE = (
    'EXISTS(SELECT 1 FROM "league_token" t WHERE t."id" = %s AND t."digest" = %s AND t."scopes" = %s'
    ' AND t."revoked_at" IS NULL AND t."expires_at" > %s AND t."used_at" > %s)'
)
"""One that has not been used for a while does not stand either: the usual way writes down that it is."""


def standing_to_play(cookies: str, authorization: str) -> Standing | None:
    """Of whoever these headers name and let play; None where they name nobody, Refused for a token that is not good."""
    if not authorization:
        return people.standing_of(cookies)
    given = bearer(authorization)
    if given is None:
        return None
    mark, at = digest(given), now()
    found = _found.get(mark)
    if found is None:
        token = token_in_force(given, at)
        if not token.may(PLAY):
            return None
        found = _found[mark] = _Found(token.pk, token.player_id, token.scopes, token.player.password)
    values = (found.token_id, mark, found.scopes, at, at - USED_EACH, found.player_id, found.password)
    return Standing(found.player_id, f"{IN_FORCE} AND {STANDS}", values, partial(_found.pop, mark, None))
