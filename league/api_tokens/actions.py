"""Create and revoke API tokens."""

import secrets
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from engines.i18n import mark, translate as _
from league.api_tokens import rules
from league.api_tokens.models import Token
from league.audit.actions import record
from league.people.actions.credentials import lock_owner
from league.people.actions.login_throttling import throttle_password_attempts
from league.people.known_browsers import NO_SOURCE, Source
from league.people.models import Player
from league.text_cleaning import clean_line
from matches.errors import ActionError


@throttle_password_attempts
@transaction.atomic
def create_token(
    *, player_id: int, password: str = "", name: str, scopes: Iterable[str], days: int, at: datetime, source: Source = NO_SOURCE
) -> str:
    """Create a token and return it, for the only time. Requires the current password.

    Raises ActionError: account-needed, wrong-password, too-many, bad-name, unknown-scope, bad-days, too-many-tokens.
    """
    return _store_token(lock_owner(player_id, password, source), name, scopes, days, at)


@transaction.atomic
def issue_token(*, username: str, name: str, scopes: Iterable[str], days: int, at: datetime) -> str:
    """Create a token for a user from the server's command line, without a password."""
    players = Player.objects.select_for_update().filter(is_guest=False, bot="", is_active=True)
    player = players.filter(username__iexact=username).first()
    if player is None:
        raise ActionError("not-found", _("Account {username} not found.", username=repr(username)), "username")
    return _store_token(player, name, scopes, days, at)


def _store_token(player: Player, name: str, scopes: Iterable[str], days: int, at: datetime) -> str:
    name = clean_line(name, min_length=1, max_length=rules.MAX_NAME_LENGTH, field="name", label=mark("A token name"))
    allowed, expires_at = rules.clean_scopes(scopes), at + rules.parse_lifetime(days)
    if Token.objects.filter(player=player, revoked_at=None, expires_at__gt=at).count() >= rules.MAX_TOKENS:
        raise ActionError(
            "too-many-tokens", _("You've reached the limit of {limit} active tokens. Revoke one first.", limit=rules.MAX_TOKENS)
        )
    token = rules.PREFIX + secrets.token_urlsafe(32)
    row = Token.objects.create(
        player=player, name=name, digest=rules.digest(token), begins=token[: rules.SHOWN], scopes=" ".join(allowed),
        password_mark=player.get_session_auth_hash(), made_at=at, expires_at=expires_at,
    )  # fmt: skip
    after = {"name": name, "scopes": list(allowed), "expires_at": expires_at.isoformat()}
    record(by=player.pk, action="token.made", subject=("token", row.pk), after=after, at=at)
    return token


@transaction.atomic
def revoke_token(*, player_id: int, token_id: int, at: datetime) -> None:
    """Revoke one of the player's tokens; a no-op if it has ended."""
    row = Token.objects.select_for_update().filter(pk=token_id, player=player_id).first()
    if row is None:
        raise ActionError("not-found", _("Token not found."))
    if row.revoked_at is not None:
        return
    Token.objects.filter(pk=token_id).update(revoked_at=at)
    record(by=player_id, action="token.revoked", subject=("token", token_id), before={"name": row.name}, at=at)
