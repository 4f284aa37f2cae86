"""Writing down when rounds begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from league.events.models import Round, Stage
from league.formats.season.calendar import read_calendar


def date_rounds(stage: Stage, rows: Sequence[Round]) -> None:
    """Give the stage's new rounds their days, where it has a calendar."""
    calendar = read_calendar(stage.settings.get("calendar"))
    if calendar:
        write_dates(rows, calendar.moments(len(rows)))


def keep_dates(rows: Sequence[Round], dates: Mapping[int, datetime | None]) -> None:
    """Give rounds that were made anew the days that those of the same numbers had."""
    if any(dates.values()):
        write_dates(rows, [dates.get(row.number) for row in rows])


def write_dates(rows: Sequence[Round], moments: Sequence[datetime | None]) -> None:
    """Of these rounds, in their order; None for one that begins by hand or after the pause between rounds."""
    for row, moment in zip(rows, moments, strict=True):
        row.starts_at = moment
    Round.objects.bulk_update(rows, ["starts_at"], batch_size=200)
