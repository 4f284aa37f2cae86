"""What is unusual about a match, in words."""

from collections.abc import Mapping

from engines.contract import Json
from engines.option_specs import FLAG, PICK, OptionSpec, option_specs
from engines.words import say, told


def options_text(game: str, options: Mapping[str, Json]) -> str:
    """The options that differ from the game's defaults; empty where none does."""
    return ", ".join(_words(one, options[one.name]) for one in option_specs(game) if _differs(one, options))


def _differs(one: OptionSpec, options: Mapping[str, Json]) -> bool:
    return one.name in options and options[one.name] != one.default


def _words(one: OptionSpec, value: Json) -> str:
    if one.kind == FLAG:
        return told(one.label) if value else say("without {option}", option=told(one.label))
    if one.kind == PICK:
        label = next((told(known.label) for known in one.values if known.value == value), str(value))
        return f"{told(one.label)}: {label}"
    return f"{told(one.label)}: {value}" if isinstance(value, int) else told(one.label)
