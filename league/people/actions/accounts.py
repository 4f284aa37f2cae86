"""Create accounts, new or from guests, and create and delete guests."""

import logging
import re
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils.text import slugify

from engines.i18n import mark, translate as _
from league.people.actions.credentials import clean_email, request_confirmation
from league.people.models import Player
from league.quotas import consume_quota
from matches.errors import ActionError
from matches.models import Message, Seat

USERNAME_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{2,19}")
RESERVED_PREFIXES = ("guest-", "bot-", "deleted-")
USERNAME_HELP = mark("Use 3 to 20 letters, digits, hyphens or underscores. Start with a letter or digit.")
RESERVED_MESSAGE = mark("Names that start with “guest-”, “bot-” or “deleted-” are reserved. Choose another one.")
logger = logging.getLogger(__name__)
GUEST_RETENTION = timedelta(days=1)
"""How long a guest without matches is kept."""
BATCH_SIZE, MAX_PURGED = 200, 10_000


def find_username_error(username: str) -> str | None:
    """Return why a username cannot be used, or None."""
    if not USERNAME_PATTERN.fullmatch(username):
        return _(USERNAME_HELP)
    return _(RESERVED_MESSAGE) if username.lower().startswith(RESERVED_PREFIXES) else None


def create_account(
    *, username: str, password: str | None, at: datetime, guest_id: int | None = None, email: str = "", address: str = ""
) -> int:
    """Create an account and return its player's id. A guest's own row becomes the account and keeps its matches.

    An email address is unused until it is confirmed. With `password` None, something else signs the account in.
    `address` is the client's: from each, only so many are created.
    """
    if error := find_username_error(username):
        raise ActionError("bad-username", error, "username")
    email = clean_email(email)
    consume_quota("accounts", {"REMOTE_ADDR": address})  # before the password is hashed, which is costly
    fields = {
        "username": username, "password": make_password(password), "pending_email": email, "display_name": "",
    }  # fmt: skip
    try:
        with transaction.atomic():
            if guest_id is None:
                guest_id = Player.objects.create(**fields, date_joined=at).pk
            elif not Player.objects.filter(pk=guest_id, is_guest=True).update(**fields, is_guest=False):
                raise ActionError("not-a-guest", _("You already have an account. Sign out to create another one."))
            if email:
                request_confirmation(player_id=guest_id, email=email, address=address)
            return guest_id
    except IntegrityError:
        raise ActionError("username-taken", _("This username is taken. Choose another one."), "username") from None


def create_guest(*, at: datetime) -> int:
    """Create a guest without a password and return its player's id. Only its browser session can act for it."""
    player = Player.objects.create(
        username=f"guest-{secrets.token_hex(5)}",
        display_name=f"Guest {secrets.randbelow(9000) + 1000}",
        password=make_password(None),
        is_guest=True,
        date_joined=at,
    )
    return int(player.pk)


def create_placeholders(names: Sequence[str], *, at: datetime) -> list[Player]:
    """Create a placeholder for each of these valid names. Nobody can sign in as one; a person claims it by a link."""
    return Player.objects.bulk_create(
        Player(
            username="-".join(filter(None, ["guest", slugify(name)[:30], secrets.token_hex(5)])),
            display_name=name, password=make_password(None), is_guest=True, is_placeholder=True, date_joined=at,
        )
        for name in names
    )  # fmt: skip


def purge_guests(*, at: datetime) -> int:
    """Delete guests without matches, entries and messages after a day; return their number.

    Foreign keys protect a guest who joins a match at the same moment.
    """
    idle = Player.objects.filter(
        ~Exists(Seat.objects.filter(player=OuterRef("pk"))), ~Exists(Message.objects.filter(by=OuterRef("pk"))),
        is_guest=True, entries=None, date_joined__lt=at - GUEST_RETENTION,
    )  # fmt: skip
    ids = list(idle.order_by("pk").values_list("pk", flat=True)[:MAX_PURGED])
    return sum(_delete_guests(ids[first : first + BATCH_SIZE]) for first in range(0, len(ids), BATCH_SIZE))


def _delete_guests(guests: list[int]) -> int:
    """Delete these guests together; if some cannot be deleted, in halves. Return the number deleted."""
    try:
        with transaction.atomic():
            Player.objects.filter(pk__in=guests, is_guest=True).delete()
    except IntegrityError:
        if len(guests) == 1:
            logger.info("guest %s is still referenced and was kept", guests[0])
            return 0
        half = len(guests) // 2
        return _delete_guests(guests[:half]) + _delete_guests(guests[half:])
    return len(guests)
