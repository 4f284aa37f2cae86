"""Changing how somebody signs in: password, e-mail address. Each change needs the password that is in force."""

from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import EmailField

from engines.words import say
from league.audit.actions import record
from league.people.actions.login_throttling import asks_password
from league.people.emails import read_token
from league.people.known_browsers import UNKNOWN, Source
from league.people.models import Player
from league.people.queries import lock_account
from matches.addresses import network
from matches.announce import wake
from matches.rate_limits import find_exceeded
from matches.refusals import Refused

NOBODY = 0
"""A worker is asked to write to nobody, too: else the answer would take longer where there is an account."""


def owner(player_id: int, password: str) -> Player:
    """Return the player, locked, if the password is theirs. Call it in a transaction."""
    player = lock_account(player_id)
    if not player.check_password(password):
        raise Refused("wrong-password", say("This is not your password."), "password")
    return player


def note_change(*, player_id: int, act: str, at: datetime) -> None:
    """Write into the audit log that somebody lets themselves in otherwise from now on; never with what."""
    record(by=player_id, act=act, subject=("player", player_id), at=at)


@asks_password
@transaction.atomic
def change_password(*, player_id: int, password: str, new: str, at: datetime, source: Source = UNKNOWN) -> None:
    """Replace the password. All sessions end by that; a page signs its own in again."""
    player = owner(player_id, password)
    try:
        validate_password(new, player)
    except ValidationError as weak:
        raise Refused("weak-password", " ".join(weak.messages), "new") from None
    Player.objects.filter(pk=player_id).update(password=make_password(new))
    note_change(player_id=player_id, act="password.changed", at=at)


@asks_password
@transaction.atomic
def give_email(*, player_id: int, password: str, email: str, at: datetime, source: Source = UNKNOWN) -> None:
    """Take a new address, which gets a letter and replaces the old one once that is answered. Empty: have none."""
    player, email = owner(player_id, password), email_given(email)
    if not email:
        Player.objects.filter(pk=player_id).update(email="", pending_email="")
        note_change(player_id=player_id, act="email.removed", at=at)
    elif email == player.email:
        Player.objects.filter(pk=player_id).update(pending_email="")
    else:
        Player.objects.filter(pk=player_id).update(pending_email=email)
        ask_to_confirm(player_id=player_id, email=email)


def email_given(email: str) -> str:
    """Return the address with its domain in small letters, empty if none is given; Refused if it cannot be one."""
    try:
        return Player.objects.normalize_email(EmailField(max_length=254, required=False).clean(email))
    except ValidationError:
        raise Refused("bad-email", say("This is not an e-mail address. Check the spelling."), "email") from None


def ask_to_confirm(*, player_id: int, email: str) -> None:
    """Have a letter sent to an address that was given. Refused if it had enough of them: it may be another's."""
    if find_exceeded([("confirmations", email.lower())]):
        text = say("This address had several letters already. Look among unwanted mail, or try again in an hour.")
        raise Refused("too-many", text, "email")
    wake("league.tasks.send_confirmation", player_id=player_id)


def send_again(*, player_id: int) -> None:
    """Have the letter to an address that is not confirmed sent once more."""
    waiting = Player.objects.filter(pk=player_id).exclude(pending_email="")
    email = waiting.values_list("pending_email", flat=True).first()
    if email is None:
        raise Refused("nothing-to-confirm", say("No address waits to be confirmed."))
    ask_to_confirm(player_id=player_id, email=email)


def confirm_email(*, token: str, at: datetime) -> str:
    """Make the address of a letter's link the player's; return the username. Refused if the account has it no more."""
    player_id, email = read_token(token, at=at)
    try:
        with transaction.atomic():
            player = Player.objects.select_for_update().filter(pk=player_id, is_active=True).first()
            if player is None or email not in (player.pending_email, player.email):
                raise Refused("link-too-old", say("This link is of an address that the account no longer has."))
            Player.objects.filter(pk=player_id).update(email=email, pending_email="")
            note_change(player_id=player_id, act="email.confirmed", at=at)
    except IntegrityError:
        text = say("This address belongs to another account. Take it away there first, or sign in there.")
        raise Refused("email-taken", text) from None
    return player.username


def ask_reset(*, email: str, address: str = "") -> None:
    """Have a letter sent to whoever confirmed this e-mail address, unless it had enough of them, or `address`, from
    which this comes, has asked for too many. Who asks learns nothing, whether there is one or not.
    """
    email = email_given(email)
    if find_exceeded([("resets_per_address", network(address)), ("resets", email.lower())]):
        return
    found = Player.objects.filter(email__iexact=email, is_active=True).values_list("pk", flat=True).first()
    wake("league.tasks.send_reset", player_id=found if email and found else NOBODY)
