"""Telling people whose turn it is, by the sweep: matches know nothing of notifications."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.urls import reverse

from engines import registry
from engines.words import say, stored
from league.notifications.actions.create import Told, tell
from league.notifications.kinds import Kind
from league.notifications.models import TurnTold
from matches.models import Match, Presence, Seat, Status
from matches.offers import claim_after
from matches.queries.position import clock_of

MOST = 200
LONG = timedelta(hours=6) // timedelta(milliseconds=1)
"""In ms: where `matches.offers.claim_after` expects nobody to sit and wait, turn or reserve has half of it at least."""
SETTLING = timedelta(minutes=1)
"""Who answers so soon sits at the board, and need not be told."""


def untold(at: datetime) -> list[int]:
    """Return correspondence matches in which something has happened since their players were told last."""
    playing = Match.objects.filter(status=Status.PLAYING, learn=False)
    long = playing.filter(Q(control__turn_ms__gte=LONG) | Q(control__reserve_ms__gte=LONG))
    fresh = long.annotate(told=Coalesce(F("turn_told__entry"), -1)).exclude(told=F("last_entry"))
    return list(fresh.order_by("pk").values_list("pk", flat=True)[:MOST])


@transaction.atomic
def tell_correspondence(*, match_id: int, at: datetime) -> int:
    """Tell those who are to act in a correspondence match, once a turn; return how many were told.

    Who has only just got the turn may be sitting at the board: the sweep comes back a minute later.
    """
    match = Match.objects.filter(pk=match_id, status=Status.PLAYING).first()
    if match is None:
        return 0
    turns: list[Told] = []
    if claim_after(match.control_value) is None:
        since = clock_of(match).since
        if any(moment > at - SETTLING for seat in match.to_act if (moment := since[seat]) is not None):
            return 0
        turns = _turns(match, match.to_act)
    TurnTold.objects.update_or_create(match_id=match_id, defaults={"entry": match.last_entry})
    return tell(turns, kind=Kind.YOUR_TURN, at=at, waits=True)


def tell_the_gone(*, at: datetime) -> int:
    """Tell those who have left the page of a live match in which they are to act; their letters do not wait."""
    gone = Presence.objects.filter(gone_at__isnull=False, match__status=Status.PLAYING, match__learn=False)
    rows = gone.select_related("match").defer("match__state", "match__behind", "match__clock")[:MOST]
    turns = [turn for row in rows if row.seat in row.match.to_act for turn in _turns(row.match, [row.seat])]
    with transaction.atomic():
        return tell(turns, kind=Kind.YOUR_TURN, at=at, waits=True, mail_after=timedelta())


def _turns(match: Match, seats: list[int]) -> list[Told]:
    sitting = list(Seat.objects.filter(match=match).select_related("player").order_by("number"))
    name = registry.get(match.game, match.engine_version).name
    told = []
    for seat in sitting:
        if seat.number not in seats or seat.player_id is None or seat.bot:
            continue
        others = ", ".join(str(one.player) for one in sitting if one.pk != seat.pk and one.player)
        title = say("{game} against {others}", game=name, others=others) if others else name
        turn = match.turns[seat.number]
        told.append(Told(
            seat.player_id, f"match.{match.pk}.{seat.number}.{turn}", {"match": match.title or stored(title)},
            reverse("match", args=[match.pk]), subject=match.pk, mark=turn,
        ))  # fmt: skip
    return told
