"""Who has the match open that they play, and who has gone: seen by the streams, judged by the sweep.

Nobody is gone while we could not have seen them: time in which no stream could be held, or no sweep lived, counts for
nobody, and after it everybody is given the whole time again.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, QuerySet

from matches.announce import match_changed
from matches.clock import Control
from matches.models import Match, Presence, Seat, Status, Submission, Uptime
from matches.offers import Terms, claim_after

SEEN_EACH = timedelta(seconds=5)
"""How often streams say who watches."""
GONE = timedelta(seconds=15)
"""Who has not been seen for so long has gone; streams of which nothing is heard for so long are down."""
STREAMS, SWEEP = "streams", "sweep"
MOST = 200


def seen(pairs: Collection[tuple[int, int]], at: datetime) -> None:
    """These players (match, player) have their matches open now, and streams are held.

    Matches of others are left out, and those that nobody may claim."""
    alive(STREAMS, at)
    if not pairs:
        return
    wanted = set(pairs)
    seats = Seat.objects.filter(
        match__in={match for match, _ in wanted}, player__in={player for _, player in wanted}, bot="",
        match__status__in=[Status.OPEN, Status.PLAYING, Status.PAUSED],
    )  # fmt: skip
    rows = seats.values_list("match", "number", "player", "match__control", "match__terms")
    found = {
        (match, seat) for match, seat, player, control, terms in rows
        if (match, player) in wanted and claim_after(Control(**control)) and Terms.load(terms).claim
    }  # fmt: skip
    with transaction.atomic():
        gone = Presence.objects.filter(match__in={match for match, _ in found}, gone_at__isnull=False)
        back = list(gone.values_list("match", "seat", "match__last_entry"))
        Presence.objects.bulk_create(
            [Presence(match_id=match, seat=seat, seen_at=at) for match, seat in sorted(found)],
            update_conflicts=True,
            unique_fields=["match", "seat"],
            update_fields=["seen_at", "gone_at"],
        )
        for match, seat, entry in back:
            if (match, seat) in found:
                match_changed(match, entry)


def note_watched(match_ids: Collection[int], at: datetime) -> None:
    """Note which of these matches of bots alone somebody has open: their bots wait between moves."""
    if match_ids:
        Match.objects.filter(pk__in=match_ids, bots_only=True, status=Status.PLAYING).update(watched_at=at)


def alive(part: str, at: datetime, gap: timedelta = GONE) -> None:
    """A part of the service lives at `at`. After a gap its time begins anew."""
    fresh = Uptime.objects.filter(part=part, beat_at__gte=at - gap)
    if not fresh.update(beat_at=at):
        Uptime.objects.update_or_create(part=part, defaults={"since": at, "beat_at": at})


def since_up(at: datetime) -> datetime | None:
    """Since when both streams and sweep have been there; None while one of them is not."""
    parts = {one.part: one for one in Uptime.objects.all()}
    if set(parts) != {STREAMS, SWEEP} or any(one.beat_at < at - GONE for one in parts.values()):
        return None
    return max(one.since for one in parts.values())


def sweep_gone(at: datetime) -> int:
    """Note who has gone; return how many. While streams are down nobody is."""
    up = since_up(at)
    gone = Presence.objects.filter(gone_at__isnull=False)
    if up is None:
        _mark_back(gone)
        return 0
    moves = Submission.objects.filter(match=OuterRef("match"), seat=OuterRef("seat"))
    _mark_back(gone.filter(Exists(moves.filter(received_at__gt=OuterRef("gone_at")))))
    if up > at - GONE:
        return 0
    late = Presence.objects.filter(gone_at=None, seen_at__lte=at - GONE, match__status=Status.PLAYING)
    return sum(_go(row, up, at) for row in late.select_related("match").order_by("seen_at")[:MOST])


def claimable_at(row: Presence, match: Match) -> datetime | None:
    """When the match may be claimed because of this seat's absence; None where it may not be."""
    wait = claim_after(match.control_value)
    if row.gone_at is None or wait is None or not Terms.load(match.terms).claim:
        return None
    return row.gone_at + wait


def _go(row: Presence, up: datetime, at: datetime) -> bool:
    """Whoever sends moves without a stream, as programs do, is there."""
    sent = Submission.objects.filter(match=row.match_id, seat=row.seat).aggregate(last=Max("received_at"))["last"]
    last = max(filter(None, (row.seen_at, sent, up)))
    if last > at - GONE:
        Presence.objects.filter(pk=row.pk, seen_at=row.seen_at).update(seen_at=last)
        return False
    gone = Presence.objects.filter(pk=row.pk, seen_at=row.seen_at, gone_at=None).update(gone_at=last)
    if gone:
        match_changed(row.match_id, row.match.last_entry)
    return bool(gone)


def _mark_back(rows: QuerySet[Presence]) -> None:
    found = list(rows.select_related("match")[:MOST])
    Presence.objects.filter(pk__in=[row.pk for row in found]).update(gone_at=None)
    for row in found:
        match_changed(row.match_id, row.match.last_entry)
