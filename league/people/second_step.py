"""Between a right password and the code of the second factor: who waits, kept in a session that is nobody's yet."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from league.people.models import Player

KEY = "second_step"
PATIENCE = timedelta(minutes=10)


class Waiting(NamedTuple):
    player: Player
    then: str
    """Where to go once signed in."""


def remember(request: HttpRequest, player: Player, *, then: str, at: datetime) -> None:
    request.session.cycle_key()
    request.session[KEY] = [player.pk, player.get_session_auth_hash(), at.isoformat(), then]


def waiting(request: HttpRequest, *, at: datetime) -> Waiting | None:
    """Who gave their password here; None if nobody did, it is long ago, or it is their password no more."""
    kept = request.session.get(KEY)
    if kept is None:
        return None
    player_id, password_hash, since, then = kept
    player = Player.objects.filter(pk=player_id, is_active=True).first()
    if (
        player is None
        or at - datetime.fromisoformat(since) > PATIENCE
        or not constant_time_compare(password_hash, player.get_session_auth_hash())
    ):
        forget(request)
        return None
    return Waiting(player, then)


def forget(request: HttpRequest) -> None:
    request.session.pop(KEY, None)
