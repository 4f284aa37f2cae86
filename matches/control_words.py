"""Time controls in words."""

from __future__ import annotations

from collections.abc import Mapping

from engines import play, registry
from engines.contract import Json
from engines.words import say, say_many
from matches.clock import DAY_MS, Control, Kind


def control_text(control: Control) -> str:
    """
    >>> control_text(Control()), control_text(Control(0, 600_000)), control_text(Control(0, 600_000, 5_000))
    ('3 min a turn, 5 min reserve', '10 min for the whole match', '10 min, and 5 s more after each turn')
    >>> control_text(Control(3 * DAY_MS, 0, 0, 10)), control_text(Control(DAY_MS, 0))
    ('3 days a turn, 10 days of vacation', '1 day a turn')
    """
    if control.kind == Kind.ABSOLUTE:
        return say("{time} for the whole match", time=_length(control.reserve_ms))
    more_ms = control.increment_ms
    if control.kind == Kind.FISCHER:
        if not control.reserve_ms:
            return say("{time} more after each turn", time=_length(more_ms))
        return say("{time}, and {more} more after each turn", time=_length(control.reserve_ms), more=_length(more_ms))
    more = say("{time} more after each turn", time=_length(more_ms)) if more_ms else ""
    has_reserve = control.reserve_ms or control.kind == Kind.DELAY
    reserve = say("{time} reserve", time=_length(control.reserve_ms)) if has_reserve else ""
    vacation = say("{days} of vacation", days=_days(control.vacation_days)) if control.vacation_days else ""
    turn = say("{time} a turn", time=_length(control.turn_ms))
    return ", ".join(filter(None, (turn, reserve, more, vacation)))


def limit_text(limit_ms: int) -> str:
    """Of a match with one limit for all.

    >>> limit_text(300_000)
    'one clock for all: 5 min for the whole match'
    """
    return say("one clock for all: {time} for the whole match", time=_length(limit_ms))


def time_text(game: str, options: Mapping[str, Json], control: Control) -> str:
    """How a match of this game is timed: by the control, unless its rules have one limit for all of it."""
    limit = play.time_limit(registry.get(game), options)
    return control_text(control) if limit is None else limit_text(limit)


def short_control_text(control: Control) -> str:
    """
    >>> short_control_text(Control()), short_control_text(Control(0, 600_000, 5_000))
    ('3 min + 5 min', '10 min, and 5 s more after each turn')
    """
    if control.kind == Kind.DELAY and not control.increment_ms:
        return f"{_length(control.turn_ms)} + {_length(control.reserve_ms)}"
    return control_text(control)


def _length(ms: int) -> str:
    if ms >= DAY_MS and ms % DAY_MS == 0:
        return _days(ms // DAY_MS)
    seconds = ms // 1000
    return f"{seconds // 60} min" if seconds and seconds % 60 == 0 else f"{seconds} s"


def _days(days: int) -> str:
    return say_many("{n} day", "{n} days", days)
