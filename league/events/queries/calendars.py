"""The calendar of a season, as its organiser laid it down."""

from __future__ import annotations

from league.events.models import Event
from league.formats.season.calendar import Calendar, read_calendar


def calendar_of(event: Event) -> Calendar | None:
    """None where no stage has one. Rounds that were planned one by one may be on other days."""
    found = (read_calendar(stage.settings.get("calendar")) for stage in event.stages.all())
    return next((one for one in found if one), None)
