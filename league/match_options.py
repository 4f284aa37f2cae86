"""Form fields for the options of games."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from engines.contract import Json
from engines.i18n import translate as _
from engines.option_specs import FLAG, NUMBER, PICK, OptionSpec
from league.games import list_two_player_games

OPTION = "option_"


def game_choices() -> list[tuple[str, str]]:
    """Return the two-player games as choices."""
    return [(game.key, game.name) for game in list_two_player_games()]


def parse_options(specs: Iterable[OptionSpec], data: Mapping[str, Any]) -> dict[str, Json]:
    """Return the options of a valid form that differ from the game's defaults."""
    options: dict[str, Json] = {}
    for spec in specs:
        if OPTION + spec.name not in data:
            continue
        value = data[OPTION + spec.name]
        value = spec.values[int(value)].value if spec.kind == PICK else value
        if value != spec.default:
            options[spec.name] = value
    return options


def option_field(spec: OptionSpec) -> forms.Field | None:
    """Return the form field of an option; None if a form cannot ask for it."""
    kwargs: dict[str, Any] = {"label": _(spec.label), "help_text": _(spec.text)}
    if spec.kind == FLAG:
        return forms.BooleanField(required=False, initial=spec.default, **kwargs)
    if spec.kind == NUMBER:
        kwargs["help_text"] += " " + _(
            "{least} to {most}, default {usual}.", least=spec.least, most=spec.most, usual=spec.default
        )
        return forms.IntegerField(min_value=spec.least, max_value=spec.most, initial=spec.default, **kwargs)
    if spec.kind == PICK:
        values = [(str(index), _(value.label)) for index, value in enumerate(spec.values)]
        initial = next(str(index) for index, value in enumerate(spec.values) if value.value == spec.default)
        return forms.ChoiceField(choices=values, initial=initial, **kwargs)
    return None
