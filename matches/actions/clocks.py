"""What players can do about their own clock: go berserk, take vacation, measure their ping."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from engines.referee_notation import Word
from engines.words import say
from matches.actions.locked_match import lock_seat
from matches.actions.sitting import Sitting
from matches.clock import Clock
from matches.lag import lag_of, measured, token, with_measurement
from matches.lifecycle import Message, refusal
from matches.models import Match, Status
from matches.moment import in_ms, whole_ms
from matches.queries.offers import why_not
from matches.queries.position import clock_of
from matches.queries.seating import get_match, get_seat
from matches.refusals import Refused, raise_refusal

SAME_MS = 40
"""A ping that differs by less than this from the known one is not stored."""


@transaction.atomic
def go_berserk(*, match_id: int, player_id: int, at: datetime) -> None:
    """Halve the time of the player's seat for the whole match, before its first move. Written to the log.

    Submissions that arrived by then are adjudicated first, under the same lock, so an earlier first move makes this too
    late.
    """
    match, seat = lock_seat(match_id, player_id, at)
    raise_refusal(why_not(match, clock_of(match) if match.clock else None, seat, at))
    sitting = Sitting.of(match)
    sitting.clock = sitting.clock.halve(seat)
    sitting.enter(None, Word("berserk", (seat,)).text, at=at)
    sitting.write(at)


def end_offer(*, match_ids: Iterable[int]) -> None:
    """Disable berserk in these matches. Players who have already gone berserk keep half of their time."""
    Match.objects.filter(pk__in=list(match_ids), berserk=True).update(berserk=False)


@transaction.atomic
def take_vacation(*, match_id: int, player_id: int, days: object, at: datetime) -> None:
    """Stop the clock of the player's seat for `days`, from now or from the end of its current vacation.

    Submissions that arrived by then are adjudicated first, and a fallen flag stays fallen. Codes: not-found,
    not-your-seat, not-started, paused, in-review, match-over, no-vacation, bad-days.
    """
    match, seat = lock_seat(match_id, player_id, at)
    raise_refusal(refusal(Message.VACATION, match.status))
    began, wanted = whole_ms(at), _checked_days(clock_of(match), seat, days, at)
    sitting = Sitting.of(match)
    sitting.clock = sitting.clock.leave(seat, wanted, began)
    sitting.enter(None, Word("vacation", (seat,), wanted).text, at=began)
    sitting.write(at, same_turn=True)


def _checked_days(clock: Clock, seat: int, days: object, at: datetime) -> int:
    if not clock.control.vacation_days or clock.limit_ms is not None:
        text = say("Vacation isn't available in this match. Only correspondence matches can have it.")
        raise Refused("no-vacation", text)
    if clock.fallen(at):
        raise Refused("match-over", say("Time has run out in this match."))
    left = clock.vacation_left(seat)
    if not left:
        raise Refused("no-vacation", say("You've used all the vacation days for this match."))
    if not isinstance(days, int) or isinstance(days, bool) or not 1 <= days <= left:
        raise Refused("bad-days", say("Choose a whole number of days. You have {left} left.", left=left), "days")
    return days


def measure(*, match_id: int, player_id: int, echo: str, at: datetime) -> tuple[str, int]:
    """Record the ping that a returned token shows ("" for none); return the next token and the current ping in ms.

    Codes: not-found, not-your-seat, match-over, not-started, bad-echo.
    """
    match = get_match(match_id)
    seat = get_seat(match, player_id)
    if match.status in (Status.OPEN, Status.CLOSED, Status.VOID):
        raise_refusal(refusal(Message.SUBMIT, match.status))
    lag = lag_of(match.lags, seat)
    if echo:
        ms = measured(echo, match_id, player_id, in_ms(at))
        if ms is None:
            raise Refused("bad-echo", say("Invalid or expired token. Request a new one."), "echo")
        if str(seat) not in match.lags or abs(ms - lag) > SAME_MS:
            lag = _store_ping(match_id, seat, ms)
    return token(match_id, player_id, in_ms(at)), lag


@transaction.atomic
def _store_ping(match_id: int, seat: int, ms: int) -> int:
    match = get_match(match_id, "FOR UPDATE")
    match.lags = with_measurement(match.lags, seat, ms)
    match.save(update_fields=["lags"])
    return lag_of(match.lags, seat)
