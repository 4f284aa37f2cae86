"""Notifications that asked for something which has been done, or can no longer be done."""

from collections.abc import Callable, Iterable, Mapping

from league.drafts.models import Draft, DraftStatus
from league.events.models import Entrant, EntrantStatus, EventStatus
from league.notifications.kinds import Kind
from league.notifications.models import Notice
from league.seasons.market_models import Trade, TradeStatus
from matches.models import Match, Seat, Status

MOST = 500
BEGUN = (DraftStatus.RUNNING, DraftStatus.PAUSED)


def settled() -> list[int]:
    found: list[int] = []
    for kind, judge in _JUDGES.items():
        rows = list(Notice.objects.filter(waits=True, kind=kind).order_by("pk")[:MOST])
        if rows:
            found += [row.pk for row in judge(rows)]
    return found


def _turns(rows: list[Notice]) -> Iterable[Notice]:
    """The turn is over, or the match."""
    matches = Match.objects.in_bulk([row.subject for row in rows])
    for row in rows:
        match = matches.get(row.subject)
        seat = int(row.key.split(".")[2])
        over = match is None or match.status in (Status.CLOSED, Status.VOID)
        if over or match is None or match.turns[seat] != row.mark or seat not in match.to_act:
            yield row


def _rounds(rows: list[Notice]) -> Iterable[Notice]:
    """The player has come to the match, or it is not open any more."""
    open_ = Match.objects.filter(pk__in=[row.subject for row in rows], status=Status.OPEN)
    waited = Seat.objects.filter(match__in=open_, ready_at=None).values_list("match", "player")
    return _others(rows, set(waited))


def _check_ins(rows: list[Notice]) -> Iterable[Notice]:
    waited = Entrant.objects.filter(
        event__in=[row.subject for row in rows], event__status=EventStatus.CHECK_IN, status=EntrantStatus.ENTERED,
        checked_in_at=None,
    )  # fmt: skip
    return _others(rows, set(waited.values_list("event", "player")))


def _asked(rows: list[Notice]) -> Iterable[Notice]:
    """A challenge was answered, or is off; a place was answered, or went to somebody else."""
    places = [row for row in rows if row.case == "place"]
    kept = Entrant.objects.filter(event__in=[row.subject for row in places], answer_by__isnull=False)
    yield from _others(places, set(kept.values_list("event", "player")))
    yield from _rounds([row for row in rows if row.case == "match"])


def _picks(rows: list[Notice]) -> Iterable[Notice]:
    """The draft is over. While it runs, each of its acts settles what it has seen to."""
    begun = Draft.objects.filter(pk__in=[row.subject for row in rows], status__in=BEGUN)
    running = set(begun.values_list("pk", flat=True))
    return [row for row in rows if row.subject not in running]


def _trades(rows: list[Notice]) -> Iterable[Notice]:
    offered = Trade.objects.filter(pk__in=[row.subject for row in rows], status=TradeStatus.OFFERED)
    return _others(rows, set(offered.values_list("pk", "partner__owner")))


def _others(rows: list[Notice], waited: set[tuple[int, int | None]]) -> Iterable[Notice]:
    return [row for row in rows if (row.subject, row.player_id) not in waited]


_JUDGES: Mapping[str, Callable[[list[Notice]], Iterable[Notice]]] = {
    Kind.YOUR_TURN: _turns,
    Kind.ROUND: _rounds,
    Kind.CHECK_IN: _check_ins,
    Kind.PICK: _picks,
    Kind.TRADE: _trades,
    Kind.ASKED: _asked,
}
