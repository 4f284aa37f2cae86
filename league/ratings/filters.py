"""Query parameters of leaderboards and rating histories, and the filter form."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from engines.i18n import translate as _
from league.games import find_rated_game
from league.ratings.pools import get_game_key
from league.ratings.queries.leaderboard import PAGE_SIZE, LeaderboardFilters
from league.ratings.queries.players import list_pools
from matches.api.pagination import PageParams
from matches.api.validation import CharField, ChoiceField, InputSerializer, IntegerField, validate_input
from matches.errors import ActionError

MAX_NUMBER = 1_000_000
SHOW, HIDE = "show", "hide"
CODES = {
    **dict.fromkeys(("min_games", "active_days", "page", "limit", "moments"), "bad-number"),
    "pool": "unknown-pool", "pool.required": "unknown-pool", "bots": "bad-choice",
}  # fmt: skip
ACTIVE_CHOICES = [
    (0, gettext_lazy("Any time")),
    (7, gettext_lazy("The last 7 days")),
    (30, gettext_lazy("The last 30 days")),
    (365, gettext_lazy("The last year")),
]
GAMES_CHOICES = [
    (1, gettext_lazy("1 or more")),
    (10, gettext_lazy("10 or more")),
    (30, gettext_lazy("30 or more")),
    (100, gettext_lazy("100 or more")),
]


def check_pool(key: str) -> None:
    """Raise ActionError("unknown-pool") if no game has this pool."""
    game = find_rated_game(get_game_key(key))
    if game is None or key not in list_pools(game.key):
        raise ActionError("unknown-pool", _("Rating pool not found."), "pool")


class PoolParams(InputSerializer):
    """Query parameter for a pool."""

    codes = CODES
    pool = CharField(
        default="", max_length=60, validators=[check_pool],
        help_text="A rating pool such as zero-day/fast (default: the game's pool of normal speed).",
    )  # fmt: skip


class LeaderboardParams(PoolParams, PageParams):
    """Query parameters of a leaderboard."""

    min_games = IntegerField(default=1, max_value=MAX_NUMBER, help_text="Minimum number of matches.")
    active_days = IntegerField(
        default=0, max_value=36_500, help_text="Only players active in the last n days. 0 = all players."
    )
    bots = ChoiceField([SHOW, HIDE], default=SHOW, help_text="Whether bots are shown.")
    limit = IntegerField(default=PAGE_SIZE, min_value=1, max_value=500, help_text="Entries per page.")


class HistoryParams(PoolParams, PageParams):
    """Query parameters of a rating history."""

    limit = IntegerField(default=200, min_value=1, max_value=1_000, help_text="Entries per page.")


class RanksParams(InputSerializer):
    """Query parameters of a rank history."""

    codes = CODES
    pool = CharField(max_length=60, validators=[check_pool], help_text="A rating pool such as zero-day.")
    moments = IntegerField(
        default=12, min_value=2, max_value=24,
        help_text="Number of points, evenly spaced from the first match to the last.",
    )  # fmt: skip


def parse_filters(game: str, query: Mapping[str, str]) -> LeaderboardFilters:
    """Return the leaderboard filters of a query string. Raises ActionError with the invalid field."""
    params = validate_input(LeaderboardParams, query)
    pool = params["pool"] or game
    if get_game_key(pool) != game:
        raise ActionError("unknown-pool", _("Rating pool not found in this game."), "pool")
    return LeaderboardFilters(**{**params, "pool": pool, "bots": params["bots"] == SHOW})


class LeaderboardForm(forms.Form):
    """The filter form, for display only; `parse_filters` parses the query."""

    pool = forms.CharField(widget=forms.HiddenInput)
    min_games = forms.ChoiceField(label=gettext_lazy("Matches"))
    active_days = forms.ChoiceField(label=gettext_lazy("Active in"))
    bots = forms.ChoiceField(
        label=gettext_lazy("Bots"), choices=[(SHOW, gettext_lazy("Shown")), (HIDE, gettext_lazy("Hidden"))]
    )

    def __init__(self, filters: LeaderboardFilters) -> None:
        super().__init__(initial={**asdict(filters), "bots": SHOW if filters.bots else HIDE})
        self._offer("min_games", GAMES_CHOICES, filters.min_games, _("{n} or more", n=filters.min_games))
        self._offer("active_days", ACTIVE_CHOICES, filters.active_days, _("The last {n} days", n=filters.active_days))

    def _offer(self, name: str, choices: list[tuple[int, Any]], current: int, text: str) -> None:
        """Offer the usual choices and the current value."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices if any(current == value for value, _ in choices) else [*choices, (current, text)]
