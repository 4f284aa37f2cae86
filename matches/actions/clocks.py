"""What players can do about their own clock: go berserk, take vacation, measure their ping."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from engines.i18n import translate as _
from engines.referee_notation import Word
from matches.actions.locked_match import lock_seat
from matches.actions.match_session import MatchSession
from matches.clock import Clock
from matches.errors import ActionError, raise_refusal
from matches.latency import add_measurement, create_ping_token, get_ping_ms, parse_ping_token
from matches.lifecycle import MatchAction, find_refusal
from matches.models import Match, Status
from matches.queries.offers import find_berserk_refusal
from matches.queries.position import load_clock
from matches.queries.seats import get_match, get_seat
from matches.server_time import to_ms, truncate_to_ms

PING_TOLERANCE_MS = 40
"""A ping that differs by less than this from the known one is not stored."""


@transaction.atomic
def go_berserk(*, match_id: int, player_id: int, at: datetime) -> None:
    """Halve the time of the player's seat for the whole match, before its first move. Written to the log.

    Submissions that arrived by then are adjudicated first, under the same lock, so an earlier first move makes this too
    late.
    """
    match, seat = lock_seat(match_id, player_id, at)
    raise_refusal(find_berserk_refusal(match, load_clock(match) if match.clock else None, seat, at))
    session = MatchSession.of(match)
    session.clock = session.clock.halve(seat)
    session.add_entry(None, Word("berserk", (seat,)).text, at=at)
    session.save(at)


def disable_berserk(*, match_ids: Iterable[int]) -> None:
    """Disable berserk in these matches. Players who have already gone berserk keep half of their time."""
    Match.objects.filter(pk__in=list(match_ids), berserk=True).update(berserk=False)


@transaction.atomic
def take_vacation(*, match_id: int, player_id: int, days: object, at: datetime) -> None:
    """Stop the clock of the player's seat for `days`, from now or from the end of its current vacation.

    Submissions that arrived by then are adjudicated first, and a fallen flag stays fallen. Raises ActionError:
    not-found, not-your-seat, not-started, paused, in-review, match-over, no-vacation, bad-days.
    """
    match, seat = lock_seat(match_id, player_id, at)
    raise_refusal(find_refusal(MatchAction.VACATION, match.status))
    began, vacation_days = truncate_to_ms(at), _validate_days(load_clock(match), seat, days, at)
    session = MatchSession.of(match)
    session.clock = session.clock.leave(seat, vacation_days, began)
    session.add_entry(None, Word("vacation", (seat,), vacation_days).text, at=began)
    session.save(at, same_turn=True)


def _validate_days(clock: Clock, seat: int, days: object, at: datetime) -> int:
    if not clock.control.vacation_days or clock.limit_ms is not None:
        text = _("Vacation isn't available in this match. Only correspondence matches can have it.")
        raise ActionError("no-vacation", text)
    if clock.fallen(at):
        raise ActionError("match-over", _("Time has run out in this match."))
    remaining = clock.vacation_left(seat)
    if not remaining:
        raise ActionError("no-vacation", _("You've used all the vacation days for this match."))
    if not isinstance(days, int) or isinstance(days, bool) or not 1 <= days <= remaining:
        raise ActionError("bad-days", _("Choose a whole number of days. You have {left} left.", left=remaining), "days")
    return days


def record_ping(*, match_id: int, player_id: int, echo: str, at: datetime) -> tuple[str, int]:
    """Record the ping that a returned token shows ("" for none); return the next token and the current ping in ms.

    Raises ActionError: not-found, not-your-seat, match-over, not-started, bad-echo.
    """
    match = get_match(match_id)
    seat = get_seat(match, player_id)
    if match.status in (Status.OPEN, Status.CLOSED, Status.VOID):
        raise_refusal(find_refusal(MatchAction.SUBMIT, match.status))
    known_ms = get_ping_ms(match.lags, seat)
    if echo:
        ping_ms = parse_ping_token(echo, match_id, player_id, to_ms(at))
        if ping_ms is None:
            raise ActionError("bad-echo", _("Invalid or expired token. Request a new one."), "echo")
        if str(seat) not in match.lags or abs(ping_ms - known_ms) > PING_TOLERANCE_MS:
            known_ms = _store_ping(match_id, seat, ping_ms)
    return create_ping_token(match_id, player_id, to_ms(at)), known_ms


@transaction.atomic
def _store_ping(match_id: int, seat: int, ms: int) -> int:
    match = get_match(match_id, "FOR NO KEY UPDATE")
    match.lags = add_measurement(match.lags, seat, ms)
    match.save(update_fields=["lags"])
    return get_ping_ms(match.lags, seat)
