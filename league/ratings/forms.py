"""The filters of a leaderboard."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from engines.words import say
from league.ratings.filters import Asked

ACTIVE = [
    (0, gettext_lazy("Whenever they played")),
    (7, gettext_lazy("The last 7 days")),
    (30, gettext_lazy("The last 30 days")),
    (365, gettext_lazy("The last year")),
]
GAMES = [
    (1, gettext_lazy("1 or more")),
    (10, gettext_lazy("10 or more")),
    (30, gettext_lazy("30 or more")),
    (100, gettext_lazy("100 or more")),
]


class LeaderboardForm(forms.Form):
    """Shows what is asked for; the address is what is read (league/ratings/filters.py)."""

    pool = forms.CharField(widget=forms.HiddenInput)
    min_games = forms.ChoiceField(label=gettext_lazy("Matches"))
    active_days = forms.ChoiceField(label=gettext_lazy("Played in"))
    bots = forms.ChoiceField(
        label=gettext_lazy("Bots"), choices=[("show", gettext_lazy("Shown")), ("hide", gettext_lazy("Hidden"))]
    )

    def __init__(self, wanted: Asked) -> None:
        filters = wanted.filters
        super().__init__(
            initial={
                "pool": wanted.pool,
                "min_games": filters.min_games,
                "active_days": filters.active_days,
                "bots": "show" if filters.bots else "hide",
            }
        )
        self._offer("min_games", GAMES, filters.min_games, say("{n} or more", n=filters.min_games))
        self._offer("active_days", ACTIVE, filters.active_days, say("The last {n} days", n=filters.active_days))

    def _offer(self, name: str, choices: list[tuple[int, Any]], now: int, text: str) -> None:
        """The usual choices, and what is asked for now where it is none of them."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices if any(now == value for value, _ in choices) else [*choices, (now, text)]
