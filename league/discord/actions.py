"""Linking of Discord users to accounts: a signed-in player creates a code, and enters it in Discord."""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import transaction

from engines.i18n import translate as _
from league.discord.models import DiscordCode, DiscordLink
from league.people.actions.credentials import log_change
from league.people.models import Player
from league.people.queries import lock_account
from matches.errors import ActionError
from matches.rate_limits import consume, raise_if_exceeded

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that can't be mistaken for each other."""
CODE_LENGTH = 8
LIFETIME = timedelta(minutes=10)


@transaction.atomic
def create_code(*, player_id: int, at: datetime) -> str:
    """Return a new code of the player; an earlier one no longer works. The Discord user who enters it acts for them."""
    lock_account(player_id)
    if DiscordLink.objects.filter(pk=player_id).exists():
        raise ActionError("already-linked", _("Your account is linked to a Discord user. Unlink that user first."))
    code = "".join(secrets.choice(ALPHABET) for _position in range(CODE_LENGTH))
    values = {"digest": _digest(code), "expires_at": at + LIFETIME}
    DiscordCode.objects.update_or_create(player_id=player_id, defaults=values)
    return f"{code[:4]}-{code[4:]}"


def link_user(*, code: str, user_id: str, name: str, at: datetime) -> Player:
    """Link the Discord user to the account whose code they entered, and return it. Raises ActionError."""
    raise_if_exceeded(consume([("discord_codes", user_id)]))
    return _link_user(code, user_id, name, at)


@transaction.atomic
def _link_user(code: str, user_id: str, name: str, at: datetime) -> Player:
    digest = _digest(code)
    row = DiscordCode.objects.filter(digest=digest, expires_at__gt=at).first()
    if row is None:
        raise ActionError("bad-code", _("This code is wrong or has expired. Create a new one on the site."))
    player = lock_account(row.player_id)
    if not DiscordCode.objects.filter(pk=row.pk, digest=digest).delete()[0]:
        raise ActionError("bad-code", _("This code is wrong or has expired. Create a new one on the site."))
    link = DiscordLink(player_id=row.pk, user_id=user_id, name=name, made_at=at)
    DiscordLink.objects.bulk_create([link], ignore_conflicts=True)
    if not DiscordLink.objects.filter(pk=row.pk, user_id=user_id).exists():
        raise ActionError("already-linked", _("You're linked to another account. Unlink it there first."))
    log_change(player_id=player.pk, action="discord.linked", at=at)
    return player


@transaction.atomic
def unlink_user(*, player_id: int, at: datetime) -> None:
    """Remove the link of the account; the Discord user can't act for it any more."""
    if DiscordLink.objects.filter(pk=player_id).delete()[0]:
        log_change(player_id=player_id, action="discord.unlinked", at=at)


def _digest(code: str) -> str:
    letters = "".join(character for character in code.upper() if character in ALPHABET)
    return hashlib.sha256(letters.encode()).hexdigest()
