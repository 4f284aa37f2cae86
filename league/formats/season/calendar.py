"""The dates of a season's rounds."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

from engines.i18n import translate as _
from league.formats.settings import BadSetting

T = TypeVar("T")
MAX_DAYS = 366
MAX_BLACKOUTS = 100


@dataclass(frozen=True, slots=True)
class Calendar:
    """Round dates: the first round at `first`, each further one `days_between` days later at the same UTC time."""

    first: datetime
    days_between: int = 7
    blackouts: tuple[date, ...] = ()

    def moments(self, rounds: int) -> tuple[datetime, ...]:
        """Return the start of each round. Raises BadSetting if the calendar does not reach that far."""
        days = list_match_days(self.first.date(), rounds, self.days_between, self.blackouts)
        return tuple(datetime.combine(day, self.first.timetz()) for day in days)

    def dump(self) -> dict[str, Any]:
        """Return the form stored in the settings, which `parse_calendar` reads."""
        blackouts = [day.isoformat() for day in self.blackouts]
        return {"first": self.first.isoformat(), "days_between": self.days_between, "blackouts": blackouts}


def parse_calendar(data: object) -> Calendar | None:
    """Return the calendar of a season's settings, None without one. Raises BadSetting (field `calendar`)."""
    if data is None:
        return None
    if not isinstance(data, Mapping) or not {"first"} <= data.keys() <= {"first", "days_between", "blackouts"}:
        raise BadSetting("calendar", _("A calendar has the fields first, days_between and blackouts; first is required."))
    days = data.get("days_between", 7)
    if not isinstance(days, int) or isinstance(days, bool) or not 1 <= days <= MAX_DAYS:
        raise BadSetting("calendar", _("Enter 1 to {most} days between rounds.", most=MAX_DAYS))
    first = _parse(_parse_moment, data["first"], _("Enter the date and time of the first round, such as 2026-09-07T18:30."))
    blackouts = data.get("blackouts", ())
    if not isinstance(blackouts, Sequence) or isinstance(blackouts, str) or len(blackouts) > MAX_BLACKOUTS:
        text = _("Enter up to {most} days without a round, such as 2026-12-25.", most=MAX_BLACKOUTS)
        raise BadSetting("calendar", text)
    sentence = _("Enter each day without a round as a date, such as 2026-12-25.")
    return Calendar(first, days, tuple(sorted({_parse(date.fromisoformat, day, sentence) for day in blackouts})))


def list_match_days(start: date, rounds: int, days_between: int, blackouts: Collection[date] = ()) -> tuple[date, ...]:
    """Return a date for each round: every `days_between` days from the start, except blackout dates.

    A match day on a blackout date is skipped, so that all rounds keep their weekday. Raises BadSetting.
    """
    excluded = set(blackouts)
    days: list[date] = []
    day = start
    while len(days) < rounds:
        if day not in excluded:
            days.append(day)
        if date.max - day < timedelta(days_between):
            raise BadSetting(
                "start",
                _("The season would run past the last possible date. Choose an earlier start or fewer days between rounds."),
            )
        day += timedelta(days_between)
    return tuple(days)


def _parse_moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)


def _parse(parse: Callable[[str], T], value: object, sentence: str) -> T:
    try:
        if isinstance(value, str):
            return parse(value)
    except (ValueError, OverflowError):
        pass
    raise BadSetting("calendar", sentence)
