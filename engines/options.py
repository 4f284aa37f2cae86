"""Options as a match keeps them: defaults filled in, and the checks that the games share."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import BadOption, Json
from engines.words import say


def filled(game: str, defaults: Mapping[str, Json], given: Mapping[str, Json]) -> dict[str, Json]:
    """What was given over the defaults; BadOption where the game of this name knows no such option."""
    for name in given:
        if name not in defaults:
            known = ", ".join(defaults)
            raise BadOption(
                name, say("{game} has no option {option}; it knows {known}.", game=game, option=repr(name), known=known)
            )
    return {**defaults, **given}


def check_flags(options: Mapping[str, Json], *names: str) -> None:
    """BadOption unless each of these is true or false."""
    for name in names:
        if not isinstance(options[name], bool):
            raise BadOption(name, say("The option {option} is true or false.", option=name))


def check_whole(options: Mapping[str, Json], allowed: range, *names: str) -> None:
    """BadOption unless each of these is a whole number of a range."""
    for name in names:
        value = options[name]
        if type(value) is not int or value not in allowed:
            text = say(
                "The option {option} is a whole number from {least} to {most}.",
                option=name,
                least=allowed[0],
                most=allowed[-1],
            )
            raise BadOption(name, text)
