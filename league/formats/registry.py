"""The registry of all formats by key."""

from collections.abc import Mapping
from typing import Any, TypeVar

from engines.words import say
from league.formats.arena.format import ArenaFormat
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
ROUNDS: dict[str, Format[Any]] = {
    one.key: one for one in (SINGLE, DOUBLE, RoundRobin(), Groups(), Swiss(), Season(), Heats())
}
"""Formats played in rounds."""

CONTINUOUS: dict[str, Continuous[Any, Any]] = {one.key: one for one in (LadderFormat(), ArenaFormat())}
"""Formats without rounds."""

ALL: dict[str, Traits] = {**ROUNDS, **CONTINUOUS}
"""Every format that a first stage can have."""

FIRST, NEXT = RoundRobin.key, SINGLE.key
"""Default formats of the first stage and of later ones."""


def traits_of(key: str) -> Traits:
    """Return the format's traits. Raises BadSetting (field `format`) for an unknown key."""
    return _found(ALL, key)


def format_of(key: str) -> Format[Any]:
    """Return the format with rounds. Raises BadSetting (field `format`) for an unknown key."""
    return _found(ROUNDS, key)


def keys_with(trait: str) -> list[str]:
    """Return the keys of the formats with this trait, for queries."""
    return [key for key, one in ALL.items() if getattr(one, trait)]


def _found(formats: Mapping[str, T], key: str) -> T:
    if key not in formats:
        text = say("Unknown format {key}. Choose one of {known}.", key=repr(key), known=", ".join(ROUNDS))
        raise BadSetting("format", text)
    return formats[key]
