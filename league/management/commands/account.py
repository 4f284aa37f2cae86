"""`manage.py account NAME`: show the state of an account, and change it as only the site's operator may."""

import logging
from enum import StrEnum
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error as DatabaseFailure, transaction

from league.people.actions.second_factor import has_second_factor, remove_devices
from league.people.models import Player
from matches.db_errors import describe_database_error

logger = logging.getLogger(__name__)


class Role(StrEnum):
    """Roles on the site."""

    ADMIN = "admin"
    STAFF = "staff"
    NONE = "none"


@transaction.atomic
def update_account(
    *, username: str, role: Role | None = None, closed: bool | None = None, without_second_factor: bool = False
) -> str:
    """Make the requested changes and return the account's state. Refuses to remove the last admin who can sign in."""
    # Lock all admins, so that two concurrent commands cannot remove the last two.
    admins = list(Player.objects.select_for_update().filter(is_superuser=True, is_active=True).order_by("pk"))
    player = Player.objects.select_for_update().filter(username__iexact=username, bot="").first()
    if player is None or player.deleted_at is not None:
        raise CommandError(f"Account not found: {username}.")
    if role is not None:
        player.is_superuser, player.is_staff = role is Role.ADMIN, role is not Role.NONE
    if closed is not None:
        player.is_active = not closed
    if player.is_guest and player.is_staff:
        raise CommandError(f"{player.username} is a guest and can't have a role. Claim the account first.")
    if [admin.pk for admin in admins] == [player.pk] and not (player.is_superuser and player.is_active):
        raise CommandError(f"{player.username} is the only admin. Make another account an admin first.")
    player.save(update_fields=["is_superuser", "is_staff", "is_active"])
    if without_second_factor:
        remove_devices(player)
    state = _describe_account(player)
    if role is not None or closed is not None or without_second_factor:
        logger.warning("account command: %s", state)
    return state


def _describe_account(player: Player) -> str:
    role = Role.ADMIN if player.is_superuser else Role.STAFF if player.is_staff else Role.NONE
    access, second_factor = "open" if player.is_active else "closed", "on" if has_second_factor(player.pk) else "off"
    return f"{player.username}: role {role}, {access}, two-factor authentication {second_factor}"


class Command(BaseCommand):
    """Command that shows and changes an account."""

    help = "Show an account. Optionally change its site role, close or reopen it, or turn off two-factor authentication."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--role", type=Role, choices=list(Role), help="role on the site, not in a league")
        group = parser.add_mutually_exclusive_group()
        group.add_argument("--close", dest="closed", action="store_true", default=None, help="close the account (no sign-in)")
        group.add_argument("--open", dest="closed", action="store_false", default=None, help="reopen a closed account")
        parser.add_argument(
            "--without-second-factor", action="store_true", help="turn off two-factor authentication, for a lost app"
        )

    def handle(
        self, *_: Any, username: str, role: Role | None, closed: bool | None, without_second_factor: bool, **__: Any
    ) -> None:
        try:
            state = update_account(username=username, role=role, closed=closed, without_second_factor=without_second_factor)
        except DatabaseFailure as error:
            raise CommandError(describe_database_error(error)) from None
        self.stdout.write(state)
