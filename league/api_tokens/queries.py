"""Whose a token is, and the tokens that somebody has."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.crypto import constant_time_compare

from engines.words import Message, join, marked, say, told
from league.api_tokens import rules
from league.api_tokens.models import Token
from league.people.models import Player
from matches.refusals import Refused

AGAIN = marked("Make a new one on your account page.")


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A token as its owner's list shows it."""

    token_id: int
    name: str
    begins: str
    scopes: list[str]
    made_at: datetime
    expires_at: datetime
    used_at: datetime | None
    state: str
    """in-force, revoked, expired, or ended (by a change of the password)."""

    @property
    def in_force(self) -> bool:
        return self.state == "in-force"


def tokens_of(player: Player, at: datetime) -> list[TokenLine]:
    """All tokens of a player, those in force first, then the newest."""
    rows = Token.objects.filter(player=player).order_by("-pk")
    lines = [
        TokenLine(
            row.pk, row.name, row.begins, row.scopes.split(), row.made_at, row.expires_at, row.used_at,
            _state(row, player, at),
        )
        for row in rows
    ]  # fmt: skip
    return sorted(lines, key=lambda line: not line.in_force)


def get_active_token(given: str, at: datetime) -> Token:
    """Return the token with its player. Raises Refused if it is not in force; what was sent is never repeated."""
    row = None
    if rules.SHAPE.fullmatch(given):
        row = Token.objects.select_related("player").filter(digest=rules.digest(given)).first()
    if row is None or not row.player.is_active:
        raise _refused("bad-token", say("There is no such token."))
    state = _state(row, row.player, at)
    if state == "revoked":
        raise _refused("token-revoked", say("This token was revoked."))
    if state == "expired":
        raise _refused("token-expired", say("This token has expired."))
    if state == "ended":
        raise _refused("token-ended", say("This token ended when the password was changed."))
    return row


def _state(row: Token, player: Player, at: datetime) -> str:
    if row.revoked_at is not None:
        return "revoked"
    if row.expires_at <= at:
        return "expired"
    same = constant_time_compare(row.password_mark, player.get_session_auth_hash())
    return "in-force" if same else "ended"


def _refused(code: str, text: Message) -> Refused:
    return Refused(code, join([text, told(AGAIN)]), "Authorization")
