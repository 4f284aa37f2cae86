"""Measuring how long a player's line takes, while the match is being played."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engines.words import say
from matches.hot_path.statements import match_row
from matches.lag import lag_of, measured, token, with_measurement
from matches.models import Match, Status
from matches.moment import in_ms
from matches.queries.seating import seat_of, seating
from matches.refusals import Refused

SAME_MS = 40
"""A measurement this near to what is known already changes nothing, and is not stored."""


def measure(*, match_id: int, player_id: int, echo: str, at: datetime) -> tuple[str, int]:
    """Take a token back (empty: none) and hand out the next; return it with the round trip that counts now, in ms.

    Codes: not-found, not-your-seat, match-over, not-started, bad-echo.
    """
    match, seat = _sat(match_row(match_id), player_id)
    lag = lag_of(match.lags, seat)
    if echo:
        ms = measured(echo, match_id, player_id, in_ms(at))
        if ms is None:
            raise Refused("bad-echo", say("This is not the token you were given, or it is too old. Ask again."), "echo")
        if str(seat) not in match.lags or abs(ms - lag) > SAME_MS:
            lag = _store(match_id, seat, ms)
    return token(match_id, player_id, in_ms(at)), lag


def _sat(match: Match | None, player_id: int) -> tuple[Match, int]:
    if match is None:
        raise Refused("not-found", say("There is no such match."))
    seat = seat_of(seating(match), player_id)
    if seat is None:
        raise Refused("not-your-seat", say("You have no seat at this match."))
    if match.status == Status.OPEN:
        raise Refused("not-started", say("The match has not started yet."))
    if match.status in (Status.CLOSED, Status.VOID):
        raise Refused("match-over", say("The match is over."))
    return match, seat


@transaction.atomic
def _store(match_id: int, seat: int, ms: int) -> int:
    match = match_row(match_id, "FOR UPDATE")
    assert match is not None
    match.lags = with_measurement(match.lags, seat, ms)
    match.save(update_fields=["lags"])
    return lag_of(match.lags, seat)
