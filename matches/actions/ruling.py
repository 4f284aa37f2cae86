"""What a referee does to a match that has begun and has not ended. Who may do it is for the caller to decide.

Each ruling is an entry of the log with its reason. What had arrived before it is judged first, under the same lock, so
a move or a flag that came before a ruling stands before it, and one that came after meets what the ruling left.
A match that has closed is never touched again: its secrets are open and its record is signed.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial

from django.db import DatabaseError, transaction

from engines.contract import IllegalAction
from engines.referee_notation import ANNUL, LONGEST_REASON, MOST_CREDIT_MS, STOP, Word, are_ranks, is_reason
from engines.words import say
from matches.actions.locked_match import check_no_flag, lock_match
from matches.actions.sitting import Sitting
from matches.announce import changed
from matches.clock import freeze
from matches.lifecycle import check
from matches.models import RUNNING, Match, Status
from matches.models.entry import reader
from matches.moment import whole_ms
from matches.queries.position import replayed
from matches.refusals import Refused

logger = logging.getLogger(__name__)
LEAST_REASON = 3
BEGUN = (*RUNNING, Status.REVIEW)


@transaction.atomic
def pause(*, match_id: int, why: str, at: datetime) -> int:
    """Stop the clocks, each where it stands; return the entry. The match then waits for `resume`."""
    return _rule(match_id, Word(STOP), why, at, Sitting.stop)


@transaction.atomic
def resume(*, match_id: int, why: str, at: datetime) -> int:
    """Let a match that stands still go on, whether a referee or a fault of ours has stopped it; return the entry."""

    def go_on(sitting: Sitting, at: datetime) -> None:
        sitting.back_to_play()
        sitting.proceed(at)

    return _rule(match_id, Word("continue"), why, at, go_on, among=(Status.PAUSED, Status.REVIEW))


@transaction.atomic
def add_time(*, match_id: int, seats: Sequence[int], seconds: int, why: str, at: datetime) -> int:
    """Give these seats more reserve, whether the match is paused or not; where it has one limit, it lasts longer."""
    if not isinstance(seconds, int) or isinstance(seconds, bool) or not 1 <= seconds <= MOST_CREDIT_MS // 1000:
        most = f"{MOST_CREDIT_MS // 1000:,}"
        raise Refused("out-of-range", say("Give from 1 to {most} seconds.", most=most), "seconds")
    if not seats or not all(type(seat) is int for seat in seats):
        raise Refused("bad-seat", say("Name at least one seat of the match."), "seats")
    ruling = Word("credit", tuple(sorted(set(seats))), seconds * 1000)

    def give(sitting: Sitting, at: datetime) -> None:
        sitting.clock = sitting.clock.grant(ruling.numbers, ruling.amount)
        if sitting.match.cut_ms:  # the referee has dealt with what an overload cost
            sitting.match.cut_ms = 0
            sitting.match.save(update_fields=["cut_ms"])

    return _rule(match_id, ruling, why, at, give, check_seats=partial(_check_seats, ruling.numbers, "seats"))


@transaction.atomic
def rule_result(*, match_id: int, ranks: Sequence[int], why: str, at: datetime) -> int:
    """End the match with these places by seat; all of them the last where nobody wins. It counts like any other end."""
    are_numbers = all(type(rank) is int and 1 <= rank <= 9 for rank in ranks)
    if not ranks or not are_numbers or not are_ranks(ranks):
        told = say("Give the place of every seat; who shares one takes up as many (1, 2, 2, 4).")
        raise Refused("bad-ranks", told, "ranks")

    def check_seats(seats: int) -> None:
        if len(ranks) != seats:
            told = say("The match has {seats} seats: give a place for each.", seats=seats)
            raise Refused("bad-ranks", told, "ranks")

    return _rule(match_id, Word("rule", tuple(ranks)), why, at, check_seats=check_seats)


@transaction.atomic
def disqualify(*, match_id: int, seat: int, why: str, at: datetime) -> int:
    """Put one seat out of the match: it ends, or goes on among the others, as the game's rules say."""

    def put_out(sitting: Sitting, at: datetime) -> None:
        if not sitting.over and sitting.match.status == Status.PLAYING:
            sitting.proceed(at)

    check_seat = partial(_check_seats, [seat], "seat")
    return _rule(match_id, f"disqualify {seat}", why, at, put_out, check_seats=check_seat)


@transaction.atomic
def annul(*, match_id: int, why: str, at: datetime) -> int:
    """Make the match void: it counts for nothing, and what was secret in it stays so."""

    def end(sitting: Sitting, at: datetime) -> None:
        match = sitting.match
        check(match.status, Status.VOID)
        match.status, match.closed_at = Status.VOID, at
        sitting.clock = freeze(sitting.clock, at)

    return _rule(match_id, Word(ANNUL), why, at, end)


@transaction.atomic
def reinstate(*, match_id: int, why: str, at: datetime) -> int:
    """Take back the annulment, or disqualification, behind which nothing has been played. The match is paused then."""

    def stand_again(sitting: Sitting, at: datetime) -> None:
        sitting.match.closed_at = None
        sitting.stop(at)

    return _rule(
        match_id, Word("reinstate"), why, at, stand_again, among=(*BEGUN, Status.VOID), from_the_log=True
    )  # fmt: skip


def _rule(
    match_id: int,
    ruling: Word | str,
    why: str,
    at: datetime,
    effect: Callable[[Sitting, datetime], None] = lambda sitting, at: None,
    *,
    check_seats: Callable[[int], None] = lambda seats: None,
    among: Sequence[str] = BEGUN,
    from_the_log: bool = False,
) -> int:
    """Lock, refuse in order, write the entry and let `effect` do what it means for status and clocks."""
    why = checked_reason(why)
    match = lock_match(match_id, at)
    _check_status(match, among)
    with _engine_faults(match):
        sitting = Sitting.of(match)
        check_no_flag(sitting, at)
        check_seats(len(sitting.seats))
        if from_the_log:
            sitting.position = replayed(match)
        sitting.end_hold(at)
        entry = sitting.rule(ruling if isinstance(ruling, str) else ruling.text, why, at)
        effect(sitting, at)
    if match.status == Status.REVIEW and not sitting.over:  # it stays held, with what the ruling has changed
        sitting.clock = sitting.clock.hold(whole_ms(at))
    match.ruling = {
        "n": entry.n, "word": entry.do.split()[0], "text": entry.texts[reader(None)], "held": sitting.position.held,
    }  # fmt: skip
    sitting.write(at)
    changed("desk")
    changed(f"desk.{match.pk}")
    changed("home")
    return entry.n


def _check_seats(named: Sequence[int], field: str, seats: int) -> None:
    if not all(type(seat) is int and 0 <= seat < seats for seat in named):
        raise Refused("bad-seat", say("The match has the seats 0 to {last}.", last=seats - 1), field)


@contextmanager
def _engine_faults(match: Match) -> Iterator[None]:
    """Refuse what the engine refuses, and where it fails."""
    try:
        yield
    except IllegalAction as refusal:
        raise Refused(refusal.code, refusal.text) from None
    except (Refused, DatabaseError):
        raise
    except Exception:
        logger.exception("match %s: the engine fails at a ruling", match.pk)
        text = say("The game fails at this position. Rule on the result, or annul the match.")
        raise Refused("engine-failed", text) from None


def checked_reason(why: object) -> str:
    """A reason as one line; Refused where it is none."""
    line = " ".join(why.split()) if isinstance(why, str) else ""
    if not LEAST_REASON <= len(line) <= LONGEST_REASON or not is_reason(line):
        text = say(
            "Give the reason in {least} to {most} characters: players and spectators read it.",
            least=LEAST_REASON, most=LONGEST_REASON,
        )  # fmt: skip
        raise Refused("reason-needed", text, "why")
    return line


def _check_status(match: Match, among: Sequence[str]) -> None:
    if match.status in among:
        return
    match match.status:
        case Status.OPEN:
            raise Refused("not-started", say("The match has not begun. Its pairing is ruled on in the event."))
        case Status.CLOSED:
            text = say("The match is over, its secrets are open. Its result is changed in the event.")
            raise Refused("match-over", text)
        case Status.VOID:
            raise Refused("annulled", say("The match has been annulled. It can be reinstated."))
    raise Refused("not-paused", say("The match is being played already."))
