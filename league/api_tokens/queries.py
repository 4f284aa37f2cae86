"""Whose a token is, and the tokens that somebody has."""

from datetime import datetime

from engines.words import Message, join, marked, say, told
from league.api_tokens import rules
from league.api_tokens.models import Token
from league.people.models import Player
from matches.refusals import Refused

AGAIN = marked("Make a new one on your account page.")
ENDED = {
    "revoked": marked("This token was revoked."),
    "expired": marked("This token has expired."),
    "ended": marked("This token ended when the password was changed."),
}


def tokens_of(player: Player, at: datetime) -> list[Token]:
    """Return all tokens of a player with their state, those in force first, then the newest."""
    tokens = list(Token.objects.filter(player=player).select_related("player").order_by("-pk"))
    for token in tokens:
        token.state = token.state_at(at)
    return sorted(tokens, key=lambda token: token.state != "in-force")


def get_active_token(given: str, at: datetime) -> Token:
    """Return the token with its player. Raises Refused if it is not in force; what was sent is never repeated."""
    row = None
    if rules.SHAPE.fullmatch(given):
        row = Token.objects.select_related("player").filter(digest=rules.digest(given)).first()
    if row is None or not row.player.is_active:
        raise _refused("bad-token", say("There is no such token."))
    text = ENDED.get(state := row.state_at(at))
    if text is not None:
        raise _refused(f"token-{state}", told(text))
    return row


def _refused(code: str, text: Message) -> Refused:
    return Refused(code, join([text, told(AGAIN)]), "Authorization")
