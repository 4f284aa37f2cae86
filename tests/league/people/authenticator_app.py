"""The app that shows the codes of a second factor."""

import time

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, generate_totp_secret, hotp_value

from league.people.actions.second_factor import confirm_setup
from league.people.models import Player
from tests.factories import NOON, PASSWORD


def show_code(secret: str, steps: int = 0) -> str:
    """What the app shows now, or so many half minutes later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps))


def code_of(player: Player, steps: int = 0) -> str:
    return show_code(Authenticator.objects.get(user=player, type="totp").data["secret"], steps)


def switched_on(player: Player, password: str = PASSWORD) -> list[str]:
    """The recovery codes."""
    secret = generate_totp_secret()
    return confirm_setup(player_id=player.pk, secret=secret, password=password, code=show_code(secret), at=NOON)


def codes_left(player: Player) -> list[str]:
    return list(Authenticator.objects.get(user=player, type="recovery_codes").data["migrated_codes"])
