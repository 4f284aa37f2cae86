"""When a player can play: a week of local times with exceptions, and the moments that follow from it.

Local times follow the clock of the player's zone. Where a change of clocks skips a time, the moment of the change counts;
where it repeats one, a range begins with the second and ends with the first, so that it holds on the player's wall.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy

from engines.i18n import translate as _
from matches.errors import ActionError

Range = tuple[int, int]
"""Minutes of a day, from and until."""
Span = tuple[datetime, datetime]
"""Two moments in UTC, from and until."""
DAY_MIN = 24 * 60
MAX_RANGES, MAX_EXCEPTIONS, MAX_EXCEPTION_DAYS = 6, 60, 366
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY_LABELS = (
    gettext_lazy("Monday"),
    gettext_lazy("Tuesday"),
    gettext_lazy("Wednesday"),
    gettext_lazy("Thursday"),
    gettext_lazy("Friday"),
    gettext_lazy("Saturday"),
    gettext_lazy("Sunday"),
)
_RANGE = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?\s*[-–]\s*(\d{1,2})(?:[:.](\d{2}))?")
_DAYS = re.compile(r"([a-z]{3})(?:\s*[-–]\s*([a-z]{3}))?[a-z]*\s+")


@dataclass(frozen=True, slots=True)
class ExceptionDays:
    """Days on which other hours hold than in every week; without `hours` the player is not available."""

    first: date
    last: date
    hours: tuple[Range, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"first": self.first.isoformat(), "last": self.last.isoformat(), "hours": [list(part) for part in self.hours]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "ExceptionDays":
        first, last = date.fromisoformat(data["first"]), date.fromisoformat(data["last"])
        return cls(first, last, tuple((begins, ends) for begins, ends in data["hours"]))


@dataclass(frozen=True, slots=True)
class Week:
    """A player's availability. `days` are seven lists of ranges from Monday; of exceptions, the last one counts."""

    zone: str
    days: tuple[tuple[Range, ...], ...]
    exceptions: tuple[ExceptionDays, ...] = field(default=())

    def get_hours(self, day: date) -> tuple[Range, ...]:
        """Return the ranges of a day in the player's zone."""
        special = [row for row in self.exceptions if row.first <= day <= row.last]
        return special[-1].hours if special else self.days[day.weekday()]


def assume_week(zone: str) -> Week:
    """Return what is assumed of a player who has not said when they can play: the hours in which people are awake."""
    return Week(zone, (((8 * 60, 23 * 60),),) * len(WEEKDAYS))


def list_free_spans(week: Week, begins: datetime, ends: datetime) -> list[Span]:
    """Return when the player is available between two moments, in order, touching spans joined.

    >>> berlin = Week("Europe/Berlin", (((18 * 60, 20 * 60),),) * 7)
    >>> [(str(a.time()), str(b.time())) for a, b in list_free_spans(
    ...     berlin, datetime(2026, 3, 28, tzinfo=UTC), datetime(2026, 3, 30, tzinfo=UTC))]
    [('17:00:00', '19:00:00'), ('16:00:00', '18:00:00')]
    """
    spans: list[Span] = []
    for start, end in sorted(_iter_spans(week, begins, ends)):
        start, end = max(start, begins), min(end, ends)
        if start >= end:
            continue
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return spans


def _iter_spans(week: Week, begins: datetime, ends: datetime) -> Iterator[Span]:
    zone = ZoneInfo(week.zone)
    first = begins.astimezone(zone).date() - timedelta(days=1)
    last = ends.astimezone(zone).date() + timedelta(days=1)
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        for start, end in week.get_hours(day):
            yield to_moment(day, start, zone, last=True), to_moment(day, end, zone)


def to_moment(day: date, minute: int, zone: ZoneInfo, *, last: bool = False) -> datetime:
    """Return the moment of a local time in UTC.

    A time that is skipped is the moment of the change; of one that is repeated, the first counts, or with `last` the last.
    """
    day, minute = day + timedelta(days=minute // DAY_MIN), minute % DAY_MIN
    local = datetime.combine(day, time(minute // 60, minute % 60), zone)
    earlier, later = sorted(local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    if earlier == later:
        return earlier
    if earlier.astimezone(zone).replace(tzinfo=None) == local.replace(tzinfo=None):  # repeated
        return later if last else earlier
    offset = later.astimezone(zone).utcoffset()
    seconds = range(int((later - earlier).total_seconds()) + 1)
    skipped = bisect_left(seconds, True, key=lambda s: (earlier + timedelta(seconds=s)).astimezone(zone).utcoffset() == offset)
    return earlier + timedelta(seconds=skipped)


def add_days(at: datetime, days: int, zone: str) -> datetime:
    """Return the moment with the same local time so many days later."""
    local = at.astimezone(ZoneInfo(zone))
    seconds = timedelta(seconds=local.second, microseconds=local.microsecond)
    return to_moment(local.date() + timedelta(days=days), local.hour * 60 + local.minute, ZoneInfo(zone)) + seconds


def choose_default_slot(opens: datetime, closes: datetime, *, weekday: int, clock: str, zone: str) -> datetime:
    """Return the default time in a window: the last one on its weekday, or else on any day, in the second half of the window.

    In a window that is too short for that, it is the end.
    """
    middle, info = opens + (closes - opens) / 2, ZoneInfo(zone)
    hour, minute = parse_clock(clock)
    day, found = closes.astimezone(info).date(), []
    for number in range((closes - middle).days + 2):
        moment = to_moment(day - timedelta(days=number), hour * 60 + minute, info)
        if middle <= moment <= closes:
            found.append((moment, (day - timedelta(days=number)).weekday()))
    preferred = [moment for moment, number in found if number == weekday]
    return next(iter([*preferred, *(moment for moment, _number in found)]), closes)


def parse_clock(text: str) -> tuple[int, int]:
    """Return hour and minute of `18:00`. Raises ActionError("bad-time")."""
    hour, _colon, minute = text.partition(":")
    if not (hour.isascii() and hour.isdigit() and len(minute) == 2 and minute.isascii() and minute.isdigit()) or len(hour) > 2:
        raise ActionError("bad-time", _("Enter a time such as 18:00."))
    if int(hour) > 23 or int(minute) > 59:
        raise ActionError("bad-time", _("Enter a time such as 18:00."))
    return int(hour), int(minute)


def parse_ranges(text: str, name: str = "hours") -> tuple[Range, ...]:
    """Return the ranges of a text such as `18:00-22:00, 8-9`; the end may be on the next day. Raises ActionError.

    >>> parse_ranges("18-22:30")
    ((1080, 1350),)
    """
    ranges = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        found = _RANGE.fullmatch(part)
        begins, ends = (_to_minutes(found[1], found[2]), _to_minutes(found[3], found[4])) if found else (None, None)
        if begins is None or ends is None or begins == DAY_MIN:
            raise ActionError("bad-hours", _("Enter hours such as 18:00-22:00, separated by commas."), name)
        ranges.append((begins, ends if ends > begins else ends + DAY_MIN))
    if len(ranges) > MAX_RANGES:
        raise ActionError("limit-reached", _("Enter at most {most} ranges for a day.", most=MAX_RANGES), name)
    return tuple(sorted(ranges))


def _to_minutes(hour: str, minute: str | None) -> int | None:
    value = int(hour) * 60 + int(minute or 0)
    return value if int(minute or 0) < 60 and value <= DAY_MIN else None


def format_ranges(ranges: Sequence[Range]) -> str:
    """Return ranges as `parse_ranges` reads them.

    >>> format_ranges([(1080, 1500)])
    '18:00-01:00'
    """
    return ", ".join(f"{_format_minute(begins)}-{_format_minute(ends)}" for begins, ends in ranges)


def _format_minute(minute: int) -> str:
    minute = minute if minute == DAY_MIN else minute % DAY_MIN
    return f"{minute // 60:02}:{minute % 60:02}"


def parse_week(text: str) -> tuple[tuple[Range, ...], ...]:
    """Return a week from one line, as in a chat: `mon-fri 18-22; sat 10:00-12:00, 14-18`. Days that are left out have no time.

    >>> [format_ranges(day) for day in parse_week("mon-tue 18-22; sun 9-12")]
    ['18:00-22:00', '18:00-22:00', '', '', '', '', '09:00-12:00']
    """
    week: list[tuple[Range, ...]] = [()] * len(WEEKDAYS)
    for part in filter(None, (part.strip().lower() for part in text.split(";"))):
        found = _DAYS.match(part)
        days = [found[1], found[2] or found[1]] if found else []
        if found is None or not set(days) <= set(WEEKDAYS):
            raise ActionError("bad-hours", _("Enter days and hours such as mon-fri 18-22; sat 10-12."), "weekly")
        first, last = map(WEEKDAYS.index, days)
        for number in range(first, last + 1 if last >= first else last + 8):
            week[number % 7] = parse_ranges(part[found.end() :], "weekly")
    return tuple(week)
