"""What is unusual about a match, in words."""

from collections.abc import Mapping

from engines.api import Json
from engines.choices import FLAG, PICK, Choice, choices


def options_text(game: str, options: Mapping[str, Json]) -> str:
    """The options that differ from the game's defaults; empty where none does."""
    return ", ".join(_words(one, options[one.name]) for one in choices(game) if _differs(one, options))


def _differs(one: Choice, options: Mapping[str, Json]) -> bool:
    return one.name in options and options[one.name] != one.default


def _words(one: Choice, value: Json) -> str:
    if one.kind == FLAG:
        return one.label if value else f"without {one.label}"
    if one.kind == PICK:
        label = next((known.label for known in one.values if known.value == value), str(value))
        return f"{one.label}: {label}"
    return f"{one.label}: {value}" if isinstance(value, int) else one.label
