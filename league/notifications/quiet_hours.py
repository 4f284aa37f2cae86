"""Quiet hours: a stretch of each day, in somebody's own time zone, in which no letter is sent. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from engines.words import say
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Quiet:
    """From `begins` to `ends` of each day in `zone`; over midnight where `ends` is earlier, never if both are one."""

    zone: str
    begins: time
    ends: time

    def after(self, moment: datetime) -> datetime:
        """The moment itself, or the end of the quiet hours that it falls into.

        Where clocks go forward over the end, the end is the first moment that the wall shows after it.
        """
        zone = ZoneInfo(self.zone)
        local = moment.astimezone(zone)
        now = local.time()
        over_midnight = self.ends < self.begins
        inside = (now >= self.begins or now < self.ends) if over_midnight else self.begins <= now < self.ends
        if not inside:
            return moment
        day = local.date() + timedelta(days=1) if over_midnight and now >= self.begins else local.date()
        return max(moment, datetime.combine(day, self.ends, zone).astimezone(UTC))


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones, in order."""
    return tuple(sorted(one for one in available_timezones() if "/" in one or one == "UTC"))


def quiet_given(zone: str, begins: time | None, ends: time | None) -> Quiet | None:
    """Quiet hours as somebody gave them; None for none. Refused if half of them is missing, or the zone unknown."""
    if zone not in zones():
        raise Refused("bad-zone", say("There is no such time zone. Give one as in Europe/Berlin."), "zone")
    if begins is None and ends is None:
        return None
    if begins is None or ends is None:
        field = "quiet_from" if begins is None else "quiet_until"
        raise Refused("missing-field", say("Give both ends of the quiet hours, or neither."), field)
    if begins == ends:
        raise Refused("bad-quiet", say("Quiet hours end at another time than they begin."), "quiet_until")
    return Quiet(zone, begins, ends)
