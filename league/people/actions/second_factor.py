"""Two-factor authentication: codes of an authenticator app (TOTP, RFC 6238), and recovery codes.

django-otp stores and locks the devices and accepts each code once; it reads the clock itself. Wrong codes count like
wrong passwords (`login_throttling`). Only digests of recovery codes are stored.
"""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.crypto import salted_hmac
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from engines.words import say
from league.people.actions.credentials import note_change, owner
from league.people.actions.login_throttling import asks_password, at_question, counted
from league.people.known_browsers import UNKNOWN, Source
from league.people.models import Player
from league.people.queries import lock_account
from matches.refusals import Refused

CODES = 10
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits without similar-looking ones."""


def _wrong() -> Refused:
    text = say("Incorrect code. Each code works once: wait for the next one and try again.")
    return Refused("wrong-code", text, "code")


@transaction.atomic
def begin(*, player_id: int) -> None:
    """Create the key of a second factor, which `confirm` enables. An earlier unconfirmed key stays."""
    player = lock_account(player_id)
    if is_on(player_id):
        raise Refused("already-on", say("Two-factor authentication is already on."))
    TOTPDevice.objects.get_or_create(user=player, confirmed=False, defaults={"name": "app"})


@asks_password
def confirm(*, player_id: int, password: str, code: str, at: datetime, source: Source = UNKNOWN) -> list[str]:
    """Enable the second factor with a first code of the app; return the recovery codes, to be shown once.

    Requires the password, because otherwise a person at an open browser could lock out the owner. Wrong codes are not
    counted, because the page with the form shows the key.
    """
    with transaction.atomic():
        player = owner(player_id, password)
        device = TOTPDevice.objects.select_for_update().filter(user=player).first()
        if device is None or device.confirmed:
            raise Refused("not-begun", say("Set up two-factor authentication first."))
        if device.verify_token(_plain(code)):
            TOTPDevice.objects.filter(pk=device.pk).update(confirmed=True)
            note_change(player_id=player_id, act="second-factor.on", at=at)
            return _fresh_codes(player)
    raise _wrong()  # After the transaction, so that the failed attempt stays counted.


def check(*, player_id: int, code: str, source: Source = UNKNOWN) -> None:
    """Accept a code of the app or a recovery code. Raises Refused if it is wrong or there were too many attempts."""
    code = _plain(code)
    with counted(at_question(player_id, source, "code"), "code"):
        with transaction.atomic():
            kind = TOTPDevice if code.isdigit() and len(code) == 6 else StaticDevice
            device = kind.objects.select_for_update().filter(user=player_id, confirmed=True).first()
            token = code if kind is TOTPDevice else _digest(player_id, code)
            is_right = device is not None and device.verify_token(token)
        if not is_right:
            raise _wrong()


@asks_password
@transaction.atomic
def turn_off(*, player_id: int, password: str, at: datetime, source: Source = UNKNOWN) -> None:
    """Disable the second factor and delete its key and recovery codes."""
    player = owner(player_id, password)
    remove_devices(player)
    note_change(player_id=player_id, act="second-factor.off", at=at)


def remove_devices(player: Player) -> None:
    """Delete the player's app key and recovery codes."""
    for kind in (TOTPDevice, StaticDevice):
        kind.objects.filter(user=player).delete()


@asks_password
@transaction.atomic
def new_codes(*, player_id: int, password: str, at: datetime, source: Source = UNKNOWN) -> list[str]:
    """Replace the recovery codes; return the new ones, to be shown once."""
    player = owner(player_id, password)
    if not is_on(player.pk):
        raise Refused("not-begun", say("Set up two-factor authentication first."))
    note_change(player_id=player_id, act="second-factor.codes", at=at)
    return _fresh_codes(player)


@asks_password
def verify_owner(*, player_id: int, password: str, code: str, source: Source = UNKNOWN) -> str:
    """Check the password and, if enabled, a code of the second factor; return the password's digest.

    A later lock can compare the digest to detect a password change. A code is used up even if the request fails.

    Codes: account-needed, wrong-password, wrong-code, too-many. Not in a transaction: a wrong code must be counted.
    """
    with transaction.atomic():
        digest = owner(player_id, password).password
    if is_on(player_id):
        check(player_id=player_id, code=code, source=source)
    return digest


def is_on(player_id: int) -> bool:
    """Return whether the player has enabled two-factor authentication."""
    return bool(TOTPDevice.objects.filter(user=player_id, confirmed=True).exists())


def _fresh_codes(player: Player) -> list[str]:
    device, _ = StaticDevice.objects.get_or_create(user=player, defaults={"name": "recovery"})
    codes = ["".join(secrets.choice(LETTERS) for _ in range(10)) for _ in range(CODES)]
    StaticToken.objects.filter(device=device).delete()
    StaticToken.objects.bulk_create(StaticToken(device=device, token=_digest(player.pk, code)) for code in codes)
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def _digest(player_id: int, code: str) -> str:
    """Return the stored digest of a recovery code: 64 bits under the site's key."""
    return salted_hmac("league.people.recovery", f"{player_id}:{code}").hexdigest()[:16]


def _plain(code: str) -> str:
    return "".join(code.split()).replace("-", "").lower()
