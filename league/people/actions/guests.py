"""Guests: players who have not told us who they are."""

import secrets
from datetime import datetime

from django.contrib.auth.hashers import make_password

from league.people.models import Player


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
