"""Rules for warnings and bans from no-shows, without database access.

They are always recomputed, so clearing a no-show also removes its consequences.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.dates import MONTHS

from engines.i18n import translate as _, translate_n
from league.events.models import NoShow
from league.leagues.models import BanUnit
from league.leagues.rules import NoShowPolicy

LIFETIME = timedelta(days=365)
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
            return _(
                "until {day} {month} {year}, {time} UTC",
                day=self.until.day,
                month=MONTHS[self.until.month],
                year=self.until.year,
                time=f"{self.until:%H:%M}",
            )
        return translate_n("until {n} more event has started", "until {n} more events have started", self.events)


@dataclass(frozen=True, slots=True)
class NoShowStatus:
    """The no-show status of a player. `warnings` counts no-shows since the last ban that still count."""

    warnings: tuple[int, ...]
    ban: Ban | None


def compute_no_show_status(
    policy: NoShowPolicy, no_shows: Sequence[NoShow], starts: Sequence[tuple[int, datetime]], at: datetime
) -> NoShowStatus:
    """Return a player's status at a moment. `no_shows` are chronological; `starts` are (event, start time).

    The event with the no-show does not count towards the length of the ban.
    """
    assert policy.warnings is not None
    streak: list[NoShow] = []
    last: NoShow | None = None
    for no_show in no_shows:
        streak = [*_filter_counting(streak, no_show.at), no_show]
        if len(streak) > policy.warnings:
            streak, last = [], no_show
    ban = _find_ban(policy, last, starts, at) if last else None
    return NoShowStatus(tuple(no_show.pk for no_show in _filter_counting(streak, at)), ban)


def _filter_counting(no_shows: Sequence[NoShow], at: datetime) -> list[NoShow]:
    return [no_show for no_show in no_shows if at - no_show.at < LIFETIME]


def _find_ban(policy: NoShowPolicy, last: NoShow, starts: Sequence[tuple[int, datetime]], at: datetime) -> Ban | None:
    if policy.unit == BanUnit.DAYS:
        until = last.at + timedelta(days=policy.length)
        return Ban(last.pk, until) if at < until else None
    started = sum(last.at < start <= at and event != last.event_id for event, start in starts)
    return Ban(last.pk, None, policy.length - started) if started < policy.length else None
