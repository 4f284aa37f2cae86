"""From no-shows to warnings and bans. Nothing here fetches.

They are reckoned anew each time, so a no-show that is lifted takes back whatever rested on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.dates import MONTHS

from engines.words import say, say_many
from league.events.models import NoShow
from league.leagues.models import Unit
from league.leagues.rules import Policy

MEMORY = timedelta(days=365)
"""A no-show counts towards a ban for so long."""


@dataclass(frozen=True, slots=True)
class Ban:
    """Ends at `until`, or (None) once `events` more have begun. `no_show` is the one that brought it."""

    no_show: int
    until: datetime | None
    events: int = 0

    @property
    def end(self) -> str:
        if self.until is not None:
            return say(
                "until {day} {month} {year}, {time} UTC",
                day=self.until.day,
                month=MONTHS[self.until.month],
                year=self.until.year,
                time=f"{self.until:%H:%M}",
            )
        return say_many("until {n} more event has begun", "until {n} more events have begun", self.events)


@dataclass(frozen=True, slots=True)
class Standing:
    """`warnings` counts the no-shows since the last ban, that still count towards the next one."""

    warnings: tuple[int, ...]
    ban: Ban | None


def standing(
    policy: Policy, missed: Sequence[NoShow], starts: Sequence[tuple[int, datetime]], at: datetime
) -> Standing:
    """Where a player stands at a moment. `missed` in order of time; `starts` are (event, when it began).

    An event that the player missed is none of those that a ban lasts for.
    """
    assert policy.warnings is not None
    run: list[NoShow] = []
    last: NoShow | None = None
    for one in missed:
        run = [*_counting(run, one.at), one]
        if len(run) > policy.warnings:
            run, last = [], one
    ban = _ban(policy, last, starts, at) if last else None
    return Standing(tuple(one.pk for one in _counting(run, at)), ban)


def _counting(run: Sequence[NoShow], at: datetime) -> list[NoShow]:
    return [one for one in run if at - one.at < MEMORY]


def _ban(policy: Policy, last: NoShow, starts: Sequence[tuple[int, datetime]], at: datetime) -> Ban | None:
    if policy.unit == Unit.DAYS:
        until = last.at + timedelta(days=policy.length)
        return Ban(last.pk, until) if at < until else None
    begun = sum(last.at < start <= at and event != last.event_id for event, start in starts)
    return Ban(last.pk, None, policy.length - begun) if begun < policy.length else None
