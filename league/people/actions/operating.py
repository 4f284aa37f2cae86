"""What the site's operator does to an account, by `manage.py account`; no page does it."""

from __future__ import annotations

import logging
from enum import StrEnum

from django.db import transaction
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from league.people.actions.second_factor import is_on
from league.people.models import Player

logger = logging.getLogger(__name__)


class Impossible(Exception):
    """It is not done; the message says why."""


class Role(StrEnum):
    ADMIN = "admin"
    STAFF = "staff"
    NONE = "none"


@transaction.atomic
def operate(
    *, username: str, role: Role | None = None, closed: bool | None = None, without_second_factor: bool = False
) -> str:
    """Do what is asked for and say how the account stands then. A site keeps an admin who can sign in."""
    # All admins are locked, so that of two commands that take the last two away one comes to know of the other.
    admins = list(Player.objects.select_for_update().filter(is_superuser=True, is_active=True).order_by("pk"))
    player = Player.objects.select_for_update().filter(username__iexact=username, bot="").first()
    if player is None or player.deleted_at is not None:
        raise Impossible(f"There is no account {username}.")
    if role is not None:
        player.is_superuser, player.is_staff = role is Role.ADMIN, role is not Role.NONE
    if closed is not None:
        player.is_active = not closed
    if player.is_guest and player.is_staff:
        raise Impossible(f"{player.username} is a guest: guests have no password to sign in with.")
    if [one.pk for one in admins] == [player.pk] and not (player.is_superuser and player.is_active):
        raise Impossible(f"{player.username} is the only admin: make somebody else one first.")
    player.save(update_fields=["is_superuser", "is_staff", "is_active"])
    if without_second_factor:
        TOTPDevice.objects.filter(user=player).delete()
        StaticDevice.objects.filter(user=player).delete()
    state = _state(player)
    if role is not None or closed is not None or without_second_factor:
        logger.warning("by command: %s", state)
    return state


def _state(player: Player) -> str:
    role = Role.ADMIN if player.is_superuser else Role.STAFF if player.is_staff else Role.NONE
    words = (
        f"role {role}",
        "open" if player.is_active else "closed",
        f"second factor {'on' if is_on(player.pk) else 'off'}",
    )
    return f"{player.username}: {', '.join(words)}"
