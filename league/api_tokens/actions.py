"""Create and revoke API tokens."""

import secrets
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from engines.words import marked, say
from league.api_tokens import rules
from league.api_tokens.models import Token
from league.audit.actions import record
from league.people.actions.credentials import owner
from league.people.actions.login_throttling import asks_password
from league.people.known_browsers import UNKNOWN, Source
from league.people.models import Player
from league.text_cleaning import one_line
from matches.refusals import Refused


@asks_password
@transaction.atomic
def make_token(
    *,
    player_id: int,
    password: str,
    name: str,
    scopes: Iterable[str],
    days: int,
    at: datetime,
    source: Source = UNKNOWN,
) -> str:
    """Create a token and return it, for the only time. Requires the current password.

    Codes: account-needed, wrong-password, too-many, bad-name, unknown-scope, bad-days, too-many-tokens.
    """
    return _made(owner(player_id, password), name, scopes, days, at)


@transaction.atomic
def issue_token(*, username: str, name: str, scopes: Iterable[str], days: int, at: datetime) -> str:
    """Create a token for a user from the server's command line, without a password."""
    people = Player.objects.select_for_update().filter(is_guest=False, bot="", is_active=True)
    player = people.filter(username__iexact=username).first()
    if player is None:
        raise Refused("not-found", say("Account {username} not found.", username=repr(username)), "username")
    return _made(player, name, scopes, days, at)


def _made(player: Player, name: str, scopes: Iterable[str], days: int, at: datetime) -> str:
    name = one_line(name, least=1, most=rules.LONGEST_NAME, field="name", what=marked("A token name"))
    allowed, ends = rules.scopes_given(scopes), at + rules.days_given(days)
    if Token.objects.filter(player=player, revoked_at=None, expires_at__gt=at).count() >= rules.MOST_TOKENS:
        raise Refused(
            "too-many-tokens",
            say(
                "You've reached the limit of {most_tokens} active tokens. Revoke one first.",
                most_tokens=rules.MOST_TOKENS,
            ),
        )
    token = rules.MARK + secrets.token_urlsafe(32)
    row = Token.objects.create(
        player=player, name=name, digest=rules.digest(token), begins=token[: rules.SHOWN], scopes=" ".join(allowed),
        password_mark=player.get_session_auth_hash(), made_at=at, expires_at=ends,
    )  # fmt: skip
    after = {"name": name, "scopes": list(allowed), "expires_at": ends.isoformat()}
    record(by=player.pk, act="token.made", subject=("token", row.pk), after=after, at=at)
    return token


@transaction.atomic
def revoke_token(*, player_id: int, token_id: int, at: datetime) -> None:
    """Revoke one of the player's tokens; a no-op if it has ended."""
    row = Token.objects.select_for_update().filter(pk=token_id, player=player_id).first()
    if row is None:
        raise Refused("not-found", say("Token not found."))
    if row.revoked_at is not None:
        return
    Token.objects.filter(pk=token_id).update(revoked_at=at)
    record(by=player_id, act="token.revoked", subject=("token", token_id), before={"name": row.name}, at=at)
