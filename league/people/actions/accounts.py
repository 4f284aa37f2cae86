"""Create accounts, new or from guests, and create and delete guests."""

import logging
import re
import secrets
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef

from engines.words import marked, say, told
from league.people.actions.credentials import ask_to_confirm, email_given
from league.people.models import Player
from matches.models import Message, Seat
from matches.refusals import Refused

SHAPE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{2,19}")
RESERVED = ("guest-", "bot-", "deleted-")
SHAPE_TEXT = marked("Use 3 to 20 letters, digits, hyphens or underscores. Start with a letter or digit.")
RESERVED_TEXT = marked("Names that start with “guest-”, “bot-” or “deleted-” are reserved. Choose another one.")
logger = logging.getLogger(__name__)
KEPT = timedelta(days=1)
"""How long a guest without matches is kept."""
AT_ONCE, MOST = 200, 10_000


def username_fault(username: str) -> str | None:
    """Return why a username cannot be used, or None."""
    if not SHAPE.fullmatch(username):
        return told(SHAPE_TEXT)
    return told(RESERVED_TEXT) if username.lower().startswith(RESERVED) else None


def sign_up(*, username: str, password: str, at: datetime, guest_id: int | None = None, email: str = "") -> int:
    """Create an account and return its player's id. A guest's own row becomes the account and keeps its matches.

    An email address is unused until it is confirmed.
    """
    if fault := username_fault(username):
        raise Refused("bad-username", fault, "username")
    email = email_given(email)
    account = {
        "username": username, "password": make_password(password), "pending_email": email, "display_name": "",
    }  # fmt: skip
    try:
        with transaction.atomic():
            if guest_id is None:
                guest_id = Player.objects.create(**account, date_joined=at).pk
            elif not Player.objects.filter(pk=guest_id, is_guest=True).update(**account, is_guest=False):
                raise Refused("not-a-guest", say("You already have an account. Sign out to create another one."))
            if email:
                ask_to_confirm(player_id=guest_id, email=email)
            return guest_id
    except IntegrityError:
        raise Refused("username-taken", say("This username is taken. Choose another one."), "username") from None


def new_guest(*, at: datetime) -> int:
    """Create a guest without a password and return its player's id. Only its browser session can act for it."""
    player = Player.objects.create(
        username=f"guest-{secrets.token_hex(5)}",
        display_name=f"Guest {secrets.randbelow(9000) + 1000}",
        password=make_password(None),
        is_guest=True,
        date_joined=at,
    )
    return int(player.pk)


def forget_guests(*, at: datetime) -> int:
    """Delete guests without matches after a day; return their number.

    Foreign keys protect a guest who joins a match at the same moment.
    """
    idle = Player.objects.filter(
        ~Exists(Seat.objects.filter(player=OuterRef("pk"))), ~Exists(Message.objects.filter(by=OuterRef("pk"))),
        is_guest=True, date_joined__lt=at - KEPT,
    )  # fmt: skip
    found = list(idle.order_by("pk").values_list("pk", flat=True)[:MOST])
    return sum(_delete(found[first : first + AT_ONCE]) for first in range(0, len(found), AT_ONCE))


def _delete(guests: list[int]) -> int:
    """Delete these guests together; if some cannot be deleted, in halves. Return the number deleted."""
    try:
        with transaction.atomic():
            Player.objects.filter(pk__in=guests, is_guest=True).delete()
    except IntegrityError:
        if len(guests) == 1:
            logger.info("guest %s is referred to and stays", guests[0])
            return 0
        half = len(guests) // 2
        return _delete(guests[:half]) + _delete(guests[half:])
    return len(guests)
