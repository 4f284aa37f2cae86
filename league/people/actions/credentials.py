"""Change a password or an email address. Each change requires the current password, or a recent sign-in without one."""

from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import EmailField

from engines.i18n import translate as _
from league.audit.actions import record
from league.people.actions.login_throttling import throttle_password_attempts
from league.people.emails import parse_email_token
from league.people.known_browsers import NO_SOURCE, Source
from league.people.models import Player
from league.people.queries import lock_account
from matches.client_ip import rate_limit_network
from matches.errors import ActionError
from matches.pubsub import enqueue
from matches.rate_limits import find_exceeded

NO_PLAYER_ID = 0
"""The player id for unknown addresses: queue a task for them too, so that timing reveals no account."""


def lock_owner(player_id: int, password: str, source: Source) -> Player:
    """Return the player, locked. Raises ActionError if the password is wrong. Call it in a transaction.

    An account without a password, which another site or a passkey signs in, must have signed in just now instead.
    """
    player = lock_account(player_id)
    if not player.has_usable_password():
        if not source.is_recent:
            raise ActionError("sign-in-again", _("To confirm that it's you, sign out and in again. Then repeat this."))
    elif not player.check_password(password):
        raise ActionError("wrong-password", _("Incorrect password."), "password")
    return player


@throttle_password_attempts
@transaction.atomic
def check_owner(*, player_id: int, password: str = "", source: Source = NO_SOURCE) -> None:
    """Raise ActionError unless the player's owner is there, as `lock_owner` does."""
    lock_owner(player_id, password, source)


def log_change(*, player_id: int, action: str, at: datetime, former_email: str = "") -> None:
    """Log a change of sign-in data to the audit log, without the data, and tell the owner by email.

    `former_email` is the confirmed address that the change has replaced or removed.
    """
    record(by=player_id, action=action, subject=("player", player_id), at=at)
    enqueue("league.tasks.send_change", player_id=player_id, action=action, former_email=former_email)


@throttle_password_attempts
@transaction.atomic
def change_password(*, player_id: int, password: str = "", new: str, at: datetime, source: Source = NO_SOURCE) -> None:
    """Replace or set the password, which ends all sessions; the page signs its own in again."""
    player = lock_owner(player_id, password, source)
    try:
        validate_password(new, player)
    except ValidationError as error:
        raise ActionError("weak-password", " ".join(error.messages), "new") from None
    Player.objects.filter(pk=player_id).update(password=make_password(new))
    log_change(player_id=player_id, action="password.changed", at=at)


@throttle_password_attempts
@transaction.atomic
def set_email(*, player_id: int, password: str = "", email: str, at: datetime, source: Source = NO_SOURCE) -> None:
    """Set a new address, which replaces the old one once it is confirmed. Empty removes the address."""
    player, email = lock_owner(player_id, password, source), clean_email(email)
    if not email:
        Player.objects.filter(pk=player_id).update(email="", pending_email="")
        log_change(player_id=player_id, action="email.removed", at=at, former_email=player.email)
    elif email == player.email:
        Player.objects.filter(pk=player_id).update(pending_email="")
    else:
        Player.objects.filter(pk=player_id).update(pending_email=email)
        request_confirmation(player_id=player_id, email=email, address=source.address)


def clean_email(email: str) -> str:
    """Return the address with its domain in lower case, or empty. Raises ActionError if it is invalid."""
    try:
        return Player.objects.normalize_email(EmailField(max_length=254, required=False).clean(email))
    except ValidationError:
        raise ActionError("bad-email", _("Invalid email address. Check the spelling."), "email") from None


def request_confirmation(*, player_id: int, email: str, address: str = "") -> None:
    """Send a confirmation email. Raises ActionError over the limits, because the mailbox may be another person's.

    `address` is the client's.
    """
    network = rate_limit_network(address)
    exceeded = find_exceeded([*([("confirmations_per_address", network)] if network else []), ("confirmations", email.lower())])
    if exceeded and exceeded.kind == "confirmations":
        message = _("We have already sent several emails to this address. Check your spam folder or try again in an hour.")
        raise ActionError("too-many", message, "email")
    if exceeded:
        message = _("Your network has asked for too many emails. Leave the email address empty, or try again in an hour.")
        raise ActionError("too-many", message, "email")
    enqueue("league.tasks.send_confirmation", player_id=player_id)


def resend_confirmation(*, player_id: int, address: str = "") -> None:
    """Resend the confirmation email; `address` is the client's."""
    pending = Player.objects.filter(pk=player_id).exclude(pending_email="")
    email = pending.values_list("pending_email", flat=True).first()
    if email is None:
        raise ActionError("nothing-to-confirm", _("No email address is waiting for confirmation."))
    request_confirmation(player_id=player_id, email=email, address=address)


def confirm_email(*, token: str, at: datetime) -> str:
    """Confirm the address of an email's link; return the username. Raises ActionError if the account's address changed."""
    player_id, email = parse_email_token(token, at=at)
    try:
        with transaction.atomic():
            player = Player.objects.select_for_update().filter(pk=player_id, is_active=True).first()
            if player is None or email not in (player.pending_email, player.email):
                raise ActionError("link-too-old", _("This link is for an email address that is no longer on the account."))
            Player.objects.filter(pk=player_id).update(email=email, pending_email="")
            former = player.email if player.email != email else ""
            log_change(player_id=player_id, action="email.confirmed", at=at, former_email=former)
    except IntegrityError:
        message = _("This address is used by another account. Remove it there first, or sign in to that account.")
        raise ActionError("email-taken", message) from None
    return player.username


def request_password_reset(*, email: str, address: str = "") -> None:
    """Email a reset link to the account with this confirmed address, within the limits of both addresses.

    `address` is the client's. The response does not reveal whether there is an account.
    """
    email = clean_email(email)
    if find_exceeded([("resets_per_address", rate_limit_network(address)), ("resets", email.lower())]):
        return
    player_id = Player.objects.filter(email__iexact=email, is_active=True).values_list("pk", flat=True).first()
    enqueue("league.tasks.send_reset", player_id=player_id if email and player_id else NO_PLAYER_ID)
