"""On which days the rounds of a season are played."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta

from league.events.formats.settings import BadSetting


def match_days(start: date, rounds: int, days_between: int, blackouts: Collection[date] = ()) -> tuple[date, ...]:
    """A day for each round: every `days_between` days from the start, where that is no blackout date.

    A blackout leaves its match day out, so that all rounds keep their day of the week. BadSetting names what cannot be.
    """
    if rounds < 0:
        raise BadSetting("rounds", "The number of rounds cannot be negative.")
    if days_between < 1:
        raise BadSetting("days_between", "There must be one day at least from round to round.")
    closed = set(blackouts)
    days: list[date] = []
    day = start
    while len(days) < rounds:
        if day not in closed:
            days.append(day)
        if date.max - day < timedelta(days_between):
            raise BadSetting("start", "The season does not end before the calendar does.")
        day += timedelta(days_between)
    return tuple(days)
