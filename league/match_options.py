"""Form fields for the options of games."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from engines.contract import Json
from engines.option_specs import FLAG, NUMBER, PICK, OptionSpec
from engines.words import say, told
from league.games import duels

OPTION = "option_"


def game_choices() -> list[tuple[str, str]]:
    """Return the two-player games as choices."""
    return [(one.key, one.name) for one in duels()]


def chosen_options(choices: Iterable[OptionSpec], cleaned: Mapping[str, Any]) -> dict[str, Json]:
    """Return the options of a valid form that differ from the game's defaults."""
    made: dict[str, Json] = {}
    for one in choices:
        if OPTION + one.name not in cleaned:
            continue
        value = cleaned[OPTION + one.name]
        value = one.values[int(value)].value if one.kind == PICK else value
        if value != one.default:
            made[one.name] = value
    return made


def option_field(one: OptionSpec) -> forms.Field | None:
    """Return the form field of an option; None if a form cannot ask for it."""
    named: dict[str, Any] = {"label": told(one.label), "help_text": told(one.text)}
    if one.kind == FLAG:
        return forms.BooleanField(required=False, initial=one.default, **named)
    if one.kind == NUMBER:
        named["help_text"] += " " + say(
            "{least} to {most}, default {usual}.", least=one.least, most=one.most, usual=one.default
        )
        return forms.IntegerField(min_value=one.least, max_value=one.most, initial=one.default, **named)
    if one.kind == PICK:
        values = [(str(at), told(value.label)) for at, value in enumerate(one.values)]
        first = next(str(at) for at, value in enumerate(one.values) if value.value == one.default)
        return forms.ChoiceField(choices=values, initial=first, **named)
    return None
