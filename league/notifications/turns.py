"""Turn notifications, sent by the sweep, because matches do not depend on notifications."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.urls import reverse

from engines import registry
from engines.i18n import to_stored, translate as _
from league.notifications.actions.create import NewNotification, notify
from league.notifications.kinds import Kind
from league.notifications.models import TurnNotification
from matches.models import Match, Presence, Seat, Status
from matches.offers import get_claim_delay
from matches.queries.position import load_clock

MAX_MATCHES = 200
LONG_MS = timedelta(hours=6) // timedelta(milliseconds=1)
"""In ms: turn or time bank is at least this long in correspondence matches (`matches.offers.get_claim_delay`)."""
GRACE_PERIOD = timedelta(minutes=1)
"""A player who replies within this time is at the board and needs no notification."""


def list_unannounced(at: datetime) -> list[int]:
    """Return correspondence matches with log entries since the last notification of their players."""
    playing = Match.objects.filter(status=Status.PLAYING, learn=False)
    correspondence = playing.filter(Q(control__turn_ms__gte=LONG_MS) | Q(control__reserve_ms__gte=LONG_MS))
    unannounced = correspondence.annotate(notified=Coalesce(F("turn_notification__entry"), -1)).exclude(
        notified=F("last_entry")
    )
    return list(unannounced.order_by("pk").values_list("pk", flat=True)[:MAX_MATCHES])


@transaction.atomic
def notify_turns(*, match_id: int, at: datetime) -> int:
    """Notify the players on turn in a correspondence match, once a turn; return their number.

    A turn that has just started is left to the sweep a minute later, because the player may be at the board.
    """
    match = Match.objects.filter(pk=match_id, status=Status.PLAYING).first()
    if match is None:
        return 0
    turns: list[NewNotification] = []
    if get_claim_delay(match.control_value) is None:
        since = load_clock(match).since
        if any(turn_start > at - GRACE_PERIOD for seat in match.to_act if (turn_start := since[seat]) is not None):
            return 0
        turns = _build_notices(match, match.to_act)
    TurnNotification.objects.update_or_create(match_id=match_id, defaults={"entry": match.last_entry})
    return notify(turns, kind=Kind.YOUR_TURN, at=at, waits=True)


def notify_disconnected(*, at: datetime) -> int:
    """Notify players on turn who have left the page of a live match, without an email delay; return their number."""
    disconnected = Presence.objects.filter(gone_at__isnull=False, match__status=Status.PLAYING, match__learn=False)
    rows = disconnected.select_related("match").defer("match__state", "match__behind", "match__clock")[:MAX_MATCHES]
    turns = [turn for row in rows if row.seat in row.match.to_act for turn in _build_notices(row.match, [row.seat])]
    with transaction.atomic():
        return notify(turns, kind=Kind.YOUR_TURN, at=at, waits=True, mail_after=timedelta())


def _build_notices(match: Match, seats: list[int]) -> list[NewNotification]:
    match_seats = list(Seat.objects.filter(match=match).select_related("player").order_by("number"))
    name = registry.get_or_missing(match.game, match.engine_version).name
    notifications = []
    for seat in match_seats:
        if seat.number not in seats or seat.player_id is None or seat.bot:
            continue
        others = ", ".join(str(other.player) for other in match_seats if other.pk != seat.pk and other.player)
        title = _("{game} against {others}", game=name, others=others) if others else name
        turn = match.turns[seat.number]
        notifications.append(NewNotification(
            seat.player_id, f"match.{match.pk}.{seat.number}.{turn}", {"match": match.title or to_stored(title)},
            reverse("match", args=[match.pk]), subject=match.pk, mark=turn,
        ))  # fmt: skip
    return notifications
