"""Turn notifications, sent by the sweep, because matches do not depend on notifications."""

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
"""In ms: turn or time bank is at least this long in correspondence matches (`matches.offers.claim_after`)."""
SETTLING = timedelta(minutes=1)
"""A player who replies within this time is at the board and needs no notification."""


def untold(at: datetime) -> list[int]:
    """Return correspondence matches with log entries since the last notification of their players."""
    playing = Match.objects.filter(status=Status.PLAYING, learn=False)
    long = playing.filter(Q(control__turn_ms__gte=LONG) | Q(control__reserve_ms__gte=LONG))
    fresh = long.annotate(notified=Coalesce(F("turn_told__entry"), -1)).exclude(notified=F("last_entry"))
    return list(fresh.order_by("pk").values_list("pk", flat=True)[:MOST])


@transaction.atomic
def tell_correspondence(*, match_id: int, at: datetime) -> int:
    """Notify the players on turn in a correspondence match, once a turn; return their number.

    A turn that has just started is left to the sweep a minute later, because the player may be at the board.
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
    """Notify players on turn who have left the page of a live match, without an email delay; return their number."""
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
