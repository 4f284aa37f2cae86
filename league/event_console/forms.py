"""Forms of events. Fields for format settings and game options are built from their declarations."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from django import forms
from django.forms.utils import ErrorDict
from django.utils.translation import gettext_lazy, pgettext_lazy

from engines.i18n import translate as _
from engines.reported import is_reported
from league.drafts.forms import build_setting_field
from league.event_console.half_points import HalfPointsField
from league.event_console.team_fields import TeamFields, list_team_values
from league.events.actions.event_lifecycle import MAX_ENTRANTS, RANGES, Plan
from league.events.models import Registration, ReportPolicy, Seeding, SilencePolicy
from league.events.stage_plans import StagePlan
from league.events.team_rules import MAX_BOARDS
from league.formats.registry import FORMATS
from league.formats.settings import Field
from league.forms import DATETIME_INPUT
from league.games import find_game
from league.leagues.forms import BAN_UNIT_CHOICES
from league.leagues.rules import MAX_BAN_LENGTH, MAX_WARNINGS
from league.match_options import OPTION, game_choices, option_field, parse_options
from league.match_times.rules.availability import DAY_LABELS
from league.time_controls.forms import (
    CUSTOM_FIELDS,
    CustomControlMixin,
    check_custom,
    custom_fields,
    parse_control,
    preset_field,
)
from league.time_controls.presets import PRESETS
from matches.time_control import format_short_time_control

_REGISTRATION_CHOICES = [
    (Registration.OPEN, gettext_lazy("Open")),
    (Registration.APPROVAL, gettext_lazy("By approval")),
    (Registration.INVITE, gettext_lazy("Invite only")),
]
_SEEDING_CHOICES = [
    (Seeding.RATING, gettext_lazy("By rating")),
    (Seeding.MANUAL, gettext_lazy("Manual")),
    (Seeding.RANDOM, gettext_lazy("Random")),
]
PREFIX = "setting_"
PLAYED_HERE = (
    "preset", "start_by_min", "delay_s", "bot_pace_ms", "bot_accounts", "bots_only", "duplicate", "draw_offers",
    "player_pauses",
)  # fmt: skip
"""Fields that matter only in games that are played on this site."""
KEEP_CONTROL = "keep"
"""Choice that keeps a time control which is not a preset."""


def _number_field(name: str, label: Any, **options: Any) -> forms.IntegerField:
    """Return the field of a number of the plan, within its range."""
    minimum, maximum = RANGES[name]
    return forms.IntegerField(min_value=minimum, max_value=maximum, label=label, **options)


class PartialForm(forms.Form):
    """A form that can be redisplayed half-filled: unless `checked`, it shows no errors."""

    checked = True

    @property
    def errors(self) -> ErrorDict:
        return super().errors if self.checked else ErrorDict()

    def rows(self, *names: str) -> list[Any]:
        return [self[name] for name in names]


class EventSettingsForm(CustomControlMixin, PartialForm):
    """The settings that every event has, except its stages."""

    name = forms.CharField(max_length=80, min_length=3, label=gettext_lazy("Name"))
    game = forms.ChoiceField(choices=game_choices, label=gettext_lazy("Game"))
    preset = preset_field()
    max_entrants = _number_field("max_entrants", gettext_lazy("Capacity"))
    team_boards = forms.IntegerField(
        min_value=0,
        max_value=MAX_BOARDS,
        required=False,
        label=gettext_lazy("Boards per team"),
        help_text=gettext_lazy("How many boards each match of two teams has. 0 = players enter on their own."),
    )
    registration = forms.ChoiceField(choices=_REGISTRATION_CHOICES, label=gettext_lazy("Registration"))
    seeding = forms.ChoiceField(choices=_SEEDING_CHOICES, label=gettext_lazy("Seeding"))
    least_rating = _number_field("least_rating", gettext_lazy("Minimum rating"), required=False)
    most_rating = _number_field("most_rating", gettext_lazy("Maximum rating"), required=False)
    starts_at = forms.DateTimeField(
        required=False,
        label=gettext_lazy("Scheduled start (UTC)"),
        widget=DATETIME_INPUT,
        help_text=gettext_lazy("Leave blank to start the event manually."),
    )
    check_in_min = _number_field(
        "check_in_min",
        gettext_lazy("Check-in opens (min before start)"),
        help_text=gettext_lazy("Players who don't check in are removed. 0 = no check-in."),
    )
    start_by_min = _number_field(
        "start_by_min",
        gettext_lazy("No-show limit (min)"),
        help_text=gettext_lazy("Players who haven't arrived by then forfeit."),
    )
    delay_s = _number_field(
        "delay_s",
        gettext_lazy("Spectator delay (s)"),
        required=False,
        help_text=gettext_lazy("Also delays results, standings and the next round. 0 = no delay."),
    )
    round_gap_s = _number_field("round_gap_s", gettext_lazy("Break between rounds (s)"))
    auto_advance = forms.BooleanField(required=False, label=gettext_lazy("Auto-start next round"))
    bot_pace_ms = _number_field(
        "bot_pace_ms",
        gettext_lazy("Bot move delay (ms)"),
        required=False,
        help_text=gettext_lazy("At most a tenth of the remaining time. No delay in bot-only matches without spectators."),
    )
    bot_accounts = forms.BooleanField(
        required=False,
        label=gettext_lazy("Allow bot accounts"),
        help_text=gettext_lazy("Bot accounts (played by programs) can enter. Their matches are rated in a separate pool."),
    )
    bots_only = forms.BooleanField(
        required=False,
        label=gettext_lazy("Bots only"),
        help_text=gettext_lazy("Only bot accounts and the site's bots can enter."),
    )
    duplicate = forms.BooleanField(
        required=False,
        label=gettext_lazy("Duplicates"),
        help_text=gettext_lazy(
            "Each match is played twice at once, with the same draws and the sides swapped. Both count as one series."
        ),
    )
    rated = forms.BooleanField(required=False, label=gettext_lazy("Rated"))
    about = forms.CharField(
        required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 4}), label=pgettext_lazy("event", "About")
    )

    def clean(self) -> dict[str, Any]:
        check_custom(self)
        return self.cleaned_data

    def plan_values(self) -> dict[str, Any]:
        """Return the parts of a plan that the valid form contains."""
        data = self.cleaned_data
        values = {part.name: data[part.name] for part in fields(Plan) if data.get(part.name) is not None}
        return {**values, "teams": self.team_rules()} if data.get("team_boards") else values

    def team_rules(self) -> dict[str, Any]:
        """Return the chosen rules of teams."""
        return {"boards": self.cleaned_data["team_boards"]}


class PlanForm(TeamFields, EventSettingsForm):
    """Everything except stages and tie-breaks; the options are those of the `game`."""

    repeat_days = _number_field(
        "repeat_days",
        gettext_lazy("Repeat every (days)"),
        help_text=gettext_lazy("When this event starts, the next one opens with the same settings. 0 = no repeat."),
    )
    answer_min = _number_field(
        "answer_min",
        gettext_lazy("Waiting list response time (min)"),
        help_text=gettext_lazy("How long the next player on the waiting list has to accept a spot. 0 = added automatically."),
    )
    no_show_warnings = forms.IntegerField(
        min_value=0,
        max_value=MAX_WARNINGS,
        required=False,
        label=gettext_lazy("No-show warnings before a ban"),
        help_text=gettext_lazy(
            "The next no-show means a ban. Leave blank to use the league's rule; without one, there are no bans."
        ),
    )
    ban_length = forms.IntegerField(min_value=1, max_value=MAX_BAN_LENGTH, label=gettext_lazy("Ban length"))
    ban_unit = forms.ChoiceField(choices=BAN_UNIT_CHOICES, label=gettext_lazy("Days or events"))
    draw_offers = forms.BooleanField(
        required=False, label=gettext_lazy("Allow draw offers"), help_text=gettext_lazy("Only in games that can end in a draw.")
    )
    player_pauses = forms.BooleanField(
        required=False,
        label=gettext_lazy("Allow player pauses"),
        help_text=gettext_lazy("Up to 15 minutes, with all clocks stopped."),
    )
    report_policy = forms.ChoiceField(
        choices=ReportPolicy.choices,
        label=gettext_lazy("Unconfirmed results"),
        help_text=gettext_lazy(
            "What happens if a reported result isn't confirmed in time. Referees decide disputes, unless the match is replayed."
        ),
    )
    report_hours = _number_field(
        "report_hours",
        gettext_lazy("Time to confirm results (h)"),
        help_text=gettext_lazy("Only in events whose players report their results."),
    )
    play_days = _number_field(
        "play_days",
        gettext_lazy("Play window (days)"),
        help_text=gettext_lazy("Players agree on a time for their match within these days. 0 = matches open with the round."),
    )
    time_policy = forms.ChoiceField(
        choices=SilencePolicy.choices,
        label=gettext_lazy("Matches without a time"),
        help_text=gettext_lazy("What happens if players don't agree on a time."),
    )
    time_hours = _number_field(
        "time_hours",
        gettext_lazy("Time to agree (h)"),
        help_text=gettext_lazy("After that, silent players are reminded; after the same time again, the rule applies."),
    )
    slot_day = forms.TypedChoiceField(choices=list(enumerate(DAY_LABELS)), coerce=int, label=gettext_lazy("Default day"))
    slot_time = forms.CharField(
        max_length=5,
        label=gettext_lazy("Default time"),
        widget=forms.TextInput(attrs={"type": "time"}),
        help_text=gettext_lazy("Used if no time suits both players."),
    )
    slot_zone = forms.CharField(
        max_length=60, label=gettext_lazy("Time zone of the event"), help_text=gettext_lazy("For example Europe/Berlin.")
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
        help_text=gettext_lazy("Leave blank to use the game's ratings for the speed of the time control."),
    )

    def __init__(
        self, plan: Plan, data: Mapping[str, Any] | None, seasons: Sequence[tuple[int, str]],
        titles: Sequence[tuple[str, str]] = (),
    ) -> None:  # fmt: skip
        """Build the fields; `seasons` are (id, name) pairs that the event may belong to, `titles` (key, name) pairs."""
        preset = next((key for key, control in PRESETS.items() if control == plan.control), KEEP_CONTROL)
        known = {name: getattr(plan, name) for name in self.base_fields if hasattr(plan, name)}
        known |= list_team_values(plan)
        super().__init__(data, initial={**known, "preset": preset})
        self.before = plan
        self.fields["game"] = _game_field(titles)
        if preset == KEEP_CONTROL:
            text = _("Current: {time}", time=format_short_time_control(plan.control))
            self.fields["preset"] = preset_field((KEEP_CONTROL, text))
        self.fields.update(custom_fields())
        if is_reported(plan.game) and (data is None or data.get("game") == plan.game):
            for name in (*PLAYED_HERE, *CUSTOM_FIELDS):
                self.fields.pop(name, None)
        if seasons:
            self.fields["season_id"] = season_field(seasons)
            self.initial["season_id"] = plan.season_id

    def plan(self, stages: list[StagePlan], tie_breaks: list[str], options: Mapping[str, Any]) -> Plan:
        """Return the plan of the valid form; values without a field stay unchanged."""
        data, before = self.cleaned_data, self.before
        parts = {
            **{name: getattr(before, name) for name in PLAYED_HERE if name != "preset"},
            **self.plan_values(),
            "season_id": data.get("season_id", before.season_id),
            "teams": self.team_rules() if data.get("team_boards") else None,
            "control": before.control if data.get("preset", KEEP_CONTROL) == KEEP_CONTROL else parse_control(data),
        }
        return Plan(**parts, stages=stages, tie_breaks=tie_breaks, options=options)


class OptionsForm(PartialForm):
    """The options of the game `playing`, initially those of a plan."""

    def __init__(self, data: Mapping[str, Any] | None, playing: str, options: Mapping[str, Any]) -> None:
        super().__init__(data)
        game_info = find_game(playing)
        self.choices = game_info.choices if game_info else ()
        for choice in self.choices:
            field = option_field(choice)
            if field is not None:
                self.fields[OPTION + choice.name] = field
                if choice.name in options:
                    values = {option.value: str(position) for position, option in enumerate(choice.values)}
                    self.initial[OPTION + choice.name] = values.get(options[choice.name], options[choice.name])

    def chosen(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of the valid form; values without a field stay unchanged."""
        unchanged = {name: value for name, value in before.items() if OPTION + name not in self.fields}
        return {**unchanged, **parse_options(self.choices, self.cleaned_data)}


class StageForm(PartialForm):
    """One stage: its format and settings and, for a later stage, the number of entrants it takes."""

    format = forms.ChoiceField(choices=lambda: [(key, one.name) for key, one in FORMATS.items()], label=gettext_lazy("Format"))
    takes = forms.IntegerField(
        min_value=2,
        max_value=MAX_ENTRANTS,
        required=False,
        label=gettext_lazy("Qualifiers"),
        help_text=gettext_lazy("The best entrants of the previous stage."),
    )

    def __init__(
        self, number: int, data: Mapping[str, Any] | None, key: str, *,
        kept: Mapping[str, Any], takes: object = None, settings: Mapping[str, Any] = {},
    ) -> None:  # fmt: skip
        """Build the fields; `takes` and `settings` are initial values, `kept` are settings without a field."""
        initial = {PREFIX + name: _format_setting(value) for name, value in settings.items()}
        super().__init__(data, prefix=f"stage{number}", initial={"format": key, "takes": takes, **initial})
        self.number, self.key, self.kept = number, key, kept
        if number == 1:
            del self.fields["takes"]
        self.declared = tuple(FORMATS[self.key].fields)
        self.fields.update({PREFIX + field.key: setting_field(field) for field in self.declared})

    @property
    def name(self) -> str:
        return FORMATS[self.key].name

    @property
    def setting_rows(self) -> list[Any]:
        return self.rows(*(PREFIX + field.key for field in self.declared))

    def plan(self) -> StagePlan:
        data = self.cleaned_data
        return StagePlan(self.key, {**parse_settings(self.declared, data), **self.kept}, data.get("takes"))


def _game_field(titles: Sequence[tuple[str, str]]) -> forms.Field:
    """Return the choice of a game: those that are played here and, if there are any, titles."""
    choices: list[Any] = game_choices()
    if titles:
        choices = [(gettext_lazy("Played here"), choices), (gettext_lazy("Played elsewhere"), titles)]
    return forms.ChoiceField(choices=choices, label=gettext_lazy("Game"))


def season_field(seasons: Sequence[tuple[int, str]]) -> forms.Field:
    """Return the choice of a franchise season of these (id, name) pairs."""
    return optional_id_field(
        seasons,
        gettext_lazy("None (open to all)"),
        label=gettext_lazy("Franchise season"),
        help_text=gettext_lazy(
            "Only the season's franchises can enter, and matches earn them money. In Incursion Point: Zero "
            "they play with their own Gamers."
        ),
    )


def optional_id_field(rows: Sequence[tuple[int, str]], none: Any, **options: Any) -> forms.Field:
    """Return an optional choice of one of these (id, name) rows."""
    choices = [("", none), *rows]
    return forms.TypedChoiceField(choices=choices, coerce=int, empty_value=None, required=False, **options)


def parse_settings(declared: Sequence[Field], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a format that a valid form contains."""
    return {
        field.key: [int(number) for number in value.split(",") if number.strip()] if isinstance(field.default, tuple) else value
        for field in declared
        if (value := data.get(PREFIX + field.key)) not in (None, "")
    }


def setting_field(field: Field) -> forms.Field:
    """Return the form field for a format's setting."""
    if field.is_halves:
        return HalfPointsField(field)
    if not isinstance(field.default, tuple):
        return build_setting_field(field)
    return forms.RegexField(
        r"^\s*(\d{1,4}(\s*,\s*\d{1,4})*)?\s*$",
        required=False,
        initial=_format_setting(field.default),
        label=_(field.label),
        help_text=_("{help} Whole numbers separated by commas.", help=_(field.help)),
        error_messages={"invalid": gettext_lazy("Enter whole numbers separated by commas.")},
    )


def _format_setting(value: object) -> object:
    """Return a setting as its field shows it: numbers separated by commas."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
