"""Forms of events. The settings of a format become fields by what the format declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from engines.words import told
from league.events.actions.event_lifecycle import BOT_PACE_MS, MOST_ENTRANTS, SLOWEST_BOT_MS, Plan
from league.events.models import Registration, Seeding
from league.events.stage_plans import StagePlan
from league.formats.registry import ALL
from league.formats.settings import Field
from league.match_options import game_choices
from league.time_controls.forms import OWN_FIELDS, check_own, control_in, own_fields, preset_field
from matches.spectators import LONGEST_DELAY_MS

_REGISTRATION = [
    (Registration.OPEN, gettext_lazy("Everybody with an account")),
    (Registration.APPROVAL, gettext_lazy("Who asks and is admitted")),
    (Registration.INVITE, gettext_lazy("Those I invite")),
]
_SEEDING = [
    (Seeding.RATING, gettext_lazy("By rating")),
    (Seeding.MANUAL, gettext_lazy("As I order them")),
    (Seeding.RANDOM, gettext_lazy("By lot")),
]
PREFIX = "setting_"


class EventForm(forms.Form):
    """The first stage's `format` decides which settings the form has."""

    name = forms.CharField(max_length=80, min_length=3, label=gettext_lazy("Name"))
    game = forms.ChoiceField(choices=game_choices, label=gettext_lazy("Game"))
    preset = preset_field()
    max_entrants = forms.IntegerField(min_value=2, max_value=MOST_ENTRANTS, initial=8, label=gettext_lazy("Places"))
    registration = forms.ChoiceField(
        choices=_REGISTRATION, initial=Registration.OPEN, label=gettext_lazy("Who may join")
    )
    seeding = forms.ChoiceField(choices=_SEEDING, initial=Seeding.RATING, label=gettext_lazy("Seeding"))
    least_rating = forms.IntegerField(min_value=0, max_value=5000, required=False, label=gettext_lazy("Ratings from"))
    most_rating = forms.IntegerField(min_value=0, max_value=5000, required=False, label=gettext_lazy("Ratings up to"))
    starts_at = forms.DateTimeField(
        required=False,
        label=gettext_lazy("Starts by itself at (UTC)"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("Leave it empty to start the event by hand."),
    )
    check_in_min = forms.IntegerField(
        min_value=0,
        max_value=1440,
        initial=0,
        label=gettext_lazy("Check-in, minutes before the start"),
        help_text=gettext_lazy("Who has not checked in is left out. 0: nobody has to."),
    )
    start_by_min = forms.IntegerField(
        min_value=1,
        max_value=10080,
        initial=10,
        label=gettext_lazy("Minutes to appear"),
        help_text=gettext_lazy("Who is not there by then forfeits the match."),
    )
    delay_s = forms.IntegerField(
        min_value=0,
        max_value=LONGEST_DELAY_MS // 1000,
        initial=0,
        required=False,
        label=gettext_lazy("Spectators see it later by, in seconds"),
        help_text=gettext_lazy("Results, standings and the next round come so much later, too. 0: at once."),
    )
    round_gap_s = forms.IntegerField(
        min_value=0, max_value=604800, initial=60, label=gettext_lazy("Pause between rounds, in seconds")
    )
    auto_advance = forms.BooleanField(
        required=False, initial=True, label=gettext_lazy("Start the next round by itself")
    )
    bot_pace_ms = forms.IntegerField(
        min_value=0,
        max_value=SLOWEST_BOT_MS,
        initial=BOT_PACE_MS,
        required=False,
        label=gettext_lazy("Bots wait before a move (ms)"),
        help_text=gettext_lazy(
            "At most a tenth of the remaining time. Bots don't wait where only bots play and nobody watches."
        ),
    )
    bot_accounts = forms.BooleanField(
        required=False,
        label=gettext_lazy("Allow bot accounts"),
        help_text=gettext_lazy(
            "Accounts that programs play with may enter. Their matches are rated in a separate pool."
        ),
    )
    rated = forms.BooleanField(required=False, initial=True, label=gettext_lazy("Rated"))
    draft = forms.BooleanField(
        required=False, label=gettext_lazy("Keep it a draft"), help_text=gettext_lazy("Only you see a draft.")
    )
    about = forms.CharField(
        required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 4}), label=pgettext_lazy("event", "About")
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        format: str,
        leagues: Sequence[tuple[int, str]] = (),
        seasons: Sequence[tuple[int, str]] = (),
        **rest: Any,
    ) -> None:
        """`leagues` are those, as (id, name), that the organiser may hold events of; `seasons` those of theirs."""
        super().__init__(data, **rest)
        self.format = format
        if leagues:
            self.fields["league"] = forms.TypedChoiceField(
                choices=[("", pgettext_lazy("league", "None")), *leagues],
                coerce=int,
                empty_value=None,
                required=False,
                label=gettext_lazy("League"),
            )
        if seasons:
            self.fields["season_id"] = season_field(seasons)
        for field in ALL[format].fields:
            found = made(field)
            if found is not None:
                self.fields[PREFIX + field.key] = found
        order = list(EventForm.base_fields)
        settings = [name for name in self.fields if name.startswith(PREFIX)]
        self.order_fields([*order[:1], "league", "season_id", *order[1:4], *settings, *order[4:]])
        self.fields.update(own_fields())

    @property
    def own_rows(self) -> list[Any]:
        return [self[name] for name in OWN_FIELDS]

    @property
    def plain_rows(self) -> list[Any]:
        return [self[name] for name in self.fields if name not in OWN_FIELDS]

    def clean(self) -> dict[str, Any]:
        check_own(self)
        return self.cleaned_data

    def plan(self) -> Plan:
        """What a valid form asks for."""
        given = self.cleaned_data
        settings = {
            name.removeprefix(PREFIX): value
            for name, value in given.items()
            if name.startswith(PREFIX) and value not in (None, "")
        }
        return Plan(
            name=given["name"],
            game=given["game"],
            league=given.get("league"),
            season_id=given.get("season_id"),
            control=control_in(given),
            stages=(StagePlan(self.format, settings),),
            about=given["about"],
            max_entrants=given["max_entrants"],
            registration=given["registration"],
            seeding=given["seeding"],
            least_rating=given["least_rating"],
            most_rating=given["most_rating"],
            starts_at=given["starts_at"],
            check_in_min=given["check_in_min"],
            start_by_min=given["start_by_min"],
            delay_s=given["delay_s"] or 0,
            round_gap_s=given["round_gap_s"],
            auto_advance=given["auto_advance"],
            bot_pace_ms=BOT_PACE_MS if given["bot_pace_ms"] is None else given["bot_pace_ms"],
            bot_accounts=given["bot_accounts"],
            rated=given["rated"],
            draft=given["draft"],
        )


def season_field(seasons: Sequence[tuple[int, str]]) -> forms.Field:
    return forms.TypedChoiceField(
        choices=[("", gettext_lazy("None: anybody may enter")), *seasons],
        coerce=int,
        empty_value=None,
        required=False,
        label=gettext_lazy("Season with franchises"),
        help_text=gettext_lazy(
            "Only its franchises take part, with their Gamers in Incursion Point: Zero, and matches pay money."
        ),
    )


def made(field: Field) -> forms.Field | None:
    """The form's field for a setting; None for lists, which have pages of their own."""
    if isinstance(field.default, bool):
        return forms.BooleanField(
            required=False, initial=field.default, label=told(field.label), help_text=told(field.help)
        )
    if isinstance(field.default, tuple):
        return None
    if field.choices:
        return forms.ChoiceField(
            choices=[(value, told(label)) for value, label in field.choices],
            initial=field.default,
            label=told(field.label),
            help_text=told(field.help),
        )
    return forms.IntegerField(
        required=field.default is not None,
        initial=field.default,
        min_value=field.least,
        max_value=field.most,
        label=told(field.label),
        help_text=told(field.help),
    )
