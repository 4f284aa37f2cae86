"""Options as a match keeps them: defaults filled in, and the checks that the games share."""

from __future__ import annotations

from collections.abc import Mapping

from engines.api import BadOption, Json


def filled(game: str, defaults: Mapping[str, Json], given: Mapping[str, Json]) -> dict[str, Json]:
    """What was given over the defaults; BadOption where the game of this name knows no such option."""
    for name in given:
        if name not in defaults:
            raise BadOption(name, f"{game} has no option {name!r}; it knows {', '.join(defaults)}.")
    return {**defaults, **given}


def check_flags(options: Mapping[str, Json], *names: str) -> None:
    """BadOption unless each of these is true or false."""
    for name in names:
        if not isinstance(options[name], bool):
            raise BadOption(name, f"The option {name} is true or false.")


def check_whole(options: Mapping[str, Json], allowed: range, *names: str) -> None:
    """BadOption unless each of these is a whole number of a range."""
    for name in names:
        value = options[name]
        if type(value) is not int or value not in allowed:
            raise BadOption(name, f"The option {name} is a whole number from {allowed[0]} to {allowed[-1]}.")
