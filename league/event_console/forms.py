"""Forms of events. Fields for format settings and game options are built from their declarations."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

from django import forms
from django.forms.utils import ErrorDict
from django.utils.translation import gettext_lazy, pgettext_lazy

from engines.words import say, told
from league.drafts.forms import setting_field
from league.events.actions.event_lifecycle import MOST_ENTRANTS, RANGES, Plan
from league.events.models import Registration, Seeding
from league.events.stage_plans import StagePlan
from league.formats.registry import ALL
from league.formats.settings import Field
from league.forms import MOMENT_INPUT
from league.games import game
from league.leagues.forms import UNITS
from league.leagues.rules import MOST_LENGTH, MOST_WARNINGS
from league.match_options import OPTION, chosen_options, game_choices, option_field
from league.time_controls.forms import OWN_FIELDS, check_own, control_in, own_fields, preset_field
from league.time_controls.presets import PRESETS
from matches.time_control import short_control_text

_REGISTRATION = [
    (Registration.OPEN, gettext_lazy("Open")),
    (Registration.APPROVAL, gettext_lazy("By approval")),
    (Registration.INVITE, gettext_lazy("Invite only")),
]
_SEEDING = [
    (Seeding.RATING, gettext_lazy("By rating")),
    (Seeding.MANUAL, gettext_lazy("Manual")),
    (Seeding.RANDOM, gettext_lazy("Random")),
]
PREFIX = "setting_"
KEEP = "keep"
"""Choice that keeps a time control which is not a preset."""


def _number(name: str, label: Any, **options: Any) -> forms.IntegerField:
    """Return the field of a number of the plan, within its range."""
    least, most = RANGES[name]
    return forms.IntegerField(min_value=least, max_value=most, label=label, **options)


class Sheet(forms.Form):
    """A form that can be redisplayed half-filled: unless `checked`, it shows no errors."""

    checked = True

    @property
    def errors(self) -> ErrorDict:
        return super().errors if self.checked else ErrorDict()

    def rows(self, *names: str) -> list[Any]:
        return [self[name] for name in names]


class DecisionsForm(Sheet):
    """The settings that every event has, except its stages."""

    name = forms.CharField(max_length=80, min_length=3, label=gettext_lazy("Name"))
    game = forms.ChoiceField(choices=game_choices, label=gettext_lazy("Game"))
    preset = preset_field()
    max_entrants = _number("max_entrants", gettext_lazy("Capacity"))
    registration = forms.ChoiceField(choices=_REGISTRATION, label=gettext_lazy("Registration"))
    seeding = forms.ChoiceField(choices=_SEEDING, label=gettext_lazy("Seeding"))
    least_rating = _number("least_rating", gettext_lazy("Minimum rating"), required=False)
    most_rating = _number("most_rating", gettext_lazy("Maximum rating"), required=False)
    starts_at = forms.DateTimeField(
        required=False,
        label=gettext_lazy("Scheduled start (UTC)"),
        widget=MOMENT_INPUT,
        help_text=gettext_lazy("Leave blank to start the event manually."),
    )
    check_in_min = _number(
        "check_in_min",
        gettext_lazy("Check-in opens (min before start)"),
        help_text=gettext_lazy("Players who don't check in are removed. 0 = no check-in."),
    )
    start_by_min = _number(
        "start_by_min",
        gettext_lazy("No-show limit (min)"),
        help_text=gettext_lazy("Players who haven't arrived by then forfeit."),
    )
    delay_s = _number(
        "delay_s",
        gettext_lazy("Spectator delay (s)"),
        required=False,
        help_text=gettext_lazy("Also delays results, standings and the next round. 0 = no delay."),
    )
    round_gap_s = _number("round_gap_s", gettext_lazy("Break between rounds (s)"))
    auto_advance = forms.BooleanField(required=False, label=gettext_lazy("Auto-start next round"))
    bot_pace_ms = _number(
        "bot_pace_ms",
        gettext_lazy("Bot move delay (ms)"),
        required=False,
        help_text=gettext_lazy(
            "At most a tenth of the remaining time. No delay in bot-only matches without spectators."
        ),
    )
    bot_accounts = forms.BooleanField(
        required=False,
        label=gettext_lazy("Allow bot accounts"),
        help_text=gettext_lazy(
            "Bot accounts (played by programs) can enter. Their matches are rated in a separate pool."
        ),
    )
    rated = forms.BooleanField(required=False, label=gettext_lazy("Rated"))
    about = forms.CharField(
        required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 4}), label=pgettext_lazy("event", "About")
    )

    @property
    def own_rows(self) -> list[Any]:
        return self.rows(*OWN_FIELDS)

    def clean(self) -> dict[str, Any]:
        check_own(self)
        return self.cleaned_data

    def decisions(self) -> dict[str, Any]:
        """Return the parts of a plan that the valid form contains."""
        data = self.cleaned_data
        return {part.name: data[part.name] for part in fields(Plan) if data.get(part.name) is not None}


class EventForm(DecisionsForm):
    """A new event with one stage; its `format` decides which settings the form has."""

    draft = forms.BooleanField(
        required=False, label=gettext_lazy("Save as draft"), help_text=gettext_lazy("Only you can see a draft.")
    )

    def __init__(
        self, data: Mapping[str, Any] | None, format: str, leagues: Sequence[tuple[int, str]],
        seasons: Sequence[tuple[int, str]], initial: dict[str, Any],
    ) -> None:  # fmt: skip
        """Build the fields; `leagues` and `seasons` are (id, name) pairs that the organiser may choose."""
        usual = {part.name: part.default for part in fields(Plan) if part.default is not MISSING}
        super().__init__(data, initial={**usual, "max_entrants": 8, **initial})
        self.format = format
        if leagues:
            none = pgettext_lazy("league", "None")
            self.fields["league"] = _optional_id(leagues, none, label=gettext_lazy("League"))
        if seasons:
            self.fields["season_id"] = _season_field(seasons)
        # Settings that are lists are not part of this form.
        settings = {PREFIX + one.key: _setting(one) for one in ALL[format].fields if not isinstance(one.default, tuple)}
        self.fields.update(settings)
        first, *order = DecisionsForm.base_fields
        self.order_fields([first, "league", "season_id", *order[:3], *settings, *order[3:-1], "draft", "about"])
        self.fields.update(own_fields())

    @property
    def plain_rows(self) -> list[Any]:
        return self.rows(*(name for name in self.fields if name not in OWN_FIELDS))

    def plan(self) -> Plan:
        """Return the plan of a valid form."""
        settings = {
            name.removeprefix(PREFIX): value
            for name, value in self.cleaned_data.items()
            if name.startswith(PREFIX) and value not in (None, "")
        }
        control = control_in(self.cleaned_data)
        return Plan(**self.decisions(), control=control, stages=(StagePlan(self.format, settings),))


class PlanForm(DecisionsForm):
    """Everything except stages and tie-breaks; the options are those of the `game`."""

    repeat_days = _number(
        "repeat_days",
        gettext_lazy("Repeat every (days)"),
        help_text=gettext_lazy("When this event starts, the next one opens with the same settings. 0 = no repeat."),
    )
    answer_min = _number(
        "answer_min",
        gettext_lazy("Waiting list response time (min)"),
        help_text=gettext_lazy(
            "How long the next player on the waiting list has to accept a spot. 0 = added automatically."
        ),
    )
    no_show_warnings = forms.IntegerField(
        min_value=0,
        max_value=MOST_WARNINGS,
        required=False,
        label=gettext_lazy("No-show warnings before a ban"),
        help_text=gettext_lazy(
            "The next no-show means a ban. Leave blank to use the league's rule; without one, there are no bans."
        ),
    )
    ban_length = forms.IntegerField(min_value=1, max_value=MOST_LENGTH, label=gettext_lazy("Ban length"))
    ban_unit = forms.ChoiceField(choices=UNITS, label=gettext_lazy("Days or events"))
    draw_offers = forms.BooleanField(
        required=False,
        label=gettext_lazy("Allow draw offers"),
        help_text=gettext_lazy("Only in games that can end in a draw."),
    )
    player_pauses = forms.BooleanField(
        required=False,
        label=gettext_lazy("Allow player pauses"),
        help_text=gettext_lazy("Up to 15 minutes, with all clocks stopped."),
    )
    rate_entered = forms.BooleanField(
        required=False,
        label=gettext_lazy("Rate manual results"),
        help_text=gettext_lazy("Results entered by hand also change ratings. Rated events only."),
    )
    pool = forms.CharField(
        required=False,
        max_length=30,
        label=gettext_lazy("Rating pool"),
        help_text=gettext_lazy("Leave blank to use the game's own rating pool."),
    )

    def __init__(self, plan: Plan, data: Mapping[str, Any] | None, seasons: Sequence[tuple[int, str]]) -> None:
        """Build the fields; `seasons` are (id, name) pairs that the event may belong to."""
        preset = next((key for key, control in PRESETS.items() if control == plan.control), KEEP)
        known = {name: getattr(plan, name) for name in self.base_fields if hasattr(plan, name)}
        super().__init__(data, initial={**known, "preset": preset})
        self.before = plan
        if preset == KEEP:
            text = say("Current: {time}", time=short_control_text(plan.control))
            self.fields["preset"] = preset_field((KEEP, text))
        self.fields.update(own_fields())
        if seasons:
            self.fields["season_id"] = _season_field(seasons)
            self.initial["season_id"] = plan.season_id

    def plan(self, stages: list[StagePlan], tie_breaks: list[str], options: Mapping[str, Any]) -> Plan:
        """Return the plan of the valid form; values without a field stay unchanged."""
        data, before = self.cleaned_data, self.before
        parts = {
            "bot_pace_ms": before.bot_pace_ms,
            **self.decisions(),
            "season_id": data.get("season_id", before.season_id),
            "control": before.control if data["preset"] == KEEP else control_in(data),
        }
        return Plan(**parts, stages=stages, tie_breaks=tie_breaks, options=options)


class OptionsForm(Sheet):
    """The options of the game `playing`, initially those of a plan."""

    def __init__(self, data: Mapping[str, Any] | None, playing: str, options: Mapping[str, Any]) -> None:
        super().__init__(data)
        found = game(playing)
        self.choices = found.choices if found else ()
        for one in self.choices:
            field = option_field(one)
            if field is not None:
                self.fields[OPTION + one.name] = field
                if one.name in options:
                    values = {known.value: str(at) for at, known in enumerate(one.values)}
                    self.initial[OPTION + one.name] = values.get(options[one.name], options[one.name])

    def chosen(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of the valid form; values without a field stay unchanged."""
        kept = {name: value for name, value in before.items() if OPTION + name not in self.fields}
        return {**kept, **chosen_options(self.choices, self.cleaned_data)}


class StageForm(Sheet):
    """One stage: its format and settings and, for a later stage, the number of entrants it takes."""

    format = forms.ChoiceField(
        choices=lambda: [(key, one.name) for key, one in ALL.items()], label=gettext_lazy("Format")
    )
    takes = forms.IntegerField(
        min_value=2,
        max_value=MOST_ENTRANTS,
        required=False,
        label=gettext_lazy("Qualifiers"),
        help_text=gettext_lazy("The best entrants of the previous stage."),
    )

    def __init__(
        self, number: int, data: Mapping[str, Any] | None, key: str, *,
        kept: Mapping[str, Any], takes: object = None, settings: Mapping[str, Any] = {},
    ) -> None:  # fmt: skip
        """Build the fields; `takes` and `settings` are initial values, `kept` are settings without a field."""
        initial = {PREFIX + name: _as_text(value) for name, value in settings.items()}
        super().__init__(data, prefix=f"stage{number}", initial={"format": key, "takes": takes, **initial})
        self.number, self.key, self.kept = number, key, kept
        if number == 1:
            del self.fields["takes"]
        self.declared = tuple(ALL[self.key].fields)
        self.fields.update({PREFIX + field.key: _setting(field) for field in self.declared})

    @property
    def name(self) -> str:
        return ALL[self.key].name

    @property
    def setting_rows(self) -> list[Any]:
        return self.rows(*(PREFIX + field.key for field in self.declared))

    def plan(self) -> StagePlan:
        data = self.cleaned_data
        settings = {
            field.key: [int(one) for one in value.split(",") if one.strip()]
            if isinstance(field.default, tuple)
            else value
            for field in self.declared
            if (value := data[PREFIX + field.key]) not in (None, "")
        }
        return StagePlan(self.key, {**settings, **self.kept}, data.get("takes"))


def _season_field(seasons: Sequence[tuple[int, str]]) -> forms.Field:
    return _optional_id(
        seasons,
        gettext_lazy("None (open to all)"),
        label=gettext_lazy("Franchise season"),
        help_text=gettext_lazy(
            "Only the season's franchises can enter, and matches earn them money. In Incursion Point: Zero "
            "they play with their own Gamers."
        ),
    )


def _optional_id(rows: Sequence[tuple[int, str]], none: Any, **words: Any) -> forms.Field:
    """Return an optional choice of one of these (id, name) rows."""
    choices = [("", none), *rows]
    return forms.TypedChoiceField(choices=choices, coerce=int, empty_value=None, required=False, **words)


def _setting(field: Field) -> forms.Field:
    """Return the form field for a format's setting."""
    if not isinstance(field.default, tuple):
        return setting_field(field)
    return forms.RegexField(
        r"^\s*(\d{1,4}(\s*,\s*\d{1,4})*)?\s*$",
        required=False,
        initial=_as_text(field.default),
        label=told(field.label),
        help_text=say("{help} Whole numbers separated by commas.", help=told(field.help)),
        error_messages={"invalid": gettext_lazy("Enter whole numbers separated by commas.")},
    )


def _as_text(value: object) -> object:
    """Return a setting as its field shows it: numbers separated by commas."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
