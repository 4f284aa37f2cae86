"""The forms of an event's settings: what is decided once, and each stage with the settings of its format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.forms.utils import ErrorDict
from django.utils.translation import gettext_lazy

from engines.words import say, told
from league.event_console.event_form import PREFIX, EventForm, made, season_field
from league.events.actions.event_copies import OWN
from league.events.actions.event_lifecycle import MOST_ENTRANTS, Plan
from league.events.stage_plans import StagePlan
from league.formats.registry import ALL
from league.formats.settings import Field
from league.games import game
from league.leagues.forms import UNITS
from league.leagues.policy import MOST_LENGTH, MOST_WARNINGS
from league.match_options import OPTION, chosen_options, option_field
from league.time_controls.forms import OWN_FIELDS, check_own, control_in, own_fields, preset_field
from league.time_controls.presets import PRESETS
from matches.control_words import short_control_text

KEEP = "keep"
"""A time that is none of the presets, as it is."""


def format_choices() -> list[tuple[str, str]]:
    return [(key, one.name) for key, one in ALL.items()]


class Sheet(forms.Form):
    """A form that can be shown half written: not `checked`, it says nothing of what is missing yet."""

    checked = True

    @property
    def errors(self) -> ErrorDict:
        return super().errors if self.checked else ErrorDict()


class PlanForm(Sheet):
    """Everything but stages and tie-breaks; the options are those of the `game`."""

    def __init__(
        self,
        plan: Plan,
        data: Mapping[str, Any] | None = None,
        *,
        playing: str,
        seasons: Sequence[tuple[int, str]] = (),
    ) -> None:
        """`seasons` are those with franchises, as (id, name), that the event may belong to."""
        super().__init__(data, initial=_initial(plan))
        self.before = plan
        fields = {key: field for key, field in EventForm.base_fields.items() if key != "draft"}
        fields["repeat_days"] = forms.IntegerField(
            min_value=0,
            max_value=366,
            label=gettext_lazy("Recurs after so many days"),
            help_text=gettext_lazy("When it starts, the next one opens with the same settings. 0: it does not recur."),
        )
        fields |= _absence_fields()
        fields["draw_offers"] = forms.BooleanField(
            required=False,
            label=gettext_lazy("Players may agree on draws"),
            help_text=gettext_lazy("In games whose rules know a draw."),
        )
        fields["player_pauses"] = forms.BooleanField(
            required=False,
            label=gettext_lazy("Players may agree on pauses"),
            help_text=gettext_lazy("Of 15 minutes at most, in which no clock runs."),
        )
        fields["rate_entered"] = forms.BooleanField(
            required=False,
            label=gettext_lazy("Rate entered results"),
            help_text=gettext_lazy("Results that staff enter by hand change ratings, too. Only in rated events."),
        )
        fields["pool"] = forms.CharField(
            required=False,
            max_length=30,
            label=gettext_lazy("Rating pool"),
            help_text=gettext_lazy("Leave it empty for the ratings of the game."),
        )
        fields["preset"] = preset_field(*_as_now(plan))
        fields |= own_fields()
        if seasons:
            fields["season_id"] = season_field(seasons)
            self.initial["season_id"] = plan.season_id
        self.fields.update(fields)
        found = game(playing)
        self.choices = found.choices if found else ()
        for one in self.choices:
            field = option_field(one)
            if field is not None:
                self.fields[OPTION + one.name] = field
                if one.name in plan.options and playing == plan.game:
                    self.initial[OPTION + one.name] = _option_value(one, plan.options[one.name])

    @property
    def option_rows(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith(OPTION)]

    @property
    def own_rows(self) -> list[Any]:
        return [self[name] for name in OWN_FIELDS]

    def clean(self) -> dict[str, Any]:
        check_own(self)
        return self.cleaned_data

    def rows(self, *names: str) -> list[Any]:
        return [self[name] for name in names]

    def plan(self, stages: list[StagePlan], tie_breaks: list[str]) -> Plan:
        """What the valid form asks for; what no form can ask for stays as it was."""
        given = self.cleaned_data
        names = (
            "name",
            "game",
            "about",
            "max_entrants",
            "registration",
            "seeding",
            "least_rating",
            "most_rating",
            "starts_at",
            "check_in_min",
            "start_by_min",
            "delay_s",
            "round_gap_s",
            "auto_advance",
            "rated",
            "rate_entered",
            "repeat_days",
            "pool",
            "answer_min",
            "draw_offers",
            "player_pauses",
            "no_show_warnings",
            "ban_length",
            "ban_unit",
            "bot_pace_ms",
            "bot_accounts",
        )
        before = self.before
        asked = {one.name for one in self.choices if OPTION + one.name in given}
        kept = {
            key: value for key, value in before.options.items() if key not in asked and given["game"] == before.game
        }
        if given["bot_pace_ms"] is None:
            given["bot_pace_ms"] = before.bot_pace_ms
        return Plan(
            **{name: given[name] for name in names},
            control=before.control if given["preset"] == KEEP else control_in(given),
            stages=stages,
            options={**kept, **chosen_options(self.choices, given)},
            tie_breaks=tie_breaks,
            season_id=given.get("season_id", before.season_id),
        )


class StageForm(Sheet):
    """One stage: its format, the settings that the format declares, and of a later stage how many it takes."""

    format = forms.ChoiceField(choices=format_choices, label=gettext_lazy("Format"))
    takes = forms.IntegerField(
        min_value=2,
        max_value=MOST_ENTRANTS,
        required=False,
        label=gettext_lazy("Takes the best"),
        help_text=gettext_lazy("Of the stage before."),
    )

    def __init__(
        self, number: int, data: Mapping[str, Any] | None = None, *, key: str, before: StagePlan | None = None
    ) -> None:
        initial: dict[str, Any] = {"format": key, "takes": before.takes if before else None}
        self.kept: dict[str, Any] = {}
        if before and before.format == key:
            initial |= {PREFIX + name: _listed(value) for name, value in before.settings.items()}
            self.kept = {name: value for name, value in before.settings.items() if name in OWN}
        super().__init__(data, prefix=f"stage{number}", initial=initial)
        self.number, self.key = number, key
        if number == 1:
            del self.fields["takes"]
        self.declared = tuple(ALL[key].fields)
        for field in self.declared:
            self.fields[PREFIX + field.key] = made(field) or _list_field(field)

    @property
    def name(self) -> str:
        return ALL[self.key].name

    @property
    def setting_rows(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    def plan(self) -> StagePlan:
        given = self.cleaned_data
        settings = {
            field.key: _numbers(given[PREFIX + field.key]) if isinstance(field.default, tuple) else value
            for field in self.declared
            if (value := given[PREFIX + field.key]) not in (None, "")
        }
        return StagePlan(self.key, {**settings, **self.kept}, given.get("takes"))


def _absence_fields() -> dict[str, forms.Field]:
    """What follows when somebody leaves, or does not appear."""
    return {
        "answer_min": forms.IntegerField(
            min_value=0,
            max_value=10_080,
            label=gettext_lazy("Minutes for a substitute to answer"),
            help_text=gettext_lazy(
                "Whoever waits longest is asked when a place gets free. 0: has the place without being asked."
            ),
        ),
        "no_show_warnings": forms.IntegerField(
            min_value=0,
            max_value=MOST_WARNINGS,
            required=False,
            label=gettext_lazy("No-shows that only warn"),
            help_text=gettext_lazy("The next one bans. Empty: as the league says, or nobody counts them."),
        ),
        "ban_length": forms.IntegerField(min_value=1, max_value=MOST_LENGTH, label=gettext_lazy("A ban lasts")),
        "ban_unit": forms.ChoiceField(choices=UNITS, label=gettext_lazy("Days or events")),
    }


def _list_field(field: Field) -> forms.Field:
    pattern = r"^\s*(\d{1,4}(\s*,\s*\d{1,4})*)?\s*$"
    return forms.RegexField(
        pattern,
        required=False,
        label=told(field.label),
        help_text=say("{help} Whole numbers with commas between.", help=told(field.help)),
        error_messages={"invalid": gettext_lazy("Give whole numbers with commas between.")},
    )


def _numbers(text: str) -> list[int]:
    return [int(one) for one in text.split(",") if one.strip()]


def _listed(value: object) -> object:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def _option_value(one: Any, value: object) -> object:
    if not one.values:
        return value
    return next((str(at) for at, known in enumerate(one.values) if known.value == value), None)


def _as_now(plan: Plan) -> list[tuple[str, str]]:
    return (
        []
        if plan.control in PRESETS.values()
        else [(KEEP, say("As now: {time}", time=short_control_text(plan.control)))]
    )


def _initial(plan: Plan) -> dict[str, Any]:
    others = ("repeat_days", "pool", "rate_entered", "draw_offers", "player_pauses")
    names = [*EventForm.base_fields, *others, *_absence_fields()]
    initial = {name: getattr(plan, name) for name in names if hasattr(plan, name)}
    initial["preset"] = next((key for key, control in PRESETS.items() if control == plan.control), KEEP)
    return initial
