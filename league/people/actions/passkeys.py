"""Passkeys (WebAuthn): keys of a player's devices, each of which signs in without a password.

A device uses a passkey only after it has verified its user, by a PIN or a fingerprint. So no second factor is asked for.
"""

from datetime import datetime
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.db import transaction

from engines.i18n import mark, translate as _
from league.people.actions.credentials import lock_owner, log_change
from league.people.actions.login_throttling import throttle_password_attempts
from league.people.known_browsers import NO_SOURCE, Source
from league.people.queries import count_ways_in, lock_account
from league.text_cleaning import clean_line
from matches.errors import ActionError, get_or_refuse

MAX_PASSKEYS = 10
MAX_NAME_LENGTH = 40


@transaction.atomic
def add_passkey(*, player_id: int, name: str, credential: dict[str, Any], at: datetime) -> None:
    """Store a passkey whose registration has been verified."""
    name = clean_line(name, min_length=1, max_length=MAX_NAME_LENGTH, field="name", label=mark("A name"))
    player = lock_account(player_id)
    passkeys = Authenticator.objects.filter(user=player, type=Authenticator.Type.WEBAUTHN)
    if passkeys.count() >= MAX_PASSKEYS:
        raise ActionError("too-many-passkeys", _("You have {n} passkeys. Remove one first.", n=MAX_PASSKEYS))
    WebAuthn.add(player, name, credential)
    log_change(player_id=player_id, action="passkey.added", at=at)


@throttle_password_attempts
@transaction.atomic
def remove_passkey(*, player_id: int, passkey_id: int, password: str = "", at: datetime, source: Source = NO_SOURCE) -> None:
    """Remove a passkey. Raises ActionError("last-way-in") if nothing else signs the player in."""
    player = lock_owner(player_id, password, source)
    passkeys = Authenticator.objects.filter(user=player, type=Authenticator.Type.WEBAUTHN, pk=passkey_id)
    passkey = get_or_refuse(passkeys.first(), "not-found", _("Passkey not found."))
    if not count_ways_in(player, without_passkey=passkey_id):
        raise ActionError("last-way-in", _("You couldn't sign in any more. Set a password or link another account first."))
    passkey.delete()
    log_change(player_id=player_id, action="passkey.removed", at=at)
