"""What a leaderboard's address asks for, read with a reason for every refusal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines.words import say
from league.ratings.pools import game_of
from league.ratings.queries import Filters, pools_of
from league.ratings.queries.leaderboard import PAGE
from matches.refusals import Refused

MOST = 1_000_000
LARGEST_PAGE = 500
BOTS = ("show", "hide")


@dataclass(frozen=True, slots=True)
class Asked:
    pool: str
    filters: Filters
    page: int
    limit: int


def asked(game: str, given: Mapping[str, str]) -> Asked:
    """The pool, filters and page of a query string; Refused with the field that is wrong."""
    bots = given.get("bots") or "show"
    if bots not in BOTS:
        raise Refused("bad-choice", say("Bots are either shown (show) or hidden (hide)."), "bots")
    return Asked(
        pool=pool(game, given.get("pool") or game),
        filters=Filters(
            min_games=number(given, "min_games", 1, least=0, most=MOST),
            active_days=number(given, "active_days", 0, least=0, most=36_500),
            bots=bots == "show",
        ),
        page=number(given, "page", 1, least=1, most=MOST),
        limit=number(given, "limit", PAGE, least=1, most=LARGEST_PAGE),
    )


def pool(game: str, key: str) -> str:
    """The pool, if it is one of this game."""
    if key != game and (game_of(key) != game or key not in pools_of(game)):
        raise Refused("unknown-pool", say("There is no such pool of ratings in this game."), "pool")
    return key


def number(given: Mapping[str, str], name: str, default: int, *, least: int, most: int) -> int:
    """A whole number of a query string; an empty one is the default."""
    text = given.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
        raise Refused("bad-number", say("Give a whole number from {least} to {most}.", least=least, most=most), name)
    return int(text)
