"""Rules for warnings and bans from no-shows, without database access.

They are always recomputed, so clearing a no-show also removes its consequences.
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
"""How long a no-show counts towards a ban."""


@dataclass(frozen=True, slots=True)
class Ban:
    """A ban that ends at `until` or, if None, after `events` more have begun; caused by `no_show`."""

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
        return say_many("until {n} more event has started", "until {n} more events have started", self.events)


@dataclass(frozen=True, slots=True)
class Standing:
    """The no-show status of a player. `warnings` counts no-shows since the last ban that still count."""

    warnings: tuple[int, ...]
    ban: Ban | None


def standing(
    policy: Policy, missed: Sequence[NoShow], starts: Sequence[tuple[int, datetime]], at: datetime
) -> Standing:
    """Return a player's status at a moment. `no_shows` are chronological; `starts` are (event, start time).

    The event with the no-show does not count towards the length of the ban.
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
