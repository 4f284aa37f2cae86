"""Presence of players at their matches: seen by streams, marked disconnected by the sweep.

Nobody counts as disconnected while the server could not have seen them: time without streams or without a sweep does
not count, and after it everybody gets the whole time again.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, QuerySet

from matches.clock import TimeControl
from matches.models import Match, Presence, Seat, Status, Submission, Uptime
from matches.offers import OfferPolicy, get_claim_delay
from matches.pubsub import publish_match

REPORT_INTERVAL = timedelta(seconds=5)
"""How often streams report who is present."""
DISCONNECTED_AFTER = timedelta(seconds=15)
"""Players not seen for this long are disconnected; streams not heard of for this long are down."""
STREAMS, SWEEP = "streams", "sweep"
BATCH_SIZE = 200


def record_seen(pairs: Collection[tuple[int, int]], at: datetime) -> None:
    """Record that these players (match, player) have their matches open and that streams are working.

    Ignores players without a seat there, and matches in which the win cannot be claimed.
    """
    record_uptime(STREAMS, at)
    if not pairs:
        return
    watching = set(pairs)
    seats = Seat.objects.filter(
        match__in={match for match, _ in watching}, player__in={player for _, player in watching}, bot="",
        match__status__in=[Status.OPEN, Status.PLAYING, Status.PAUSED],
    )  # fmt: skip
    rows = seats.values_list("match", "number", "player", "match__control", "match__terms")
    present = {
        (match, seat) for match, seat, player, control, terms in rows
        if (match, player) in watching and get_claim_delay(TimeControl(**control)) and OfferPolicy.load(terms).claim
    }  # fmt: skip
    with transaction.atomic():
        disconnected = Presence.objects.filter(match__in={match for match, _ in present}, gone_at__isnull=False)
        reconnected = list(disconnected.values_list("match", "seat", "match__last_entry"))
        Presence.objects.bulk_create(
            [Presence(match_id=match, seat=seat, seen_at=at) for match, seat in sorted(present)],
            update_conflicts=True,
            unique_fields=["match", "seat"],
            update_fields=["seen_at", "gone_at"],
        )
        for match, seat, entry in reconnected:
            if (match, seat) in present:
                publish_match(match, entry)


def record_watched(match_ids: Collection[int], at: datetime) -> None:
    """Record which of these bots-only matches are being watched: their bots wait between moves."""
    if match_ids:
        Match.objects.filter(pk__in=match_ids, bots_only=True, status=Status.PLAYING).update(watched_at=at)


def record_uptime(part: str, at: datetime, gap: timedelta = DISCONNECTED_AFTER) -> None:
    """Record that a part of the service is up at `at`. After a gap its uptime starts anew."""
    recent = Uptime.objects.filter(part=part, beat_at__gte=at - gap)
    if not recent.update(beat_at=at):
        Uptime.objects.update_or_create(part=part, defaults={"since": at, "beat_at": at})


def service_up_since(at: datetime) -> datetime | None:
    """Return since when both streams and sweep have been up; None while either is down."""
    parts = {row.part: row for row in Uptime.objects.all()}
    if set(parts) != {STREAMS, SWEEP} or any(row.beat_at < at - DISCONNECTED_AFTER for row in parts.values()):
        return None
    return max(row.since for row in parts.values())


def mark_disconnected(at: datetime) -> int:
    """Mark silent players as disconnected and return their number; mark all as present while streams are down."""
    up_since = service_up_since(at)
    disconnected = Presence.objects.filter(gone_at__isnull=False)
    if up_since is None:
        _mark_reconnected(disconnected)
        return 0
    moves = Submission.objects.filter(match=OuterRef("match"), seat=OuterRef("seat"))
    _mark_reconnected(disconnected.filter(Exists(moves.filter(received_at__gt=OuterRef("gone_at")))))
    if up_since > at - DISCONNECTED_AFTER:
        return 0
    silent = Presence.objects.filter(gone_at=None, seen_at__lte=at - DISCONNECTED_AFTER, match__status=Status.PLAYING)
    return sum(
        _mark_seat_disconnected(row, up_since, at) for row in silent.select_related("match").order_by("seen_at")[:BATCH_SIZE]
    )


def claimable_at(row: Presence, match: Match) -> datetime | None:
    """Return when the win can be claimed because this seat is absent; None if never."""
    delay = get_claim_delay(match.control_value)
    if row.gone_at is None or delay is None or not OfferPolicy.load(match.terms).claim:
        return None
    return row.gone_at + delay


def _mark_seat_disconnected(row: Presence, up_since: datetime, at: datetime) -> bool:
    """Mark the seat as disconnected and return True, unless it sends moves without a stream, as programs do."""
    last_sent_at = Submission.objects.filter(match=row.match_id, seat=row.seat).aggregate(last=Max("received_at"))["last"]
    last = max(filter(None, (row.seen_at, last_sent_at, up_since)))
    if last > at - DISCONNECTED_AFTER:
        Presence.objects.filter(pk=row.pk, seen_at=row.seen_at).update(seen_at=last)
        return False
    count = Presence.objects.filter(pk=row.pk, seen_at=row.seen_at, gone_at=None).update(gone_at=last)
    if count:
        publish_match(row.match_id, row.match.last_entry)
    return bool(count)


def _mark_reconnected(rows: QuerySet[Presence]) -> None:
    reconnected = list(rows.select_related("match")[:BATCH_SIZE])
    Presence.objects.filter(pk__in=[row.pk for row in reconnected]).update(gone_at=None)
    for row in reconnected:
        publish_match(row.match_id, row.match.last_entry)
