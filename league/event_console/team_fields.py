"""The fields for the rules of an event between teams."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from league.events.actions.event_lifecycle import Plan
from league.events.team_rules import RANGES, BoardOrder, NoShowRule, TeamRules, get_rules

TEAM = "team_"
"""The prefix of the fields of a rule."""


def _team_field(name: str, label: Any, **options: Any) -> forms.IntegerField:
    """Return the field of a number of the rules of teams, within its range."""
    minimum, maximum = RANGES[name]
    return forms.IntegerField(min_value=minimum, max_value=maximum, required=False, label=label, **options)


class TeamFields(forms.Form):
    """The rules of teams except the number of boards, which every form of an event has."""

    before: Plan

    team_alternates = _team_field("alternates", gettext_lazy("Alternates per team"))
    team_order = forms.ChoiceField(
        choices=[(BoardOrder.FIXED, gettext_lazy("As on the roster")), (BoardOrder.FREE, gettext_lazy("Free in each round"))],
        required=False,
        label=gettext_lazy("Board order"),
    )
    team_lineup_min = _team_field(
        "lineup_min",
        gettext_lazy("Time for line-ups (min)"),
        help_text=gettext_lazy("From the start of a round. Then the first players of the roster play. 0 = they always play."),
    )
    team_no_show = forms.ChoiceField(
        choices=[
            (NoShowRule.ALTERNATE, gettext_lazy("Ask alternates, else forfeit")),
            (NoShowRule.FORFEIT, gettext_lazy("Forfeit the board")),
        ],
        required=False,
        label=gettext_lazy("If a player doesn't come"),
    )
    team_answer_min = _team_field(
        "answer_min",
        gettext_lazy("Time for alternates (min)"),
        help_text=gettext_lazy("Then the next alternate is asked too. The first to accept plays."),
    )
    team_points = forms.RegexField(
        r"^\d{1,2}-\d{1,2}-\d{1,2}$",
        required=False,
        label=gettext_lazy("Match points"),
        help_text=gettext_lazy("For a won, drawn and lost team match, such as 2-1-0."),
        error_messages={"invalid": gettext_lazy("Enter three whole numbers, such as 2-1-0.")},
    )

    def team_rules(self) -> dict[str, Any]:
        data, before = self.cleaned_data, TeamRules() if self.before.teams is None else get_rules(self.before.teams)
        chosen = {name: data[TEAM + name] for name in before.dump() if data.get(TEAM + name) not in (None, "")}
        win, draw, loss = (int(number) for number in (data.get(TEAM + "points") or "2-1-0").split("-"))
        return {**before.dump(), **chosen, "win": win, "draw": draw, "loss": loss}

    @property
    def team_rows(self) -> list[Any]:
        """Return the fields of the rules of teams."""
        return [self[name] for name in self.fields if name.startswith(TEAM)]


def list_team_values(plan: Plan) -> dict[str, Any]:
    """Return the rules of a plan by field."""
    rules = TeamRules(boards=0) if plan.teams is None else get_rules(plan.teams)
    values = {TEAM + name: value for name, value in rules.dump().items()}
    return {**values, TEAM + "points": f"{rules.win}-{rules.draw}-{rules.loss}"}
