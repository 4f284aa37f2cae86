"""The referee: drains a match's inbox in order of arrival and lets flags fall when they fell."""

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
"""The database is away, or has ended the transaction of a process that was stopped (MATCH_IDLE_MS)."""
SETTLING = timedelta(milliseconds=30)
"""How long after a deadline a flag waits until it can be known whether anything arrived before it that is still being
stored; for that it waits on, at most UNDERWAY_MS. The flag is dated to the deadline all the same."""


def adjudicate(*, match_id: int, at: datetime, skip_locked: bool = False) -> int:
    """Judge everything that waits at a match, up to `at`; return the number of submissions judged.

    Safe to run any number of times and by any number of workers. Submissions are charged to their arrival. An engine
    that fails puts this match into review; a database that is AWAY does not, and the sweep tries again.
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
    """The same for several matches in one transaction, which costs hardly more than for one. Return those left over.

    They are to be judged by themselves: matches that somebody else holds, or all, if one of them cannot be judged.
    """
    try:
        with transaction.atomic():
            free = match_rows(match_ids, "FOR UPDATE SKIP LOCKED")  # who never waits for a second lock waits for nobody
            _judge_and_store(free, at)
    except AWAY:
        raise
    except Exception:
        logger.warning("matches %s cannot be judged together", match_ids)
        return list(match_ids)
    judged = {match.pk for match in free}
    return [match_id for match_id in match_ids if match_id not in judged]


def _judge_and_store(matches: Sequence[Match], at: datetime) -> int:
    """Judge locked matches, each by itself, and store all that has come of it at once."""
    playing = [match.pk for match in matches if match.status == Status.PLAYING]
    # Read by a statement after the one that has locked: that one would not see what came while it waited.
    inboxes: dict[int, list[Submission]] = {match_id: [] for match_id in playing}
    for submission in waiting_rows(playing) if playing else ():
        inboxes[submission.match_id].append(submission)
    judged = [_judge(match, inboxes.get(match.pk, []), at) for match in matches]
    store([one for each in judged for one in each.changes], [one for each in judged for one in each.fresh])
    return sum(each.taken for each in judged)


class Judged(NamedTuple):
    """How many submissions were taken, and what is still to be stored of what has come of them."""

    taken: int = 0
    changes: Sequence[Change] = ()
    fresh: Sequence[Entry] = ()


def _judge(match: Match, waiting: Sequence[Submission], at: datetime) -> Judged:
    if match.status == Status.OPEN:
        # Who could not reach us is not absent: who credits the outage judges then.
        if match.deadline_at is not None and match.deadline_at <= at and not _outage_uncredited():
            judge_absence(match, match.deadline_at)
        return Judged()
    if match.paused_until is not None and match.paused_until <= at:
        # An agreed pause whose time is over ends when that is noticed: the clocks have not run meanwhile.
        sitting = Sitting.of(match)
        sitting.go_on(at)
        sitting.write(at)
        return Judged()
    if match.status != Status.PLAYING:
        return Judged(refuse_waiting(match.pk, at=at))
    flag_due = match.deadline_at is not None and match.deadline_at <= at - SETTLING
    if not waiting and not flag_due:
        if match.deadline_at is not None and match.deadline_at <= at:  # a hint that came too soon comes again
            wake("matches.tasks.judge", eta=match.deadline_at + SETTLING, match_id=match.pk)
        return Judged()
    sitting = Sitting.of(match)
    fallen = sitting.clock.fallen(max([at, *(one.received_at for one in waiting)]))
    if fallen is not None:
        certain = _certain(match.pk, fallen[0])
        if certain is None:
            return Judged()
        at = min(at, certain)  # a clock that has been set back since `at` and the arrivals were read fells nobody
        for submission in waiting:
            submission.received_at = min(submission.received_at, certain)
    return _judge_all(sitting, waiting, at)


def _certain(match_id: int, fell_at: datetime) -> datetime | None:
    """The moment up to which it is certain that a clock fell; None while that is not known yet."""
    certain = asked_now()
    if _outage_uncredited():
        return None  # who credits the outage judges then
    if certain < fell_at + UNDERWAY_MS * MS and underway(match_id):
        wake("matches.tasks.judge", eta=certain + SETTLING, match_id=match_id)
        return None
    return certain


def _judge_all(sitting: Sitting, waiting: Sequence[Submission], at: datetime) -> Judged:
    """Take what waits in order of arrival, and then the flags that have fallen."""
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
        judged(sitting.match.pk)  # nothing has changed for anybody but those who wait for an answer
    return Judged(taken)


def _take(sitting: Sitting, submission: Submission, at: datetime) -> bool:
    """Judge a submission; False where it has to wait, as somebody's move may still be on its way to beat a flag."""
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
            text = say("This was for your turn {turn}; you are at {own}.", turn=submission.turn, own=turns[seat])
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
    """Let flags fall that fell by `until`, or the time of the whole match be over, each dated to its moment.

    False where one is not judged yet: it waits for as long as a move of that seat may be under way.
    """
    for _ in sitting.seats:
        if sitting.over or (fallen := sitting.clock.fallen(until, spared)) is None:
            return True
        when, seats = fallen
        # A move of the seat that is under way may still be given back so much for its ping.
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
