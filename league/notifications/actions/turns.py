"""Telling people whose turn it is, by the sweep: matches know nothing of notifications."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse

from league.notifications.actions.create import Told, tell
from league.notifications.kinds import Kind
from league.notifications.models import TurnTold
from league.notifications.queries.turns import Turn, turns_of, turns_of_the_gone


@transaction.atomic
def tell_correspondence(*, match_id: int, at: datetime) -> int:
    """Tell those who are to act in a correspondence match, once a turn; return how many were told.

    Who has only just got the turn may be sitting at the board: the sweep comes back a minute later.
    """
    found = turns_of(match_id, at)
    if found is None:
        return 0
    entry, turns = found
    TurnTold.objects.update_or_create(match_id=match_id, defaults={"entry": entry})
    return _tell(turns, at)


def tell_the_gone(*, at: datetime) -> int:
    """Tell those who have left a live match in which they are to act; their letters do not wait."""
    turns = turns_of_the_gone()
    if not turns:
        return 0
    with transaction.atomic():
        return _tell(turns, at, timedelta())


def _tell(turns: Iterable[Turn], at: datetime, mail_after: timedelta | None = None) -> int:
    told = [
        Told(
            one.player, one.key, {"match": one.what}, reverse("match", args=[one.match]), subject=one.match,
            mark=one.number,
        )
        for one in turns
    ]  # fmt: skip
    return tell(told, kind=Kind.YOUR_TURN, at=at, waits=True, mail_after=mail_after)
