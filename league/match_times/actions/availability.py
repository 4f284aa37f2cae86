"""When a player can play. These functions are public: the page, the API and chat commands call them.

A chat command `/available mon-fri 18-22; sat 10-12` calls `set_availability(player_id=, weekly=parse_week(text), at=)`
with `parse_week` of `league.match_times.rules.availability`. `zone` (`Europe/Berlin`) is the player's time zone for
everything on the site; None leaves it and `exceptions` unchanged.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from engines.i18n import translate as _
from league.match_times.models import Availability
from league.match_times.queries import get_week
from league.match_times.rules.availability import (
    DAY_MIN,
    MAX_EXCEPTION_DAYS,
    MAX_EXCEPTIONS,
    MAX_RANGES,
    WEEKDAYS,
    ExceptionDays,
    Range,
)
from league.notifications.preferences import update_zone
from league.people.queries import lock_account
from matches.errors import ActionError


@transaction.atomic
def set_availability(
    *, player_id: int, weekly: Sequence[Sequence[Range]], at: datetime, zone: str | None = None,
    exceptions: Sequence[ExceptionDays] | None = None,
) -> None:  # fmt: skip
    """Set the hours of each weekday from Monday, and exceptions to them. Exceptions that are over are removed."""
    lock_account(player_id)
    if zone is not None:
        update_zone(player_id=player_id, zone=zone)
    known = get_week(player_id).week
    if len(weekly) != len(WEEKDAYS):
        raise ActionError("bad-hours", _("Enter the hours of all seven days."), "weekly")
    for hours in weekly:
        _check_hours(hours, "weekly")
    rows = list(known.exceptions if exceptions is None else exceptions)
    for row in rows:
        _check_exception(row)
    today = at.astimezone(ZoneInfo(known.zone)).date()
    rows = [row for row in rows if row.last >= today]
    if len(rows) > MAX_EXCEPTIONS:
        raise ActionError("limit-reached", _("Enter at most {most} exceptions.", most=MAX_EXCEPTIONS), "exceptions")
    values = {"weekly": [[list(part) for part in hours] for hours in weekly], "exceptions": [row.to_json() for row in rows]}
    Availability.objects.update_or_create(pk=player_id, defaults=values)


@transaction.atomic
def add_exception(*, player_id: int, exception: ExceptionDays, at: datetime) -> None:
    """Add days on which other hours hold. A player who had not said when they can play keeps the assumed hours."""
    lock_account(player_id)
    week = get_week(player_id).week
    today = at.astimezone(ZoneInfo(week.zone)).date()
    if exception.last < today:
        raise ActionError("in-the-past", _("These days have passed. Choose later ones."), "last")
    set_availability(player_id=player_id, weekly=week.days, exceptions=[*week.exceptions, exception], at=at)


@transaction.atomic
def remove_exception(*, player_id: int, exception: ExceptionDays, at: datetime) -> None:
    """Remove an exception."""
    lock_account(player_id)
    week = get_week(player_id).week
    if exception not in week.exceptions:
        raise ActionError("not-found", _("This exception no longer exists. Reload the page."))
    rows = [row for row in week.exceptions if row != exception]
    set_availability(player_id=player_id, weekly=week.days, exceptions=rows, at=at)


def _check_hours(hours: Sequence[Range], name: str) -> None:
    if len(hours) > MAX_RANGES:
        raise ActionError("limit-reached", _("Enter at most {most} ranges for a day.", most=MAX_RANGES), name)
    if any(not (0 <= begins < DAY_MIN and begins < ends <= begins + DAY_MIN) for begins, ends in hours):
        raise ActionError("bad-hours", _("Enter hours such as 18:00-22:00, separated by commas."), name)


def _check_exception(row: ExceptionDays) -> None:
    if row.last < row.first:
        raise ActionError("bad-days", _("The last day is before the first one. Change one of them."), "last")
    if row.last - row.first > timedelta(days=MAX_EXCEPTION_DAYS):
        raise ActionError("bad-days", _("An exception can last at most {most} days.", most=MAX_EXCEPTION_DAYS), "last")
    _check_hours(row.hours, "hours")
