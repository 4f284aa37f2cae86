"""Guests: players who have not told us who they are."""

import logging
import secrets
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, ProtectedError

from league.people.models import Player
from matches.models import Message, Seat

logger = logging.getLogger(__name__)
KEPT = timedelta(days=1)
"""So long a guest who has never sat at a match is kept."""
AT_ONCE = 200
MOST_BATCHES = 50


def new_guest(*, at: datetime) -> int:
    """Make a guest and return its player's id. Only a browser session can be this guest: there is no password."""
    player = Player.objects.create(
        username=f"guest-{secrets.token_hex(5)}",
        display_name=f"Guest {secrets.randbelow(9000) + 1000}",
        password=make_password(None),
        is_guest=True,
        date_joined=at,
    )
    return int(player.pk)


def forget_guests(*, at: datetime) -> int:
    """Delete guests who never sat at a match, a day after they came; return how many.

    A guest who sits down at this very moment stays: the database refuses to delete who is referred to.
    """
    count, last = 0, 0
    idle = Player.objects.filter(
        ~Exists(Seat.objects.filter(player=OuterRef("pk"))), ~Exists(Message.objects.filter(by=OuterRef("pk"))),
        is_guest=True, date_joined__lt=at - KEPT,
    )  # fmt: skip
    for _ in range(MOST_BATCHES):
        found = list(idle.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
        if not found:
            break
        count, last = count + _delete(found), found[-1]
    return count


def _delete(guests: list[int]) -> int:
    """Delete these together, or, where one of them cannot go, half by half."""
    try:
        with transaction.atomic():
            Player.objects.filter(pk__in=guests, is_guest=True).delete()
    except (IntegrityError, ProtectedError):
        if len(guests) == 1:
            logger.info("guest %s is referred to and stays", guests[0])
            return 0
        half = len(guests) // 2
        return _delete(guests[:half]) + _delete(guests[half:])
    return len(guests)
