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

from engines.i18n import translate as _
from league.people.actions.credentials import lock_owner, log_change
from league.people.actions.login_throttling import confirmation_buckets, count_attempt, throttle_password_attempts
from league.people.known_browsers import NO_SOURCE, Source
from league.people.models import Player
from league.people.queries import lock_account
from matches.errors import ActionError

CODE_COUNT = 10
CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits without similar-looking ones."""


def _wrong_code_error() -> ActionError:
    message = _("Incorrect code. Each code works once: wait for the next one and try again.")
    return ActionError("wrong-code", message, "code")


@transaction.atomic
def begin_setup(*, player_id: int) -> None:
    """Create the key of a second factor, which `confirm_setup` enables. An earlier unconfirmed key stays."""
    player = lock_account(player_id)
    if has_second_factor(player_id):
        raise ActionError("already-on", _("Two-factor authentication is already on."))
    TOTPDevice.objects.get_or_create(user=player, confirmed=False, defaults={"name": "app"})


@throttle_password_attempts
def confirm_setup(*, player_id: int, password: str = "", code: str, at: datetime, source: Source = NO_SOURCE) -> list[str]:
    """Enable the second factor with a first code of the app; return the recovery codes, to be shown once.

    Requires the password, because otherwise a person at an open browser could lock out the owner. Wrong codes are not
    counted, because the page with the form shows the key.
    """
    with transaction.atomic():
        player = lock_owner(player_id, password, source)
        device = TOTPDevice.objects.select_for_update().filter(user=player).first()
        if device is None or device.confirmed:
            raise ActionError("not-begun", _("Set up two-factor authentication first."))
        if device.verify_token(_normalize_code(code)):
            TOTPDevice.objects.filter(pk=device.pk).update(confirmed=True)
            log_change(player_id=player_id, action="second-factor.on", at=at)
            return _create_recovery_codes(player)
    raise _wrong_code_error()  # After the transaction, so that the failed attempt stays counted.


def check_code(*, player_id: int, code: str, source: Source = NO_SOURCE) -> None:
    """Accept a code of the app or a recovery code. Raises ActionError if it is wrong or there were too many attempts."""
    code = _normalize_code(code)
    with count_attempt(confirmation_buckets(player_id, source, "code"), "code"):
        with transaction.atomic():
            device_class = TOTPDevice if code.isdigit() and len(code) == 6 else StaticDevice
            device = device_class.objects.select_for_update().filter(user=player_id, confirmed=True).first()
            token = code if device_class is TOTPDevice else _digest_code(player_id, code)
            is_right = device is not None and device.verify_token(token)
        if not is_right:
            raise _wrong_code_error()


@throttle_password_attempts
@transaction.atomic
def disable_second_factor(*, player_id: int, password: str = "", at: datetime, source: Source = NO_SOURCE) -> None:
    """Disable the second factor and delete its key and recovery codes."""
    player = lock_owner(player_id, password, source)
    remove_devices(player)
    log_change(player_id=player_id, action="second-factor.off", at=at)


def remove_devices(player: Player) -> None:
    """Delete the player's app key and recovery codes."""
    for device_class in (TOTPDevice, StaticDevice):
        device_class.objects.filter(user=player).delete()


@throttle_password_attempts
@transaction.atomic
def replace_recovery_codes(*, player_id: int, password: str = "", at: datetime, source: Source = NO_SOURCE) -> list[str]:
    """Replace the recovery codes; return the new ones, to be shown once."""
    player = lock_owner(player_id, password, source)
    if not has_second_factor(player.pk):
        raise ActionError("not-begun", _("Set up two-factor authentication first."))
    log_change(player_id=player_id, action="second-factor.codes", at=at)
    return _create_recovery_codes(player)


@throttle_password_attempts
def verify_owner(*, player_id: int, password: str = "", code: str, source: Source = NO_SOURCE) -> str:
    """Check the password and, if enabled, a code of the second factor; return the password's digest.

    A later lock can compare the digest to detect a password change. A code is used up even if the request fails.

    Raises ActionError: account-needed, wrong-password, wrong-code, too-many. Not in a transaction: a wrong code must be
    counted.
    """
    with transaction.atomic():
        digest = lock_owner(player_id, password, source).password
    if has_second_factor(player_id):
        check_code(player_id=player_id, code=code, source=source)
    return digest


def has_second_factor(player_id: int) -> bool:
    """Return whether the player has enabled two-factor authentication."""
    return bool(TOTPDevice.objects.filter(user=player_id, confirmed=True).exists())


def _create_recovery_codes(player: Player) -> list[str]:
    device, _ = StaticDevice.objects.get_or_create(user=player, defaults={"name": "recovery"})
    codes = ["".join(secrets.choice(CODE_ALPHABET) for _ in range(10)) for _ in range(CODE_COUNT)]
    StaticToken.objects.filter(device=device).delete()
    StaticToken.objects.bulk_create(StaticToken(device=device, token=_digest_code(player.pk, code)) for code in codes)
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def _digest_code(player_id: int, code: str) -> str:
    """Return the stored digest of a recovery code: 64 bits under the site's key."""
    return salted_hmac("league.people.recovery", f"{player_id}:{code}").hexdigest()[:16]


def _normalize_code(code: str) -> str:
    return "".join(code.split()).replace("-", "").lower()
