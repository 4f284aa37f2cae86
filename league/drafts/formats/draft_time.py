"""Draft time: wall time without quiet hours and pauses.

Clocks and deadlines are kept in draft time (`DraftTime.running`) and converted to wall time (`DraftTime.moment`) only
to be shown or waited for. So pauses and nights need no credit.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engines.common import bounded_steps
from engines.i18n import translate as _
from matches.clock import Span, TimeControl, merge_span, moment_after, uncovered_time

DAY_MINUTES = 24 * 60
MAX_STOPS = 5_000
"""More stops than quiet hours and pauses can put before a moment."""
MIN_AWAKE_MINUTES = 60
"""The least time per day outside quiet hours."""
FOREVER = datetime.max.replace(tzinfo=UTC)
"""The end of a pause that has not ended."""


class TimingError(ValueError):
    """Contradictory times; `field` is the setting at fault."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


@dataclass(frozen=True, slots=True)
class Timing:
    """The clocks and quiet hours of a draft; `pick` is the clock of picks and nominations.

    A hard clock autopicks at its end; a soft one only marks the turn overdue. Bid clocks and blind bid rounds are
    always hard. Quiet intervals are (first, last) minutes of the local day of `zone`; first > last crosses midnight.
    """

    pick: TimeControl = field(default_factory=lambda: TimeControl(60_000, 120_000))
    hard: bool = True
    auto_ms: int = 2_000
    """The delay before an autopick, so that the other teams can follow."""
    grace_ms: int = 60_000
    """The most time credited to one turn, for example after a lost connection."""
    zone: str = "UTC"
    quiet: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if min(self.auto_ms, self.grace_ms) < 0:
            raise TimingError("pick_seconds", _("Times can't be negative."))
        try:
            ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError):
            raise TimingError("zone", _("Unknown time zone: {zone}.", zone=repr(self.zone))) from None
        if any(not 0 <= minute < DAY_MINUTES for span in self.quiet for minute in span):
            raise TimingError("quiet", _("Quiet hours must be minutes of the day, from 0 to 1439."))
        covered = {
            minute % DAY_MINUTES for first, last in self.quiet for minute in range(first, last + DAY_MINUTES * (last < first))
        }
        if len(covered) > DAY_MINUTES - MIN_AWAKE_MINUTES:
            raise TimingError("quiet", _("Quiet hours must leave at least one hour of every day free."))


Pause = tuple[datetime, datetime | None]
"""Its start and end; the end is None while it lasts."""


@dataclass(frozen=True, slots=True)
class DraftTime:
    """The conversion between wall time and draft time, which are equal at `began_at`."""

    began_at: datetime
    timing: Timing
    pauses: tuple[Pause, ...] = ()

    def running(self, at: datetime) -> datetime:
        """Return the draft time at a moment; it stops in quiet hours and pauses."""
        at = max(at, self.began_at)
        return self.began_at + uncovered_time(self._stops(at), self.began_at, at)

    def moment(self, running: datetime | None) -> datetime | None:
        """Return the first moment with that draft time; None for None, or if a pause without an end comes first."""
        if running is None:
            return None
        wall_time = running
        for _unused in bounded_steps(MAX_STOPS, "draft time"):
            stops = self._stops(wall_time)
            if stops and stops[-1][1] == FOREVER:
                return None
            later = moment_after(stops, self.began_at, running - self.began_at)
            if later == wall_time:
                break
            wall_time = later
        return wall_time

    def _stops(self, until: datetime) -> tuple[Span, ...]:
        """Return the quiet hours and pauses that began before `until`, in order and disjoint."""
        pauses = ((first, last or FOREVER) for first, last in self.pauses)
        stops = [span for span in (*self._quiet(until), *pauses) if span[0] < until]
        return merge_span(stops, stops[0]) if stops else ()

    def _quiet(self, until: datetime) -> Iterator[Span]:
        if not self.timing.quiet:
            return
        zone = ZoneInfo(self.timing.zone)
        day = self.began_at.astimezone(zone).date() - timedelta(days=1)
        while datetime.combine(day, time(), zone) < until:
            for first, last in self.timing.quiet:
                ends_on = day + timedelta(days=last < first)
                yield _to_utc(day, first, zone), _to_utc(ends_on, last, zone)
            day += timedelta(days=1)


def _to_utc(day: date, minute: int, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(minute // 60, minute % 60), zone).astimezone(UTC)
