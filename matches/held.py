"""What a pause and a referee do to a clock, as values: stopping it, letting it go on, giving time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from matches.clock import Clock

MS = timedelta(milliseconds=1)


def freeze(clock: Clock, at: datetime) -> Clock:
    """The clock with nobody's time running. `start` lets a turn go on with what it has left now."""
    left = clock.left(0, at).reserve if clock.limit_ms is not None else None
    for seat in clock.running:
        clock = clock.pause(seat, at)
    return clock if left is None else replace(clock, limit_ms=left, ends_at=None)


def credit(clock: Clock, seats: Iterable[int], ms: int) -> Clock:
    """More reserve for these seats; where the match has one limit, that much more for all."""
    if clock.limit_ms is not None:
        return replace(clock, limit_ms=clock.limit_ms + ms, ends_at=clock.ends_at and clock.ends_at + ms * MS)
    chosen = frozenset(seats)
    return replace(clock, reserve=tuple(left + ms * (seat in chosen) for seat, left in enumerate(clock.reserve)))
