"""The one way in which a match ends."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from engines.contract import Outcome
from engines.words import say, stored
from matches.actions.signing import sign
from matches.lifecycle import check
from matches.models import Match, Presence, Status, Submission
from matches.signals import match_closed

OVER = ("match-over", stored(say("The match is over.")))


def close(match: Match, outcome: Outcome, *, at: datetime, written_at: datetime | None = None) -> None:
    """Close the locked match, which the caller saves; refuse what still waits; tell the world on commit.

    It ended at `at` and is written later (a flag is dated to its moment): a delay counts from the writing.
    """
    check(match.status, Status.CLOSED)
    match.status = Status.CLOSED
    match.ranks, match.reason, match.closed_at = list(outcome.ranks), outcome.reason, at
    match.paused_at = match.paused_until = None
    if match.started_at is not None:
        sign(match, outcome, at=at)
    if match.delay_ms:
        match.held_until = max(at, written_at or at) + timedelta(milliseconds=match.delay_ms)
    match.to_act, match.deadline_at, match.bot_due_at, match.alarm_at = [], None, None, None
    Presence.objects.filter(match=match).delete()
    refuse_waiting(match.pk, at=at)
    transaction.on_commit(partial(match_closed.send, sender=Match, match_id=match.pk))


def refuse_waiting(match_id: int, *, at: datetime) -> int:
    """Refuse every submission that still waits at a match that is not being played; return how many."""
    waiting = Submission.objects.filter(match=match_id, judged_at=None)
    return waiting.update(judged_at=at, code=OVER[0], refusal=OVER[1])
