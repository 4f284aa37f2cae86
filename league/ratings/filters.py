"""What addresses of leaderboards and rating histories ask for, read with a reason for every refusal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines.words import say
from league.games import game as find_game
from league.ratings.pools import game_of
from league.ratings.queries import Filters, pools_of
from league.ratings.queries.leaderboard import PAGE
from matches.api.paging import PageParams
from matches.api.validation import CharField, ChoiceField, InputSerializer, IntegerField, validated
from matches.refusals import Refused

MOST = 1_000_000
SHOW, HIDE = "show", "hide"
CODES = {
    **dict.fromkeys(("min_games", "active_days", "page", "limit", "moments"), "bad-number"),
    "pool": "unknown-pool", "pool.required": "unknown-pool", "bots": "bad-choice",
}  # fmt: skip


def check_pool(key: str) -> None:
    """Raise Refused("unknown-pool") if no game has this pool of ratings."""
    found = find_game(game_of(key))
    if found is None or (key != found.key and key not in pools_of(found.key)):
        raise Refused("unknown-pool", say("There is no such pool of ratings."), "pool")


class PoolParams(InputSerializer):
    codes = CODES
    pool = CharField(
        default="", max_length=60, validators=[check_pool],
        help_text="A pool of ratings, as zero-day/advanced; the game's own if not given.",
    )  # fmt: skip


class LeaderboardParams(PoolParams, PageParams):
    min_games = IntegerField(default=1, max_value=MOST, help_text="Only those with so many matches.")
    active_days = IntegerField(
        default=0, max_value=36_500, help_text="Only those who have played in so many days; 0 is everybody."
    )
    bots = ChoiceField([SHOW, HIDE], default=SHOW, help_text="Whether bots are shown.")
    limit = IntegerField(default=PAGE, min_value=1, max_value=500, help_text="How many to a page.")


class HistoryParams(PoolParams, PageParams):
    limit = IntegerField(default=200, min_value=1, max_value=1_000, help_text="How many to a page.")


class RanksParams(InputSerializer):
    codes = CODES
    pool = CharField(max_length=60, validators=[check_pool], help_text="A pool of ratings, as zero-day.")
    moments = IntegerField(
        default=12, min_value=2, max_value=24,
        help_text="How many moments, evenly from the first match to the last.",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    pool: str
    filters: Filters
    page: int
    limit: int


def asked(game: str, given: Mapping[str, str]) -> Asked:
    """The pool, filters and page of a query string; Refused with the field that is wrong."""
    params = validated(LeaderboardParams, given)
    pool = params["pool"] or game
    if game_of(pool) != game:
        raise Refused("unknown-pool", say("There is no such pool of ratings in this game."), "pool")
    filters = Filters(params["min_games"], params["active_days"], bots=params["bots"] == SHOW)
    return Asked(pool, filters, params["page"], params["limit"])
