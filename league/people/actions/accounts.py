"""Opening an account, from nothing or from a guest that wants to stay."""

from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from engines.words import say
from league.people.actions.credentials import ask_to_confirm
from league.people.models import Player
from league.people.validation import email_given, username_fault
from matches.refusals import Refused


def _taken() -> Refused:
    return Refused("username-taken", say("This username is taken. Choose another one."), "username")


def sign_up(*, username: str, password: str, at: datetime, guest_id: int | None = None, email: str = "") -> int:
    """Open an account and return its player's id. A guest's own row becomes the account: its matches stay.

    An e-mail address, if one is given, gets a letter and counts for nothing until that is answered.
    """
    if fault := username_fault(username):
        raise Refused("bad-username", fault, "username")
    email = email_given(email)
    try:
        with transaction.atomic():
            player_id = _keep(guest_id, username, password) if guest_id else _open(username, password, at)
            if email:
                Player.objects.filter(pk=player_id).update(pending_email=email)
                ask_to_confirm(player_id=player_id, email=email)
            return player_id
    except IntegrityError:
        raise _taken() from None


def _open(username: str, password: str, at: datetime) -> int:
    player = Player.objects.create(username=username, password=make_password(password), date_joined=at)
    return int(player.pk)


def _keep(guest_id: int, username: str, password: str) -> int:
    kept = Player.objects.filter(pk=guest_id, is_guest=True).update(
        username=username, password=make_password(password), display_name="", is_guest=False
    )
    if not kept:
        raise Refused("not-a-guest", say("You already have an account. Sign out to open another one."))
    return guest_id
