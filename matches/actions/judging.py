"""The referee: drains a match's inbox in order of arrival and lets flags fall when they fell."""

import logging
from datetime import datetime, timedelta

from django.db import InterfaceError, InternalError, OperationalError, transaction

from engines import play
from engines.api import IllegalAction
from matches.actions.closing import refuse_waiting
from matches.actions.reviewing import hold_for_review
from matches.actions.sitting import Sitting
from matches.actions.starting import judge_absence
from matches.announce import judged
from matches.models import Match, Status, Submission
from matches.moment import asked_now, now
from matches.queries.outages import outage_uncredited
from matches.statements import match_row, update, waiting_rows

logger = logging.getLogger(__name__)

SETTLING = timedelta(milliseconds=40)
"""How long after a deadline a flag waits for submissions that arrived before it and are being stored. The flag is
dated to the deadline all the same."""


def adjudicate(*, match_id: int, at: datetime, skip_locked: bool = False) -> int:
    """Judge everything that waits at a match, up to `at`; return the number of submissions judged.

    Safe to run any number of times and by any number of workers. Submissions are charged to their arrival. An engine
    that fails puts this match into review; a database that is away, or that has ended the transaction of a process that
    was stopped (MATCH_IDLE_MS), does not, and the sweep tries again.
    """
    try:
        with transaction.atomic():
            match = match_row(match_id, "FOR UPDATE SKIP LOCKED" if skip_locked else "FOR UPDATE")
            return _judge(match, at) if match else 0
    except (OperationalError, InterfaceError, InternalError):
        raise
    except Exception:
        logger.exception("match %s cannot be judged; it is held for review", match_id)
        hold_for_review(match_id=match_id, at=at)
        return 0


def _judge(match: Match, at: datetime) -> int:
    if match.status == Status.OPEN:
        judge_absence(match, at)
        return 0
    if match.status != Status.PLAYING:
        return refuse_waiting(match.pk, at=at)
    waiting = waiting_rows(match.pk)
    flag_due = match.deadline_at is not None and match.deadline_at <= at - SETTLING
    if not waiting and not flag_due:
        return 0
    sitting = Sitting.of(match)
    if sitting.clock.fallen(max([at, *(one.received_at for one in waiting)])):
        certain = asked_now()
        if _outage_uncredited():
            return 0  # the sweep credits the outage and judges then
        at = min(at, certain)  # a clock that has been set back since `at` and the arrivals were read fells nobody
        for submission in waiting:
            submission.received_at = min(submission.received_at, certain)
    for submission in waiting:
        _take(sitting, submission, at)
    _drop_flag(sitting, at - SETTLING)
    if sitting.fresh:
        sitting.write(at)
    elif waiting:
        judged(match.pk)  # nothing has changed for anybody but those who wait for an answer
    return len(waiting)


def _take(sitting: Sitting, submission: Submission, at: datetime) -> None:
    _drop_flag(sitting, submission.received_at)
    submission.judged_at = at
    seat, turns = submission.seat, sitting.match.turns
    try:
        if sitting.over:
            raise IllegalAction("match-over", "The match is over.")
        if submission.turn != turns[seat]:
            raise IllegalAction("stale-turn", f"This was for your turn {submission.turn}; you are at {turns[seat]}.")
        submission.entry = sitting.enter(seat, submission.text, at=submission.received_at, resume_at=at)
    except IllegalAction as refusal:
        submission.code, submission.refusal = refusal.code, refusal.text
    else:
        turns[seat] += 1
    update(submission, ("judged_at", "entry", "code", "refusal"))


def _drop_flag(sitting: Sitting, at: datetime) -> None:
    """Let the first flag fall, or the time of the whole match be over, dated to its moment, if it has come by `at`."""
    if sitting.over or (fallen := sitting.clock.fallen(at)) is None:
        return
    when, seats = fallen
    do = "flag " + ",".join(map(str, sorted(seats))) if seats else play.time_word(sitting.engine)
    sitting.enter(None, do, at=when, resume_at=when)


def _outage_uncredited() -> bool:
    return outage_uncredited(now())
