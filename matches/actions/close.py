"""The end of play in a match: closed for good, or held for review after a fault of the server.

Also keeps earlier states of the match for spectators who follow with a delay.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from engines.contract import Outcome
from engines.i18n import to_stored, translate as _
from matches.actions.conditional_answers import drop_conditional_moves
from matches.actions.record_signing import sign_record
from matches.lifecycle import check_transition
from matches.models import RUNNING, Entry, Match, Presence, SpectatorSnapshot, Status, Submission
from matches.models.entry import SNAPSHOT_FIELDS
from matches.pubsub import publish_match, publish_on_commit
from matches.queries.position import load_clock
from matches.server_time import truncate_to_ms
from matches.signals import match_closed

OVER = ("match-over", to_stored(_("The match is over.")))
SNAPSHOT_BATCH = 200
CLOSING_FIELDS = (
    "status", "ranks", "reason", "closed_at", "held_until", "paused_at", "paused_until", "to_act", "deadline_at",
    "bot_due_at", "alarm_at", "has_conditional_moves",
)  # fmt: skip
"""Fields of a match that has not begun which its end changes."""
SLACK = timedelta(seconds=10)
"""Earlier states are kept this much longer, for requests that read the time a moment ago."""


def close_match(match: Match, outcome: Outcome, *, at: datetime, written_at: datetime | None = None) -> None:
    """Close the locked match, refuse waiting submissions and announce the end on commit. The caller saves the match.

    `at` is when it ended, `written_at` when that is written, from which a spectator delay counts (a flag is dated to
    its deadline).
    """
    close_matches([(match, outcome)], at=at, written_at=written_at)


def close_matches(ends: Sequence[tuple[Match, Outcome]], *, at: datetime, written_at: datetime | None = None) -> None:
    """Do for many locked matches what `close_match` does for one. The caller saves `CLOSING_FIELDS`."""
    for match, outcome in ends:
        _close(match, outcome, at, written_at)
    match_ids = [match.pk for match, _outcome in ends]
    Presence.objects.filter(match__in=match_ids).delete()
    reject_pending(*match_ids, at=at)
    for match_id in match_ids:
        transaction.on_commit(partial(match_closed.send, sender=Match, match_id=match_id))


def _close(match: Match, outcome: Outcome, at: datetime, written_at: datetime | None) -> None:
    check_transition(match.status, Status.CLOSED)
    match.status = Status.CLOSED
    match.ranks, match.reason, match.closed_at = list(outcome.ranks), outcome.reason, at
    match.paused_at = match.paused_until = None
    if match.started_at is not None:
        sign_record(match, outcome, at=at)
    if match.delay_ms:
        match.held_until = max(at, written_at or at) + timedelta(milliseconds=match.delay_ms)
    match.to_act, match.deadline_at, match.bot_due_at, match.alarm_at = [], None, None, None
    if match.twin_id is not None:  # What its page has hidden so far, it may show from now on.
        publish_match(match.twin_id, 0)
    drop_conditional_moves(match)


def reject_pending(*match_ids: int, at: datetime) -> int:
    """Refuse every waiting submission of matches that are not being played and return their number."""
    pending = Submission.objects.filter(match__in=match_ids, judged_at=None)
    return pending.update(judged_at=at, code=OVER[0], refusal=OVER[1])


@transaction.atomic
def hold_for_review(*, match_id: int, at: datetime) -> None:
    """Put a running match under review. Time since the last entry is charged to nobody: the fault is the server's.

    The log records it with the first ruling (`MatchSession.end_hold`). Other matches stay as they are.
    """
    match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
    if match.status not in RUNNING:
        return
    check_transition(match.status, Status.REVIEW)
    if match.status == Status.PLAYING:  # A paused clock is stopped already and keeps its time.
        # Hold from when the clocks began to run, but not from before the last entry, which recorded the time left.
        clock, now = load_clock(match), truncate_to_ms(at)
        running_since = min((since for since in clock.since if since is not None), default=now)
        entered = Entry.objects.filter(match=match, n=match.last_entry).values_list("at", flat=True).first()
        match.clock = clock.hold(min(now, max(running_since, entered or running_since))).dump()
    match.status = Status.REVIEW
    match.paused_at = match.paused_until = None
    match.deadline_at = match.bot_due_at = match.alarm_at = None
    match.save()
    record_snapshot(match, at)
    publish_match(match.pk, match.last_entry)
    publish_on_commit("desk")


def record_snapshot(match: Match, at: datetime) -> None:
    """Store the new state of the locked match. Call it in the transaction of every change to a running match.

    The end needs no row: once it is public, the match itself is shown. A void match may be reinstated.
    """
    if not match.delay_ms or match.status in (Status.OPEN, Status.CLOSED):
        return
    last_written_at = SpectatorSnapshot.objects.filter(match=match).order_by("-pk").values_list("written_at", flat=True).first()
    SpectatorSnapshot.objects.create(
        match=match, written_at=max(at, last_written_at or at), **{name: getattr(match, name) for name in SNAPSHOT_FIELDS}
    )
    # Only the newest state that is old enough, and later ones, can still be shown.
    expired = SpectatorSnapshot.objects.filter(match=match, written_at__lte=at - SLACK - timedelta(milliseconds=match.delay_ms))
    newest = expired.order_by("-pk").values_list("pk", flat=True).first()
    if newest is not None:
        SpectatorSnapshot.objects.filter(match=match, pk__lt=newest).delete()


def purge_snapshots(at: datetime) -> None:
    """Delete the earlier states of matches whose end is public."""
    expired = SpectatorSnapshot.objects.filter(match__held_until__lte=at).values_list("pk", flat=True)[:SNAPSHOT_BATCH]
    SpectatorSnapshot.objects.filter(pk__in=list(expired)).delete()
