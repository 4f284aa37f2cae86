"""A second factor: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for when it is lost.

django-otp keeps the devices, locks them and takes each code once; it reads the clock itself. Wrong codes are counted as
wrong passwords are (`login_throttling`). Of recovery codes only digests are kept.
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
"""Without those that are taken for one another."""


def _wrong() -> Refused:
    text = say("This code is not right. Codes change every half minute, and each works once: wait for the next.")
    return Refused("wrong-code", text, "code")


@transaction.atomic
def begin(*, player_id: int) -> None:
    """Make the key of a second factor that is switched on by `confirm`. One that was begun before stays."""
    player = lock_account(player_id)
    if is_on(player_id):
        raise Refused("already-on", say("Your second factor is on already."))
    TOTPDevice.objects.get_or_create(user=player, confirmed=False, defaults={"name": "app"})


@asks_password
def confirm(*, player_id: int, password: str, code: str, at: datetime, source: Source = UNKNOWN) -> list[str]:
    """Switch the second factor on with a first code of the app; return the recovery codes, to be shown once.

    With the password: whoever finds a browser open could keep its owner out of the account for good. Wrong codes are
    not counted, because the page with the form shows the key.
    """
    with transaction.atomic():
        player = owner(player_id, password)
        device = TOTPDevice.objects.select_for_update().filter(user=player).first()
        if device is None or device.confirmed:
            raise Refused("not-begun", say("Set the second factor up first."))
        if device.verify_token(_plain(code)):
            TOTPDevice.objects.filter(pk=device.pk).update(confirmed=True)
            note_change(player_id=player_id, act="second-factor.on", at=at)
            return _fresh_codes(player)
    raise _wrong()  # after the transaction: that somebody guessed wrong is to stay


def check(*, player_id: int, code: str, source: Source = UNKNOWN) -> None:
    """Take a code of the app, or a recovery code. Refused if it is wrong, or comes after too many wrong ones."""
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
    """Switch the second factor off; its key and recovery codes are gone."""
    player = owner(player_id, password)
    remove_devices(player)
    note_change(player_id=player_id, act="second-factor.off", at=at)


def remove_devices(player: Player) -> None:
    for kind in (TOTPDevice, StaticDevice):
        kind.objects.filter(user=player).delete()


@asks_password
@transaction.atomic
def new_codes(*, player_id: int, password: str, at: datetime, source: Source = UNKNOWN) -> list[str]:
    """Replace the recovery codes; return the new ones, to be shown once."""
    player = owner(player_id, password)
    if not is_on(player.pk):
        raise Refused("not-begun", say("Set the second factor up first."))
    note_change(player_id=player_id, act="second-factor.codes", at=at)
    return _fresh_codes(player)


@asks_password
def verify_owner(*, player_id: int, password: str, code: str, source: Source = UNKNOWN) -> str:
    """Check the password and, where it is on, a code of the second factor; return the password's digest.

    By the digest a later lock knows that the password is still in force. A code is taken once, whatever becomes of the
    request.

    Codes: account-needed, wrong-password, wrong-code, too-many. Not in a transaction: a wrong code is to be counted.
    """
    with transaction.atomic():
        digest = owner(player_id, password).password
    if is_on(player_id):
        check(player_id=player_id, code=code, source=source)
    return digest


def is_on(player_id: int) -> bool:
    return bool(TOTPDevice.objects.filter(user=player_id, confirmed=True).exists())


def _fresh_codes(player: Player) -> list[str]:
    device, _ = StaticDevice.objects.get_or_create(user=player, defaults={"name": "recovery"})
    codes = ["".join(secrets.choice(LETTERS) for _ in range(10)) for _ in range(CODES)]
    StaticToken.objects.filter(device=device).delete()
    StaticToken.objects.bulk_create(StaticToken(device=device, token=_digest(player.pk, code)) for code in codes)
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def _digest(player_id: int, code: str) -> str:
    """Return what is kept of a recovery code: 64 bits under the site's key."""
    return salted_hmac("league.people.recovery", f"{player_id}:{code}").hexdigest()[:16]


def _plain(code: str) -> str:
    return "".join(code.split()).replace("-", "").lower()
