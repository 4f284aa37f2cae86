"""The registry of all formats by key."""

from collections.abc import Mapping
from typing import Any, TypeVar

from engines.i18n import translate as _
from league.formats.arena.format import ArenaFormat
from league.formats.boards import Boards
from league.formats.bot_ladder.format import BotLadderFormat
from league.formats.elimination.format import DOUBLE, SINGLE
from league.formats.groups import Groups
from league.formats.heats import Heats
from league.formats.ladder.format import LadderFormat
from league.formats.protocol import Continuous, Format, Traits
from league.formats.round_robin import RoundRobin
from league.formats.season.format import Season
from league.formats.settings import BadSetting
from league.formats.swiss.format import Swiss

T = TypeVar("T", bound=Traits)
ROUND_FORMATS: dict[str, Format[Any]] = {
    format.key: format for format in (SINGLE, DOUBLE, RoundRobin(), Groups(), Swiss(), Season(), Heats())
}
"""Formats played in rounds."""

CONTINUOUS_FORMATS: dict[str, Continuous[Any, Any]] = {
    format.key: format for format in (LadderFormat(), ArenaFormat(), BotLadderFormat())
}
"""Formats without rounds."""

FORMATS: dict[str, Traits] = {**ROUND_FORMATS, **CONTINUOUS_FORMATS}
"""Every format that a first stage can have."""

BOARDS = Boards()
"""The format of the boards of team events, which can't be chosen."""

DEFAULT_FIRST, DEFAULT_NEXT = RoundRobin.key, SINGLE.key
"""Default formats of the first stage and of later ones."""


def get_traits(key: str) -> Traits:
    """Return the format's traits. Raises BadSetting (field `format`) for an unknown key."""
    return BOARDS if key == BOARDS.key else _get(FORMATS, key)


def get_format(key: str) -> Format[Any]:
    """Return the format with rounds. Raises BadSetting (field `format`) for an unknown key."""
    return BOARDS if key == BOARDS.key else _get(ROUND_FORMATS, key)


def keys_with(trait: str) -> list[str]:
    """Return the keys of the formats with this trait, for queries."""
    return [key for key, format in FORMATS.items() if getattr(format, trait)]


def _get(formats: Mapping[str, T], key: str) -> T:
    if key not in formats:
        text = _("Unknown format {key}. Choose one of {known}.", key=repr(key), known=", ".join(ROUND_FORMATS))
        raise BadSetting("format", text)
    return formats[key]
