"""What the page of one's own account shows to its owner, and to nobody else."""

from __future__ import annotations

from base64 import b32encode
from dataclasses import dataclass

from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from league.people.models import Player


@dataclass(frozen=True, slots=True)
class Account:
    username: str
    email: str
    pending_email: str
    second_factor: bool
    codes_left: int


@dataclass(frozen=True, slots=True)
class NewFactor:
    """A second factor that is being set up: `url` is what the QR code says, `key` the same to type."""

    url: str
    key: str


def account_of(player: Player) -> Account:
    on = TOTPDevice.objects.filter(user=player, confirmed=True).exists()
    left = StaticToken.objects.filter(device__user=player).count() if on else 0
    return Account(player.username, player.email, player.pending_email, on, left)


def new_factor_of(player: Player) -> NewFactor | None:
    """The second factor that the player has begun to set up, None if there is none."""
    device = TOTPDevice.objects.filter(user=player, confirmed=False).first()
    if device is None:
        return None
    device.user = player
    key = b32encode(device.bin_key).decode()
    return NewFactor(device.config_url, " ".join(key[at : at + 4] for at in range(0, len(key), 4)))
