"""Adjudication: apply a match's waiting submissions in order of arrival and let flags fall at their deadlines."""

import logging
from collections import deque
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import InterfaceError, InternalError, OperationalError, transaction

from engines import play
from engines.contract import IllegalAction
from engines.i18n import to_stored, translate as _
from matches.actions.close import hold_for_review, reject_pending
from matches.actions.conditional_answers import store_answers
from matches.actions.match_session import MatchSession
from matches.actions.start import forfeit_absent
from matches.engine_limits import limit_step
from matches.hot_path.statements import Change, find_match, find_matches, list_waiting_submissions, store
from matches.latency import get_ping_ms
from matches.models import Entry, Match, Status, Submission
from matches.pubsub import IN_FLIGHT_MS, enqueue, has_moves_in_flight, publish_verdict
from matches.queries.service_health import has_uncredited_outage
from matches.server_time import MS, fresh_now, now

logger = logging.getLogger(__name__)

CONNECTION_ERRORS = (OperationalError, InterfaceError, InternalError)
"""Errors of an unreachable database, or of a transaction that was ended for being idle (MATCH_IDLE_MS)."""
FLAG_DELAY = timedelta(milliseconds=30)
"""How long after a deadline a flag waits, so that submissions which arrived before it can be stored; with such
submissions in flight at most IN_FLIGHT_MS. The flag is dated to the deadline all the same.
"""


def adjudicate(*, match_id: int, at: datetime, skip_locked: bool = False) -> int:
    """Adjudicate everything that waits at a match, up to `at`; return the number of submissions adjudicated.

    Idempotent, and safe for any number of workers. Submissions are charged up to their arrival. An error of an engine
    puts the match under review; CONNECTION_ERRORS do not, and the sweep tries again.
    """
    try:
        with transaction.atomic():
            match = find_match(match_id, "FOR NO KEY UPDATE SKIP LOCKED" if skip_locked else "FOR NO KEY UPDATE")
            return _adjudicate_and_store([match], at) if match else 0
    except CONNECTION_ERRORS:
        raise
    except Exception:
        logger.exception("adjudicating match %s failed; it is now under review", match_id)
        hold_for_review(match_id=match_id, at=at)
        return 0


def adjudicate_batch(*, match_ids: Sequence[int], at: datetime) -> list[int]:
    """Adjudicate several matches in one transaction, which costs little more than one. Return those left over.

    These must be adjudicated one by one: matches locked by others, or all if one of them fails.
    """
    try:
        with transaction.atomic():
            locked = find_matches(match_ids, "FOR NO KEY UPDATE SKIP LOCKED")  # no waiting for a second lock: no deadlock
            _adjudicate_and_store(locked, at)
    except CONNECTION_ERRORS:
        raise
    except Exception:
        logger.warning("adjudicating matches %s together failed", match_ids)
        return list(match_ids)
    adjudicated = {match.pk for match in locked}
    return [match_id for match_id in match_ids if match_id not in adjudicated]


def _adjudicate_and_store(matches: Sequence[Match], at: datetime) -> int:
    """Adjudicate locked matches one by one and store all changes at once."""
    playing = [match.pk for match in matches if match.status == Status.PLAYING]
    # A separate statement after the lock: the locking one would not see what arrived while it waited.
    inboxes: dict[int, list[Submission]] = {match_id: [] for match_id in playing}
    for submission in list_waiting_submissions(playing) if playing else ():
        inboxes[submission.match_id].append(submission)
    results = [_adjudicate_match(match, inboxes.get(match.pk, []), at) for match in matches]
    store([item for result in results for item in result.changes], [item for result in results for item in result.new_entries])
    return sum(result.taken for result in results)


class AdjudicationResult(NamedTuple):
    """The number of submissions taken, and the changes that remain to be stored."""

    taken: int = 0
    changes: Sequence[Change] = ()
    new_entries: Sequence[Entry] = ()


def _adjudicate_match(match: Match, waiting: Sequence[Submission], at: datetime) -> AdjudicationResult:
    if match.status == Status.OPEN:
        # Players who could not reach the server are not absent: the outage is credited first, then adjudicated.
        if match.deadline_at is not None and match.deadline_at <= at and not _has_uncredited_outage():
            forfeit_absent(match, match.deadline_at)
        return AdjudicationResult()
    if match.paused_until is not None and match.paused_until <= at:
        # An agreed pause that is over ends when that is noticed: clocks have not run meanwhile.
        session = MatchSession.of(match)
        session.resume_play(at)
        session.save(at)
        return AdjudicationResult()
    if match.status != Status.PLAYING:
        return AdjudicationResult(reject_pending(match.pk, at=at))
    flag_due = match.deadline_at is not None and match.deadline_at <= at - FLAG_DELAY
    if not waiting and not flag_due:
        if match.deadline_at is not None and match.deadline_at <= at:  # A hint that came too early will be repeated.
            enqueue("matches.tasks.judge", eta=match.deadline_at + FLAG_DELAY, match_id=match.pk)
        return AdjudicationResult()
    with limit_step():
        return _adjudicate_playing(match, waiting, at)


def _adjudicate_playing(match: Match, waiting: Sequence[Submission], at: datetime) -> AdjudicationResult:
    session = MatchSession.of(match)
    fallen = session.clock.fallen(max([at, *(row.received_at for row in waiting)]))
    if fallen is not None:
        certain = _find_certain_time(match.pk, fallen[0])
        if certain is None:
            return AdjudicationResult()
        at = min(at, certain)  # If the clock was set back after `at` and the arrivals were read, no flag may fall.
        for submission in waiting:
            submission.received_at = min(submission.received_at, certain)
    return _apply_waiting(session, waiting, at)


def _find_certain_time(match_id: int, fell_at: datetime) -> datetime | None:
    """Return the moment up to which flags are certain to have fallen; None while that is unknown."""
    certain = fresh_now()
    if _has_uncredited_outage():
        return None  # Adjudicated once the outage has been credited.
    if certain < fell_at + IN_FLIGHT_MS * MS and has_moves_in_flight(match_id):
        enqueue("matches.tasks.judge", eta=certain + FLAG_DELAY, match_id=match_id)
        return None
    return certain


def _apply_waiting(session: MatchSession, waiting: Sequence[Submission], at: datetime) -> AdjudicationResult:
    """Apply waiting submissions in order of arrival, each with its prepared answers, then the flags that have fallen."""
    count, queue = 0, deque(waiting)
    while queue:
        submission = queue.popleft()
        if not _apply_submission(session, submission, at):
            break
        count += 1
        queue.extendleft(reversed(store_answers(session, submission, at)))
    _apply_flags(session, at - FLAG_DELAY, at)
    if session.new_entries:
        return AdjudicationResult(count, *session.collect_changes(at))
    if count:
        session.store_verdicts()
        publish_verdict(session.match.pk)  # Nothing has changed except for those who wait for a verdict.
    return AdjudicationResult(count)


def _apply_submission(session: MatchSession, submission: Submission, at: datetime) -> bool:
    """Adjudicate a submission; return False if it must wait because a move in flight may still beat a flag."""
    seat, turns = submission.seat, session.match.turns
    ping_ms, received_at = get_ping_ms(session.match.lags, seat), submission.received_at
    in_time = frozenset({seat} if session.clock.is_in_time(seat, received_at, ping_ms) else ())
    if not _apply_flags(session, received_at, at, in_time):
        return False
    submission.judged_at = at
    try:
        if session.over:
            raise IllegalAction("match-over", _("The match is over."))
        if submission.turn != turns[seat]:
            text = _(
                "This was sent for turn {turn}, but you're on turn {own}. Reload and try again.",
                turn=submission.turn,
                own=turns[seat],
            )
            raise IllegalAction("stale-turn", text)
        entry = session.add_entry(seat, submission.text, at=received_at, resume_at=at, lag_ms=ping_ms, nonce=submission.nonce)
    except IllegalAction as refusal:
        submission.code, submission.refusal = refusal.code, to_stored(refusal.text)
    else:
        submission.entry, submission.hash = entry.n, entry.hash
        turns[seat] += 1
        session.offers = session.offers.after_move(seat, entry.n)
    session.judged.append(submission)
    return True


def _apply_flags(session: MatchSession, until: datetime, at: datetime, in_time: frozenset[int] = frozenset()) -> bool:
    """Let flags fall that are due by `until`, or end the match at its time limit, each dated to its deadline.

    Return False if one cannot fall yet because a move of that seat may be in flight.
    """
    for _unused in session.seats:
        if session.over or (fallen := session.clock.fallen(until, in_time)) is None:
            return True
        deadline, seats = fallen
        # A move of the seat in flight may still get this much lag compensation.
        lags = (min(get_ping_ms(session.match.lags, seat), session.clock.remaining_lag_ms(seat)) for seat in seats)
        lag = max(lags, default=0) * MS
        if at < deadline + lag + FLAG_DELAY:
            enqueue("matches.tasks.judge", eta=deadline + lag + FLAG_DELAY, match_id=session.match.pk)
            return False
        do = "flag " + ",".join(map(str, sorted(seats))) if seats else play.time_limit_word(session.engine)
        session.add_entry(None, do, at=deadline)
    return True


def _has_uncredited_outage() -> bool:
    return has_uncredited_outage(now())
