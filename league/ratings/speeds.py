"""Speeds of matches. In each game, a player has a rating per speed."""

from collections.abc import Mapping
from enum import StrEnum

from engines.contract import Json
from engines.i18n import mark_in, translate_in
from engines.reported import is_reported
from matches.engine_limits import find_time_limit
from matches.time_control import DAY_MS, TimeControl

FAST_BELOW_MS = 25 * 60_000
"""Lichess's limit between rapid and classical: it puts *Quick* (22 min at most) below and *Standard* far above."""


class Speed(StrEnum):
    """The speeds, fastest first."""

    FAST = "fast"
    NORMAL = "normal"
    CORRESPONDENCE = "correspondence"


_NAMES = {
    Speed.FAST: mark_in("speed", "fast"),
    Speed.NORMAL: mark_in("speed", "normal"),
    Speed.CORRESPONDENCE: mark_in("speed", "correspondence"),
}


def get_speed(control: TimeControl, limit_ms: int | None = None) -> Speed:
    """Return the speed of matches with this time control, or with a shared match clock of `limit_ms` instead.

    Correspondence allows a day or more for one turn. Otherwise the estimated time of a player decides, as on Lichess.

    >>> [str(get_speed(control)) for control in (TimeControl(30_000, 120_000), TimeControl(), TimeControl(3 * DAY_MS, 0))]
    ['fast', 'normal', 'correspondence']
    """
    if limit_ms is None and control.turn_ms + control.reserve_ms + control.increment_ms >= DAY_MS:
        return Speed.CORRESPONDENCE
    estimate_ms = control.estimated_ms if limit_ms is None else limit_ms
    return Speed.FAST if estimate_ms < FAST_BELOW_MS else Speed.NORMAL


def get_match_speed(game: str, options: Mapping[str, Json], control: TimeControl, version: int | None = None) -> Speed:
    """Return the speed of a game's matches with these options: with a limit among them, there is a shared match clock.

    Games that are played elsewhere have one speed, for their time is unknown.
    """
    return Speed.NORMAL if is_reported(game) else get_speed(control, find_time_limit(game, options, version))


def format_speed(speed: Speed) -> str:
    """Return the speed in words, as in *Zero Day (fast)*."""
    return translate_in("speed", _NAMES[speed])
