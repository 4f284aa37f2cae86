"""The filters of a leaderboard."""

from django import forms

from league.ratings.asking import Asked

ACTIVE = [(0, "Whenever they played"), (7, "The last 7 days"), (30, "The last 30 days"), (365, "The last year")]
GAMES = [(1, "1 or more"), (10, "10 or more"), (30, "30 or more"), (100, "100 or more")]


class LeaderboardForm(forms.Form):
    """Shows what is asked for; the address is what is read (league/ratings/asking.py)."""

    pool = forms.CharField(widget=forms.HiddenInput)
    min_games = forms.ChoiceField(label="Matches")
    active_days = forms.ChoiceField(label="Played in")
    bots = forms.ChoiceField(label="Bots", choices=[("show", "Shown"), ("hide", "Hidden")])

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
        self._offer("min_games", GAMES, filters.min_games, f"{filters.min_games} or more")
        self._offer("active_days", ACTIVE, filters.active_days, f"The last {filters.active_days} days")

    def _offer(self, name: str, choices: list[tuple[int, str]], now: int, text: str) -> None:
        """The usual choices, and what is asked for now where it is none of them."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices if any(now == value for value, _ in choices) else [*choices, (now, text)]
