"""Time controls and their descriptions."""

from dataclasses import dataclass
from enum import StrEnum

from engines.i18n import translate as _, translate_n

DAY_MS = 86_400_000
TYPICAL_TURNS = 40
"""Assumed turns of a seat in a match, for estimates."""
LAG_QUOTA_MS = (10_000, 60_000)
"""Minimum and maximum of the lag compensation for a seat in a whole match, in ms."""


class TimeControlKind(StrEnum):
    """The kinds of time control."""

    DELAY = "delay"
    """Time per turn plus a time bank for the match."""
    FISCHER = "fischer"
    """Time for the match plus an increment after every turn."""
    ABSOLUTE = "absolute"
    """Time for the match without increment (sudden death)."""
    DAYS = "days"
    """Days per turn plus days of vacation (correspondence)."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control: `turn_ms` per turn; overruns are taken from the seat's time bank, `reserve_ms` for the match.

    After a turn, `increment_ms` is added to the time bank. Without turn time that is a Fischer clock, without both
    sudden death. In correspondence each seat may take `vacation_days`, during which its clock is stopped.
    """

    turn_ms: int = 180_000
    reserve_ms: int = 300_000
    increment_ms: int = 0
    vacation_days: int = 0

    def __post_init__(self) -> None:
        if min(self.turn_ms, self.reserve_ms, self.increment_ms, self.vacation_days) < 0:
            raise ValueError("A time control cannot hold a negative time.")
        if not self.turn_ms + self.reserve_ms:
            raise ValueError("A time control needs turn time or reserve.")
        if self.vacation_days and self.kind != TimeControlKind.DAYS:
            raise ValueError("Vacation is for matches in which a turn has a day or more of time.")

    @property
    def kind(self) -> TimeControlKind:
        if self.turn_ms:
            return TimeControlKind.DAYS if self.turn_ms >= DAY_MS else TimeControlKind.DELAY
        return TimeControlKind.FISCHER if self.increment_ms else TimeControlKind.ABSOLUTE

    @property
    def estimated_ms(self) -> int:
        """Return the time that a seat has for a match of TYPICAL_TURNS."""
        return self.reserve_ms + TYPICAL_TURNS * (self.turn_ms + self.increment_ms)

    @property
    def lag_quota_ms(self) -> int:
        """Return how much lag compensation a seat may get in a match: a tenth of its time, within LAG_QUOTA_MS."""
        minimum, maximum = LAG_QUOTA_MS
        return min(maximum, max(minimum, self.estimated_ms // 10))

    def dump(self) -> dict[str, int]:
        data = {"turn_ms": self.turn_ms, "reserve_ms": self.reserve_ms, "increment_ms": self.increment_ms}
        return data | ({"vacation_days": self.vacation_days} if self.vacation_days else {})


def format_time_control(control: TimeControl) -> str:
    """Return the time control in words.

    >>> delay, sudden_death = format_time_control(TimeControl()), format_time_control(TimeControl(0, 600_000))
    >>> delay, sudden_death, format_time_control(TimeControl(0, 600_000, 5_000))
    ('3 min per turn, 5 min time bank', '10 min per player', '10 min + 5 s')
    >>> format_time_control(TimeControl(3 * DAY_MS, 0, 0, 10)), format_time_control(TimeControl(DAY_MS, 0))
    ('3 days per turn, 10 days of vacation', '1 day per turn')
    """
    if control.kind == TimeControlKind.ABSOLUTE:
        return _("{time} per player", time=_format_duration(control.reserve_ms))
    increment_ms = control.increment_ms
    if control.kind == TimeControlKind.FISCHER:
        if not control.reserve_ms:
            return _("{time} increment", time=_format_duration(increment_ms))
        return _("{time} + {more}", time=_format_duration(control.reserve_ms), more=_format_duration(increment_ms))
    increment = _("{time} increment", time=_format_duration(increment_ms)) if increment_ms else ""
    reserve = _("{time} time bank", time=_format_duration(control.reserve_ms)) if control.reserve_ms else ""
    vacation = _("{days} of vacation", days=_format_days(control.vacation_days)) if control.vacation_days else ""
    turn = _("{time} per turn", time=_format_duration(control.turn_ms))
    return ", ".join(filter(None, (turn, reserve, increment, vacation)))


def format_shared_clock(limit_ms: int) -> str:
    """Return the limit of a shared match clock in words.

    >>> format_shared_clock(300_000)
    'shared match clock: 5 min'
    """
    return _("shared match clock: {time}", time=_format_duration(limit_ms))


def format_match_timing(limit_ms: int | None, control: TimeControl) -> str:
    """Return how a match is timed: by the time control, unless it has a shared match clock of `limit_ms`."""
    return format_time_control(control) if limit_ms is None else format_shared_clock(limit_ms)


def format_short_time_control(control: TimeControl) -> str:
    """Return the time control in few words.

    >>> format_short_time_control(TimeControl()), format_short_time_control(TimeControl(0, 600_000, 5_000))
    ('3 min/turn + 5 min bank', '10 min + 5 s')
    """
    if control.kind == TimeControlKind.DELAY and control.reserve_ms and not control.increment_ms:
        return _("{turn}/turn + {bank} bank", turn=_format_duration(control.turn_ms), bank=_format_duration(control.reserve_ms))
    return format_time_control(control)


def _format_duration(ms: int) -> str:
    if ms >= DAY_MS and ms % DAY_MS == 0:
        return _format_days(ms // DAY_MS)
    seconds = ms // 1000
    return f"{seconds // 60} min" if seconds and seconds % 60 == 0 else f"{seconds} s"


def _format_days(days: int) -> str:
    return translate_n("{n} day", "{n} days", days)
