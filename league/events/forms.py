"""Forms of events."""

from django import forms

from league.events.actions.organising import MOST_CYCLES, MOST_ENTRANTS, Plan
from league.lobby.forms import game_choices
from league.lobby.presets import CHOICES, HINT, PRESETS


class EventForm(forms.Form):
    name = forms.CharField(max_length=80, min_length=3)
    game = forms.ChoiceField(choices=game_choices)
    preset = forms.ChoiceField(choices=CHOICES, initial="standard", label="Time", help_text=HINT)
    max_entrants = forms.IntegerField(min_value=2, max_value=MOST_ENTRANTS, initial=8, label="Places")
    cycles = forms.IntegerField(
        min_value=1, max_value=MOST_CYCLES, initial=1, help_text="How often everybody meets everybody."
    )
    start_by_min = forms.IntegerField(
        min_value=1,
        max_value=1440,
        initial=10,
        label="Minutes to appear",
        help_text="Who is not there by then forfeits the match.",
    )
    round_gap_s = forms.IntegerField(min_value=0, max_value=86400, initial=60, label="Pause between rounds, in seconds")
    auto_advance = forms.BooleanField(required=False, initial=True, label="Start the next round by itself")
    rated = forms.BooleanField(required=False, initial=True, label="Rated")

    def plan(self) -> Plan:
        """What a valid form asks for."""
        given = self.cleaned_data
        return Plan(
            name=given["name"],
            game=given["game"],
            control=PRESETS[given["preset"]],
            max_entrants=given["max_entrants"],
            cycles=given["cycles"],
            start_by_min=given["start_by_min"],
            round_gap_s=given["round_gap_s"],
            auto_advance=given["auto_advance"],
            rated=given["rated"],
        )
