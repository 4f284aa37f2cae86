"""Rulings of a referee on a match that has begun and is not over. The caller checks the permission.

Each ruling is a log entry with its reason. Submissions that arrived before it are adjudicated first, under the same
lock, so earlier moves and flags precede the ruling and later ones meet its result. A closed match is never changed: its
secrets are revealed and its record is signed.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db import DatabaseError, transaction

from engines.contract import IllegalAction
from engines.i18n import mark, translate as _
from engines.referee_notation import ANNUL, MAX_CREDIT_MS, MAX_REASON_LENGTH, STOP, Word, are_ranks, is_reason
from matches.actions.locked_match import check_no_flag, lock_match
from matches.actions.match_session import MatchSession
from matches.clock import freeze
from matches.engine_limits import EngineFailure
from matches.errors import ActionError
from matches.lifecycle import check_transition
from matches.models import RUNNING, Match, Status
from matches.models.entry import get_text_key
from matches.pubsub import publish_on_commit
from matches.queries.position import replay_position
from matches.server_time import truncate_to_ms

logger = logging.getLogger(__name__)
MIN_REASON_LENGTH = 3
BEGUN = (*RUNNING, Status.REVIEW)
_STATUS_REFUSALS = {
    Status.OPEN.value: ("not-started", mark("The match hasn't started. Rule on its pairing in the event.")),
    Status.CLOSED.value: (
        "match-over", mark("The match is over and its hidden information is public. Change its result in the event.")
    ),
    Status.VOID.value: ("annulled", mark("The match has been annulled. It can be reinstated.")),
}  # fmt: skip


def pause(*, match_id: int, why: str, at: datetime) -> int:
    """Stop the clocks until `resume`; return the entry's number."""
    with _applied_ruling(match_id, Word(STOP), why, at) as (session, n):
        session.stop(at)
    return n


def resume(*, match_id: int, why: str, at: datetime) -> int:
    """Resume a match that a referee paused or that is under review; return the entry's number."""
    statuses = (Status.PAUSED, Status.REVIEW)
    with _applied_ruling(match_id, Word("continue"), why, at, statuses=statuses) as (session, n):
        session.mark_playing()
        session.run_referee(at)
    return n


def add_time(*, match_id: int, seats: Sequence[int], seconds: int, why: str, at: datetime) -> int:
    """Add to these seats' time banks, or to the shared match clock, also while paused; return the entry's number."""
    if not isinstance(seconds, int) or isinstance(seconds, bool) or not 1 <= seconds <= MAX_CREDIT_MS // 1000:
        maximum = f"{MAX_CREDIT_MS // 1000:,}"
        raise ActionError("out-of-range", _("Add from 1 to {most} seconds.", most=maximum), "seconds")
    if not seats or not all(type(seat) is int for seat in seats):
        raise ActionError("bad-seat", _("Choose at least one seat."), "seats")
    ruling = Word("credit", tuple(sorted(set(seats))), seconds * 1000)
    with _applied_ruling(match_id, ruling, why, at, named_seats=("seats", ruling.numbers)) as (session, n):
        session.clock = session.clock.add_time(ruling.numbers, ruling.amount)
        if session.match.cut_ms:  # The referee has dealt with the uncredited part of an overload.
            session.match.cut_ms = 0
            session.match.save(update_fields=["cut_ms"])
    return n


def rule_result(*, match_id: int, ranks: Sequence[int], why: str, at: datetime) -> int:
    """End the match with these ranks by seat; all seats in the last rank if nobody wins. It counts as usual."""
    are_numbers = all(type(rank) is int and 1 <= rank <= 9 for rank in ranks)
    if not ranks or not are_numbers or not are_ranks(ranks):
        text = _("Give a rank for every seat. Tied seats share a rank and use up the next ones (1, 2, 2, 4).")
        raise ActionError("bad-ranks", text, "ranks")
    with _applied_ruling(match_id, Word("rule", tuple(ranks)), why, at) as (_unused, n):
        return n


def disqualify(*, match_id: int, seat: int, why: str, at: datetime) -> int:
    """Disqualify one seat: the match ends or continues without it, according to the game's rules."""
    with _applied_ruling(match_id, f"disqualify {seat}", why, at, named_seats=("seat", [seat])) as (session, n):
        if not session.over and session.match.status == Status.PLAYING:
            session.run_referee(at)
    return n


def annul(*, match_id: int, why: str, at: datetime) -> int:
    """Void the match: it does not count, and its secrets stay secret."""
    with _applied_ruling(match_id, Word(ANNUL), why, at) as (session, n):
        match = session.match
        check_transition(match.status, Status.VOID)
        match.status, match.closed_at = Status.VOID, at
        session.clock = freeze(session.clock, at)
    return n


def reinstate(*, match_id: int, why: str, at: datetime) -> int:
    """Undo an annulment or disqualification if nothing has been played since. The match is then paused."""
    with _applied_ruling(match_id, Word("reinstate"), why, at, statuses=(*BEGUN, Status.VOID)) as (session, n):
        session.match.closed_at = None
        session.stop(at)
    return n


@contextmanager
def _applied_ruling(
    match_id: int, ruling: Word | str, reason: str, at: datetime, *, named_seats: tuple[str, Sequence[int]] = ("", ()),
    statuses: Sequence[str] = BEGUN,
) -> Iterator[tuple[MatchSession, int]]:  # fmt: skip
    """Lock the match, refuse in order, write the entry and yield both; status and clocks are changed in the body.

    `named_seats` holds a field's name and its seats, which must be seats of the match.
    """
    reason = validate_reason(reason)
    with transaction.atomic():
        match = lock_match(match_id, at)
        if ruling == Word("reinstate") and match.twin_id is not None:
            _check_twin_is_secret(match, match.twin_id)
        if match.status not in statuses:
            code, text = _STATUS_REFUSALS.get(match.status, ("not-paused", mark("The match has already started.")))
            raise ActionError(code, _(text))
        with _refuse_engine_errors(match):
            session = MatchSession.of(match)
            check_no_flag(session, at)
            _check_seats(ruling, *named_seats, len(session.seats))
            if ruling == Word("reinstate"):
                session.position = replay_position(match)
            session.end_hold(at)
            entry = session.rule(ruling if isinstance(ruling, str) else ruling.text, reason, at)
            yield session, entry.n
        if match.status == Status.REVIEW and not session.over:  # still under review, with what the ruling changed
            session.clock = session.clock.hold(truncate_to_ms(at))
        texts, held = entry.texts, session.position.held
        match.ruling = {"n": entry.n, "word": entry.do.split()[0], "text": texts[get_text_key(None)], "held": held}
        session.save(at)
        for topic in ("desk", f"desk.{match.pk}", "home"):
            publish_on_commit(topic)


def _check_twin_is_secret(match: Match, twin_id: int) -> None:
    """Raise ActionError if the other match of the duplicate has ended: its seed is public, which is also this one's."""
    if match.status != Status.VOID:
        return
    # Waiting for the lock could end in a deadlock with a referee who reinstates the twin.
    twin = Match.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=twin_id).first()
    if twin is None:
        raise ActionError("busy", _("The other match of this duplicate is just changing. Try again."))
    if twin.status == Status.CLOSED:
        text = _("The other match of this duplicate is over, so its draws are known. Have the match played again instead.")
        raise ActionError("twin-over", text)


def _check_seats(ruling: Word | str, field: str, named_seats: Sequence[int], seats: int) -> None:
    if not all(type(seat) is int and 0 <= seat < seats for seat in named_seats):
        raise ActionError("bad-seat", _("Seats in this match are numbered 0 to {last}.", last=seats - 1), field)
    if isinstance(ruling, Word) and ruling.name == "rule" and len(ruling.numbers) != seats:
        text = _("The match has {seats} seats. Give a rank for each.", seats=seats)
        raise ActionError("bad-ranks", text, "ranks")


@contextmanager
def _refuse_engine_errors(match: Match) -> Iterator[None]:
    """Turn illegal actions and failures of the engine into ActionError."""
    try:
        yield
    except IllegalAction as refusal:
        raise ActionError(refusal.code, refusal.text) from None
    except Exception as error:
        if isinstance(error, ActionError | DatabaseError) and not isinstance(error, EngineFailure):
            raise
        logger.exception("match %s: the engine failed on a ruling", match.pk)
        text = _("The game engine fails at this position. Set the result or annul the match.")
        raise ActionError("engine-failed", text) from None


def validate_reason(reason: object) -> str:
    """Return the reason as one line. Raises ActionError if it is empty or too long."""
    line = " ".join(reason.split()) if isinstance(reason, str) else ""
    if not MIN_REASON_LENGTH <= len(line) <= MAX_REASON_LENGTH or not is_reason(line):
        text = _(
            "Enter a reason of {least} to {most} characters. Players and spectators can read it.",
            least=MIN_REASON_LENGTH, most=MAX_REASON_LENGTH,
        )  # fmt: skip
        raise ActionError("reason-needed", text, "why")
    return line
