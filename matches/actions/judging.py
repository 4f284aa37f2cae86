"""Adjudication: apply a match's waiting submissions in order of arrival and let flags fall at their deadlines."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import InterfaceError, InternalError, OperationalError, transaction

from engines import play
from engines.contract import IllegalAction
from engines.words import say, stored
from matches.actions.closing import hold_for_review, refuse_waiting
from matches.actions.sitting import Sitting
from matches.actions.start import judge_absence
from matches.announce import UNDERWAY_MS, judged, underway, wake
from matches.hot_path.statements import Change, match_row, match_rows, store, waiting_rows
from matches.lag import lag_of
from matches.models import Entry, Match, Status, Submission
from matches.moment import MS, asked_now, now
from matches.queries.service_health import outage_uncredited

logger = logging.getLogger(__name__)

AWAY = (OperationalError, InterfaceError, InternalError)
"""Errors of an unreachable database, or of a transaction that was ended for being idle (MATCH_IDLE_MS)."""
SETTLING = timedelta(milliseconds=30)
"""How long after a deadline a flag waits, so that submissions which arrived before it can be stored; with such
submissions in flight at most IN_FLIGHT_MS. The flag is dated to the deadline all the same.
"""


def adjudicate(*, match_id: int, at: datetime, skip_locked: bool = False) -> int:
    """Adjudicate everything that waits at a match, up to `at`; return the number of submissions adjudicated.

    Idempotent, and safe for any number of workers. Submissions are charged up to their arrival. An error of an engine
    puts the match under review; AWAY errors do not, and the sweep tries again.
    """
    try:
        with transaction.atomic():
            match = match_row(match_id, "FOR UPDATE SKIP LOCKED" if skip_locked else "FOR UPDATE")
            return _judge_and_store([match], at) if match else 0
    except AWAY:
        raise
    except Exception:
        logger.exception("match %s cannot be judged; it is held for review", match_id)
        hold_for_review(match_id=match_id, at=at)
        return 0


def adjudicate_together(*, match_ids: Sequence[int], at: datetime) -> list[int]:
    """Adjudicate several matches in one transaction, which costs little more than one. Return those left over.

    These must be adjudicated one by one: matches locked by others, or all if one of them fails.
    """
    try:
        with transaction.atomic():
            free = match_rows(match_ids, "FOR UPDATE SKIP LOCKED")  # no waiting for a second lock: no deadlock
            _judge_and_store(free, at)
    except AWAY:
        raise
    except Exception:
        logger.warning("matches %s cannot be judged together", match_ids)
        return list(match_ids)
    judged = {match.pk for match in free}
    return [match_id for match_id in match_ids if match_id not in judged]


def _judge_and_store(matches: Sequence[Match], at: datetime) -> int:
    """Adjudicate locked matches one by one and store all changes at once."""
    playing = [match.pk for match in matches if match.status == Status.PLAYING]
    # A separate statement after the lock: the locking one would not see what arrived while it waited.
    inboxes: dict[int, list[Submission]] = {match_id: [] for match_id in playing}
    for submission in waiting_rows(playing) if playing else ():
        inboxes[submission.match_id].append(submission)
    judged = [_judge(match, inboxes.get(match.pk, []), at) for match in matches]
    store([one for each in judged for one in each.changes], [one for each in judged for one in each.fresh])
    return sum(each.taken for each in judged)


class Judged(NamedTuple):
    """The number of submissions taken, and the changes that remain to be stored."""

    taken: int = 0
    changes: Sequence[Change] = ()
    fresh: Sequence[Entry] = ()


def _judge(match: Match, waiting: Sequence[Submission], at: datetime) -> Judged:
    if match.status == Status.OPEN:
        # Players who could not reach the server are not absent: the outage is credited first, then adjudicated.
        if match.deadline_at is not None and match.deadline_at <= at and not _outage_uncredited():
            judge_absence(match, match.deadline_at)
        return Judged()
    if match.paused_until is not None and match.paused_until <= at:
        # An agreed pause that is over ends when that is noticed: clocks have not run meanwhile.
        sitting = Sitting.of(match)
        sitting.go_on(at)
        sitting.write(at)
        return Judged()
    if match.status != Status.PLAYING:
        return Judged(refuse_waiting(match.pk, at=at))
    flag_due = match.deadline_at is not None and match.deadline_at <= at - SETTLING
    if not waiting and not flag_due:
        if match.deadline_at is not None and match.deadline_at <= at:  # A hint that came too early will be repeated.
            wake("matches.tasks.judge", eta=match.deadline_at + SETTLING, match_id=match.pk)
        return Judged()
    sitting = Sitting.of(match)
    fallen = sitting.clock.fallen(max([at, *(one.received_at for one in waiting)]))
    if fallen is not None:
        certain = _certain(match.pk, fallen[0])
        if certain is None:
            return Judged()
        at = min(at, certain)  # If the clock was set back after `at` and the arrivals were read, no flag may fall.
        for submission in waiting:
            submission.received_at = min(submission.received_at, certain)
    return _judge_all(sitting, waiting, at)


def _certain(match_id: int, fell_at: datetime) -> datetime | None:
    """Return the moment up to which flags are certain to have fallen; None while that is unknown."""
    certain = asked_now()
    if _outage_uncredited():
        return None  # Adjudicated once the outage has been credited.
    if certain < fell_at + UNDERWAY_MS * MS and underway(match_id):
        wake("matches.tasks.judge", eta=certain + SETTLING, match_id=match_id)
        return None
    return certain


def _judge_all(sitting: Sitting, waiting: Sequence[Submission], at: datetime) -> Judged:
    """Apply waiting submissions in order of arrival, then the flags that have fallen."""
    taken = 0
    for submission in waiting:
        if not _take(sitting, submission, at):
            break
        taken += 1
    _drop_flags(sitting, at - SETTLING, at)
    if sitting.fresh:
        return Judged(taken, *sitting.written(at))
    if taken:
        sitting.store_judged()
        judged(sitting.match.pk)  # Nothing has changed except for those who wait for a verdict.
    return Judged(taken)


def _take(sitting: Sitting, submission: Submission, at: datetime) -> bool:
    """Adjudicate a submission; return False if it must wait because a move in flight may still beat a flag."""
    seat, turns = submission.seat, sitting.match.turns
    lag_ms, arrived = lag_of(sitting.match.lags, seat), submission.received_at
    spared = frozenset({seat} if sitting.clock.in_time(seat, arrived, lag_ms) else ())
    if not _drop_flags(sitting, arrived, at, spared):
        return False
    submission.judged_at = at
    try:
        if sitting.over:
            raise IllegalAction("match-over", say("The match is over."))
        if submission.turn != turns[seat]:
            text = say(
                "This was sent for turn {turn}, but you're on turn {own}. Reload and try again.",
                turn=submission.turn,
                own=turns[seat],
            )
            raise IllegalAction("stale-turn", text)
        entry = sitting.enter(seat, submission.text, at=arrived, resume_at=at, lag_ms=lag_ms, nonce=submission.nonce)
    except IllegalAction as refusal:
        submission.code, submission.refusal = refusal.code, stored(refusal.text)
    else:
        submission.entry, submission.hash = entry.n, entry.hash
        turns[seat] += 1
        sitting.asked = sitting.asked.moved(seat)
    sitting.judged.append(submission)
    return True


def _drop_flags(sitting: Sitting, until: datetime, at: datetime, spared: frozenset[int] = frozenset()) -> bool:
    """Let flags fall that are due by `until`, or end the match at its time limit, each dated to its deadline.

    Return False if one cannot fall yet because a move of that seat may be in flight.
    """
    for _ in sitting.seats:
        if sitting.over or (fallen := sitting.clock.fallen(until, spared)) is None:
            return True
        when, seats = fallen
        # A move of the seat in flight may still get this much lag compensation.
        lags = (min(lag_of(sitting.match.lags, seat), sitting.clock.lag_left(seat)) for seat in seats)
        patience = max(lags, default=0) * MS
        if at < when + patience + SETTLING:
            wake("matches.tasks.judge", eta=when + patience + SETTLING, match_id=sitting.match.pk)
            return False
        do = "flag " + ",".join(map(str, sorted(seats))) if seats else play.time_word(sitting.engine)
        sitting.enter(None, do, at=when)
    return True


def _outage_uncredited() -> bool:
    return outage_uncredited(now())
