"""Going berserk: giving half of the own time away before the first move, for what the event gives for a win so."""

from __future__ import annotations

from datetime import datetime

from matches.clock import Clock
from matches.models import Match, Status

_HELD = {
    Status.OPEN: ("not-started", "The match has not started yet."),
    Status.REVIEW: ("in-review", "The match is held for a referee; its clocks stand still."),
    Status.CLOSED: ("match-over", "The match is over."),
    Status.VOID: ("match-over", "The match is over."),
}


def why_not(match: Match, clock: Clock | None, seat: int, at: datetime) -> tuple[str, str] | None:
    """Why the seat may not go berserk at this moment, as code and sentence; None if it may.

    `clock` is that of the match, None before it has begun.
    """
    if match.status in (Status.CLOSED, Status.VOID):
        return _HELD[Status(match.status)]
    if not match.berserk or (clock is not None and clock.limit_ms is not None):
        return "no-berserk", "Nobody can go berserk here: only matches of a running arena that allows it offer this."
    if clock is None or match.status != Status.PLAYING:
        return _HELD[Status(match.status)]
    if seat in clock.halved:
        return "already-berserk", "You have gone berserk in this match already."
    if match.turns[seat]:
        return "already-moved", "You can go berserk only before your first move."
    if clock.fallen(at) or _nothing_left(clock.halve(seat), seat, at):
        return "no-time-left", "Too much of your time has run off: half of it is no longer there to be given away."
    return None


def _nothing_left(clock: Clock, seat: int, at: datetime) -> bool:
    left = clock.left(seat, at)
    return left.turn + left.reserve <= 0
