"""Making and revoking the secret address of somebody's calendar."""

from __future__ import annotations

import secrets

from engines.words import say
from league.people.models import Player
from matches.refusals import Refused


def new_calendar(*, player_id: int) -> None:
    """Another address in the place of the one there was, which leads nowhere from now on."""
    _write(player_id, secrets.token_hex(16))


def no_calendar(*, player_id: int) -> None:
    """Have no address. Calendar programs that know the old one find nothing there."""
    _write(player_id, "")


def _write(player_id: int, salt: str) -> None:
    members = Player.objects.filter(pk=player_id, is_guest=False, bot="", is_active=True)
    if not members.update(calendar_salt=salt):
        raise Refused("account-needed", say("Sign up first; your matches stay with you."))
