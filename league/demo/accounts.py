"""Who takes part in the demo, and its league. Everybody may know these passwords: they are printed at the start."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password

from league.leagues.actions.leagues import create_league
from league.leagues.actions.seasons import Days, create_season
from league.leagues.actions.staff import add_staff
from league.leagues.models import League, Role
from league.people.actions.bots import bot_account
from league.people.models import Player

PASSWORD = "league-zero"  # noqa: S105
ORGANISER = "olivia"
PEOPLE = {ORGANISER: "Olivia", "ada": "Ada", "ben": "Ben"}


@dataclass(frozen=True, slots=True)
class Bot:
    username: str
    name: str
    kind: str


BOTS = (
    Bot("bot-brigadier", "Brigadier Bold", "greedy"),
    Bot("bot-magpie", "Magpie", "greedy"),
    Bot("bot-iron-duchess", "Iron Duchess", "greedy"),
    Bot("bot-sapper", "Sapper Sid", "greedy"),
    Bot("bot-butterfly", "Butterfly", "random"),
    Bot("bot-coin-toss", "Coin Toss", "random"),
    Bot("bot-scatterbrain", "Scatterbrain", "random"),
    Bot("bot-weathercock", "Weathercock", "random"),
)
"""Four that take whatever they can, four that wander about."""


def open_people(at: datetime) -> dict[str, int]:
    """The player ids of the demo's people by username; accounts that are missing are opened."""
    known = dict(Player.objects.filter(username__in=PEOPLE).values_list("username", "pk"))
    for username in PEOPLE.keys() - known.keys():
        player = Player.objects.create(
            username=username, display_name=PEOPLE[username], password=make_password(PASSWORD), date_joined=at
        )
        known[username] = player.pk
    return known


def open_bots(at: datetime) -> list[int]:
    """The player ids of the demo's bots, in the order of BOTS."""
    return [bot_account(username=bot.username, display_name=bot.name, kind=bot.kind, at=at) for bot in BOTS]


def lines() -> list[str]:
    """What to print about the accounts when the site starts."""
    players = [name for name in PEOPLE if name != ORGANISER]
    return [f"Sign in as {ORGANISER} (organises the demo league), {' or '.join(players)}. Password: {PASSWORD}"]


SLUG = "demo-league"
NAME = "Demo League"
ABOUT = "Bots play here season after season, in every game for two, so that there is always a match to watch."
SEASON_DAYS = 90


def open_league(*, organiser: int, referee: str, at: datetime) -> int:
    """The id of the demo's league, which is made with a staff of two and a season where it is missing."""
    known = demo_league()
    if known is not None:
        return known
    league_id = create_league(by=organiser, name=NAME, slug=SLUG, about=ABOUT, at=at)
    add_staff(league_id=league_id, by=organiser, username=referee, role=Role.REFEREE, at=at)
    first_day = at.date()
    days = Days(f"Season {first_day.year}", first_day, first_day + timedelta(days=SEASON_DAYS))
    create_season(league_id=league_id, by=organiser, days=days, at=at)
    return league_id


def demo_league() -> int | None:
    """The id of the demo's league, None where it was not loaded."""
    return League.objects.filter(slug=SLUG).values_list("pk", flat=True).first()
