"""The form of a new event: its name, game, players and format, and everything else with defaults."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy, pgettext_lazy

from league.event_console.forms import (
    PLAYED_HERE,
    PREFIX,
    EventSettingsForm,
    optional_id_field,
    parse_settings,
    season_field,
    setting_field,
)
from league.events.actions.event_lifecycle import Plan
from league.events.stage_plans import StagePlan
from league.formats.registry import FORMATS
from league.match_options import game_choices
from league.registration.actions.entrant_import import MAX_BYTES
from league.time_controls.forms import CUSTOM_FIELDS, custom_fields, parse_control
from league.titles.models import MAX_NAME as MAX_TITLE_NAME


class EventForm(EventSettingsForm):
    """A new event with one stage; its format decides which settings the form has."""

    format = forms.ChoiceField(
        choices=lambda: [(key, one.name) for key, one in FORMATS.items()],
        widget=forms.RadioSelect,
        label=gettext_lazy("Format"),
    )
    game = forms.CharField(  # type: ignore[assignment]
        max_length=MAX_TITLE_NAME,
        widget=forms.TextInput(attrs={"list": "games", "autocomplete": "off"}),
        label=gettext_lazy("Game"),
        help_text=gettext_lazy("Choose a game of this site, or type any other, such as Chess: its results are reported here."),
    )
    names = forms.CharField(
        required=False,
        strip=False,
        max_length=MAX_BYTES,
        widget=forms.Textarea(attrs={"rows": 6}),
        label=gettext_lazy("Players"),
        help_text=gettext_lazy(
            "Optional, one name per line. Players of a game that isn't played on this site need no account. Enter "
            "@username for an account; who hasn't played in the league's or your events before is asked first. Without "
            "ratings, the order is the seeding."
        ),
    )
    draft = forms.BooleanField(
        required=False, label=gettext_lazy("Save as draft"), help_text=gettext_lazy("Only you can see a draft.")
    )

    def __init__(
        self, data: Mapping[str, Any] | None, format: str, leagues: Sequence[tuple[int, str]],
        seasons: Sequence[tuple[int, str]], initial: dict[str, Any], *, titles: Sequence[tuple[str, str]] = (),
    ) -> None:  # fmt: skip
        """Build the fields; `leagues`, `seasons` (id, name) and `titles` (key, name) are what the organiser may choose."""
        defaults = {part.name: part.default for part in fields(Plan) if part.default is not MISSING}
        self.games = [*game_choices(), *titles]
        names = dict(self.games)
        initial["game"] = names.get(initial.get("game", ""), initial.get("game", ""))
        super().__init__(data, initial={**defaults, "max_entrants": 8, "format": format, **initial})
        self.format_key = format
        if leagues:
            none = pgettext_lazy("league", "None")
            self.fields["league"] = optional_id_field(leagues, none, label=gettext_lazy("League"))
        if seasons:
            self.fields["season_id"] = season_field(seasons)
        settings = {PREFIX + field.key: setting_field(field) for field in FORMATS[format].fields}
        self.fields.update(settings)
        self.order_fields(["league", "season_id", *EventSettingsForm.base_fields, "draft", "about"])
        self.fields.update(custom_fields())
        if data is not None:
            self.data = _complete(data, format, settings)

    @property
    def setting_rows(self) -> list[Any]:
        """Return the settings of the format."""
        return self.rows(*(name for name in self.fields if name.startswith(PREFIX)))

    @property
    def more_rows(self) -> list[Any]:
        """Return the fields with defaults that most events keep, except the settings of the format."""
        shown = {"name", "format", "game", "names", *CUSTOM_FIELDS}
        shown |= set(PLAYED_HERE)
        return self.rows(*(name for name in self.fields if name not in shown and not name.startswith(PREFIX)))

    @property
    def played_here_rows(self) -> list[Any]:
        """Return the fields that matter only in games that are played on this site."""
        return self.rows(*(name for name in PLAYED_HERE if name in self.fields))

    @property
    def has_more_errors(self) -> bool:
        return any(row.errors for row in (*self.setting_rows, *self.more_rows, *self.played_here_rows))

    def clean_game(self) -> str:
        """Return the key of a known game, otherwise the name of a game that is played elsewhere."""
        text = " ".join(self.cleaned_data["game"].split())
        keys = {name.casefold(): key for key, name in reversed(self.games)}
        return text if text in dict(self.games) else keys.get(text.casefold(), text)

    def plan(self) -> Plan:
        """Return the plan of a valid form."""
        settings = parse_settings(FORMATS[self.format_key].fields, self.cleaned_data)
        control = parse_control(self.cleaned_data)
        return Plan(**self.plan_values(), control=control, stages=(StagePlan(self.format_key, settings),))


def _complete(data: Mapping[str, Any], format: str, settings: Mapping[str, forms.Field]) -> QueryDict:
    """Return the submitted data of an event of this format; settings that were shown for another have their defaults."""
    complete = QueryDict(mutable=True)
    complete.update(data)
    complete["format"] = format
    if complete.get("settings_of", format) != format:
        defaults = {
            name: "on" if field.initial is True else field.prepare_value(field.initial) for name, field in settings.items()
        }
        complete.update({name: value for name, value in defaults.items() if value not in (None, False) and name not in data})
    return complete
