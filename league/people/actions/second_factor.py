"""Two-factor authentication: codes of an authenticator app (TOTP, RFC 6238), and recovery codes.

django-allauth's table stores both. Wrong codes count like wrong passwords (`login_throttling`). That a code is good once
is decided under the row's lock: allauth asks the cache, which Redis may lose. Only digests of recovery codes are stored.
"""

import secrets
from datetime import datetime
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from engines.i18n import translate as _
from league.people.actions.credentials import lock_owner, log_change
from league.people.actions.login_throttling import confirmation_buckets, count_attempt, throttle_password_attempts
from league.people.known_browsers import NO_SOURCE, Source
from league.people.models import Player
from matches.errors import ActionError

TOTP, RECOVERY_CODES = Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES
CODE_COUNT = 10
CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits without similar-looking ones."""


def _wrong_code_error() -> ActionError:
    message = _("Incorrect code. Each code works once: wait for the next one and try again.")
    return ActionError("wrong-code", message, "code")


@throttle_password_attempts
@transaction.atomic
def confirm_setup(
    *, player_id: int, secret: str, password: str = "", code: str, at: datetime, source: Source = NO_SOURCE
) -> list[str]:
    """Enable the second factor with a first code of the app; return the recovery codes, to be shown once.

    `secret` is the key that the page has shown. Requires the password, because otherwise a person at an open browser could
    lock out the owner. Wrong codes are not counted, because the page with the form shows the key.
    """
    player = lock_owner(player_id, password, source)
    if has_second_factor(player_id):
        raise ActionError("already-on", _("Two-factor authentication is already on."))
    data: dict[str, Any] = {"secret": secret}
    if not _use_code(data, _normalize_code(code)):
        raise _wrong_code_error()
    Authenticator.objects.create(user=player, type=TOTP, data=data, created_at=at)
    log_change(player_id=player_id, action="second-factor.on", at=at)
    return _create_recovery_codes(player)


def check_code(*, player_id: int, code: str, source: Source = NO_SOURCE) -> None:
    """Accept a code of the app or a recovery code. Raises ActionError if it is wrong or there were too many attempts."""
    code = _normalize_code(code)
    kind, use = (TOTP, _use_app_code) if code.isdigit() and len(code) == 6 else (RECOVERY_CODES, _use_recovery_code)
    with count_attempt(confirmation_buckets(player_id, source, "code"), "code"), transaction.atomic():
        row = Authenticator.objects.select_for_update().filter(user=player_id, type=kind).first()
        if row is None or not use(row, code):
            raise _wrong_code_error()


def _use_app_code(row: Authenticator, code: str) -> bool:
    is_right = _use_code(row.data, code)
    if is_right:
        row.record_usage()
        row.save(update_fields=["data"])
    return is_right


def _use_recovery_code(row: Authenticator, code: str) -> bool:
    return bool(RecoveryCodes(row).validate_code(_digest_code(row.user_id, code)))


def _use_code(data: dict[str, Any], code: str) -> bool:
    """Return whether this is a code of about now, newer than the last one that was used; note it in `data`."""
    for counter in yield_hotp_counters_from_time():
        right = format_hotp_value(hotp_value(data["secret"], counter))
        if counter > data.get("used", -1) and constant_time_compare(code, right):
            data["used"] = counter
            return True
    return False


@throttle_password_attempts
@transaction.atomic
def disable_second_factor(*, player_id: int, password: str = "", at: datetime, source: Source = NO_SOURCE) -> None:
    """Disable the second factor and delete its key and recovery codes."""
    player = lock_owner(player_id, password, source)
    remove_devices(player)
    log_change(player_id=player_id, action="second-factor.off", at=at)


def remove_devices(player: Player) -> None:
    """Delete the player's app key and recovery codes."""
    Authenticator.objects.filter(user=player, type__in=(TOTP, RECOVERY_CODES)).delete()


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
    return bool(Authenticator.objects.filter(user=player_id, type=TOTP).exists())


def _create_recovery_codes(player: Player) -> list[str]:
    """Replace the codes. Allauth keeps codes of other systems as they are given: here, digests."""
    codes = ["".join(secrets.choice(CODE_ALPHABET) for _ in range(10)) for _ in range(CODE_COUNT)]
    data = {"migrated_codes": [_digest_code(player.pk, code) for code in codes]}
    Authenticator.objects.update_or_create(user=player, type=RECOVERY_CODES, defaults={"data": data})
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def _digest_code(player_id: int, code: str) -> str:
    """Return the stored digest of a recovery code: 64 bits under the site's key."""
    return salted_hmac("league.people.recovery", f"{player_id}:{code}").hexdigest()[:16]


def _normalize_code(code: str) -> str:
    return "".join(code.split()).replace("-", "").lower()
