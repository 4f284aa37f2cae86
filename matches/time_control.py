"""Time controls and their descriptions."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engines import play, registry
from engines.contract import Json
from engines.words import say, say_many

DAY_MS = 86_400_000
TYPICAL_TURNS = 40
"""Assumed turns of a seat in a match, for estimates."""
LAG_QUOTA_MS = (10_000, 60_000)
"""Minimum and maximum of the lag compensation for a seat in a whole match, in ms."""


class Kind(StrEnum):
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
class Control:
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
        if self.vacation_days and self.kind != Kind.DAYS:
            raise ValueError("Vacation is for matches in which a turn has a day or more of time.")

    @property
    def kind(self) -> Kind:
        if self.turn_ms:
            return Kind.DAYS if self.turn_ms >= DAY_MS else Kind.DELAY
        return Kind.FISCHER if self.increment_ms else Kind.ABSOLUTE

    @property
    def lag_quota_ms(self) -> int:
        """Return how much lag compensation a seat may get in a match: a tenth of its time, within LAG_QUOTA_MS."""
        least, most = LAG_QUOTA_MS
        return min(most, max(least, (self.reserve_ms + TYPICAL_TURNS * (self.turn_ms + self.increment_ms)) // 10))

    def dump(self) -> dict[str, int]:
        kept = {"turn_ms": self.turn_ms, "reserve_ms": self.reserve_ms, "increment_ms": self.increment_ms}
        return kept | ({"vacation_days": self.vacation_days} if self.vacation_days else {})


def control_text(control: Control) -> str:
    """Return the time control in words.

    >>> delay, sudden_death = format_time_control(TimeControl()), format_time_control(TimeControl(0, 600_000))
    >>> delay, sudden_death, format_time_control(TimeControl(0, 600_000, 5_000))
    ('3 min per turn, 5 min time bank', '10 min per player', '10 min + 5 s')
    >>> format_time_control(TimeControl(3 * DAY_MS, 0, 0, 10)), format_time_control(TimeControl(DAY_MS, 0))
    ('3 days per turn, 10 days of vacation', '1 day per turn')
    """
    if control.kind == Kind.ABSOLUTE:
        return say("{time} per player", time=_length(control.reserve_ms))
    more_ms = control.increment_ms
    if control.kind == Kind.FISCHER:
        if not control.reserve_ms:
            return say("{time} increment", time=_length(more_ms))
        return say("{time} + {more}", time=_length(control.reserve_ms), more=_length(more_ms))
    more = say("{time} increment", time=_length(more_ms)) if more_ms else ""
    has_reserve = control.reserve_ms or control.kind == Kind.DELAY
    reserve = say("{time} time bank", time=_length(control.reserve_ms)) if has_reserve else ""
    vacation = say("{days} of vacation", days=_days(control.vacation_days)) if control.vacation_days else ""
    turn = say("{time} per turn", time=_length(control.turn_ms))
    return ", ".join(filter(None, (turn, reserve, more, vacation)))


def limit_text(limit_ms: int) -> str:
    """Return the limit of a shared match clock in words.

    >>> format_shared_clock(300_000)
    'shared match clock: 5 min'
    """
    return say("shared match clock: {time}", time=_length(limit_ms))


def time_text(game: str, options: Mapping[str, Json], control: Control) -> str:
    """Return how a match of this game is timed: by the time control, unless its options set a shared match clock."""
    limit = play.time_limit(registry.get(game), options)
    return control_text(control) if limit is None else limit_text(limit)


def short_control_text(control: Control) -> str:
    """Return the time control in few words.

    >>> format_short_time_control(TimeControl()), format_short_time_control(TimeControl(0, 600_000, 5_000))
    ('3 min/turn + 5 min bank', '10 min + 5 s')
    """
    if control.kind == Kind.DELAY and not control.increment_ms:
        return say("{turn}/turn + {bank} bank", turn=_length(control.turn_ms), bank=_length(control.reserve_ms))
    return control_text(control)


def _length(ms: int) -> str:
    if ms >= DAY_MS and ms % DAY_MS == 0:
        return _days(ms // DAY_MS)
    seconds = ms // 1000
    return f"{seconds // 60} min" if seconds and seconds % 60 == 0 else f"{seconds} s"


def _days(days: int) -> str:
    return say_many("{n} day", "{n} days", days)
