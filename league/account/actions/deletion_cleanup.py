"""Taking a player out of everything that is still to come, piece by piece: each in a transaction of its own.

So that no lock of a match or an event is ever waited for with the player's own row locked.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.db.models import Q

from league.account.queries.deletion_blockers import to_resign
from league.events.models import BEFORE_START, EntrantStatus, EventStatus
from league.events.models.event import Entrant
from league.leagues.actions.staff import remove_staff
from league.leagues.models import Staff
from league.lobby.challenges import withdraw
from league.lobby.models import Challenge
from league.people.models import Player
from league.registration.actions.entries import leave
from league.registration.actions.withdrawals import withdraw as withdraw_entrant
from matches.actions.judging import adjudicate
from matches.actions.resigning import resign
from matches.models import Status
from matches.refusals import Refused

logger = logging.getLogger(__name__)
LOOKED_AFTER = timedelta(hours=1)
"""So long after a deletion the sweep looks for what began in the same moment."""


def tidy(*, player_id: int, at: datetime, resigning: bool) -> None:
    """Take back offers and entries, give up roles, and resign matches if that is wanted. What is refused is left."""
    for match_id in _offers(player_id):
        _try(partial(withdraw, match_id=match_id, by=player_id, at=at))
    for event_id in _entries(player_id):
        _try(partial(leave, event_id=event_id, player_id=player_id, at=at))
    for league_id in Staff.objects.filter(player=player_id).values_list("league", flat=True):
        _try(partial(remove_staff, league_id=league_id, by=player_id, player_id=player_id, why="", at=at))
    for match_id in to_resign(player_id) if resigning else ():
        _try(partial(_resign, match_id, player_id, at))


def tidy_deleted(*, player_id: int, at: datetime) -> None:
    """What somebody began in the very moment in which the account was deleted: nobody is left to end it."""
    tidy(player_id=player_id, at=at, resigning=True)
    running = Entrant.objects.filter(
        player=player_id, status=EntrantStatus.ENTERED, event__status=EventStatus.RUNNING
    ).values_list("event", "pk")
    for event_id, entrant_id in running:
        _try(partial(withdraw_entrant, event_id=event_id, entrant_id=entrant_id, by=player_id, at=at))


def lately_deleted(at: datetime) -> list[int]:
    return list(Player.objects.filter(deleted_at__gt=at - LOOKED_AFTER).values_list("pk", flat=True))


def _offers(player_id: int) -> list[int]:
    mine = Q(challenger=player_id) | Q(match__seats__player=player_id)
    rows = Challenge.objects.filter(mine, match__status=Status.OPEN)
    return list(rows.distinct().order_by("match").values_list("match", flat=True))


def _entries(player_id: int) -> list[int]:
    rows = Entrant.objects.filter(player=player_id, event__status__in=BEFORE_START)
    return list(rows.order_by("event").values_list("event", flat=True))


def _resign(match_id: int, player_id: int, at: datetime) -> None:
    resign(match_id=match_id, player_id=player_id, received_at=at)
    adjudicate(match_id=match_id, at=at)


def _try(act: Callable[[], object]) -> None:
    try:
        act()
    except Refused as refusal:
        logger.info("left as it is: %s", refusal.text)
