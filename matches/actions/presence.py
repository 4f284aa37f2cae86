"""Presence of players at their matches: seen by streams, marked disconnected by the sweep.

Nobody counts as disconnected while the server could not have seen them: time without streams or without a sweep does
not count, and after it everybody gets the whole time again.
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
"""How often streams report who is present."""
GONE = timedelta(seconds=15)
"""Players not seen for this long are disconnected; streams not heard of for this long are down."""
STREAMS, SWEEP = "streams", "sweep"
MOST = 200


def seen(pairs: Collection[tuple[int, int]], at: datetime) -> None:
    """Record that these players (match, player) have their matches open and that streams are working.

    Ignores players without a seat there, and matches in which the win cannot be claimed.
    """
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
    """Record which of these bots-only matches are being watched: their bots wait between moves."""
    if match_ids:
        Match.objects.filter(pk__in=match_ids, bots_only=True, status=Status.PLAYING).update(watched_at=at)


def alive(part: str, at: datetime, gap: timedelta = GONE) -> None:
    """Record that a part of the service is up at `at`. After a gap its uptime starts anew."""
    fresh = Uptime.objects.filter(part=part, beat_at__gte=at - gap)
    if not fresh.update(beat_at=at):
        Uptime.objects.update_or_create(part=part, defaults={"since": at, "beat_at": at})


def since_up(at: datetime) -> datetime | None:
    """Return since when both streams and sweep have been up; None while either is down."""
    parts = {one.part: one for one in Uptime.objects.all()}
    if set(parts) != {STREAMS, SWEEP} or any(one.beat_at < at - GONE for one in parts.values()):
        return None
    return max(one.since for one in parts.values())


def sweep_gone(at: datetime) -> int:
    """Mark silent players as disconnected and return their number; mark all as present while streams are down."""
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
    """Return when this seat's absence allows to claim the match; None if it never does."""
    wait = claim_after(match.control_value)
    if row.gone_at is None or wait is None or not Terms.load(match.terms).claim:
        return None
    return row.gone_at + wait


def _go(row: Presence, up: datetime, at: datetime) -> bool:
    """Mark the seat as disconnected and return True, unless it sends moves without a stream, as programs do."""
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
