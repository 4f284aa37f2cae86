"""Accounts and league of the demo. The passwords are public: they are printed at the start."""

from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password

from league.leagues.actions import SeasonDetails, add_staff, create_league, create_season
from league.leagues.models import League, Role
from league.people.actions.bots import get_or_create_bot
from league.people.models import Player

PASSWORD = "league-zero"  # noqa: S105
ORGANISER = "olivia"
PLAYER_NAMES = {ORGANISER: "Olivia", "ada": "Ada", "ben": "Ben"}
BOTS = {
    "bot-brigadier": ("Brigadier Bold", "level-5"),
    "bot-magpie": ("Magpie", "level-4"),
    "bot-iron-duchess": ("Iron Duchess", "level-5"),
    "bot-sapper": ("Sapper Sid", "level-4"),
    "bot-butterfly": ("Butterfly", "level-2"),
    "bot-coin-toss": ("Coin Toss", "level-1"),
    "bot-scatterbrain": ("Scatterbrain", "level-2"),
    "bot-weathercock": ("Weathercock", "level-3"),
}
"""Display name and bot kind by username."""
CHALLENGERS = ("bot-brigadier", "bot-magpie", "bot-iron-duchess", "bot-sapper")
"""The bots that offer matches in the lobby."""
SLUG = "demo-league"
NAME = "Demo League"
ABOUT = "Bots play here season after season, in every game for two, so that there is always a match to watch."
SEASON_DAYS = 90


def get_or_create_players(at: datetime) -> dict[str, int]:
    """Return the ids of the demo's players by username, creating missing accounts."""
    people = {}
    for username, name in PLAYER_NAMES.items():
        account = {"display_name": name, "password": lambda: make_password(PASSWORD), "date_joined": at}
        people[username] = Player.objects.get_or_create(username=username, defaults=account)[0].pk
    return people


def get_or_create_bots(at: datetime) -> list[int]:
    """Return the ids of the demo's bots, in the order of BOTS."""
    return [
        get_or_create_bot(username=username, display_name=name, kind=kind, at=at) for username, (name, kind) in BOTS.items()
    ]


def describe_accounts() -> list[str]:
    """Return the description of the accounts to print when the site starts."""
    players = [name for name in PLAYER_NAMES if name != ORGANISER]
    return [f"Sign in as {ORGANISER} (organises the demo league), {' or '.join(players)}. Password: {PASSWORD}"]


def get_or_create_league(*, organiser: int, referee: str, at: datetime) -> int:
    """Return the id of the demo league, creating it with two staff and a season if missing."""
    existing_id = find_demo_league()
    if existing_id is not None:
        return existing_id
    league_id = create_league(by=organiser, name=NAME, slug=SLUG, about=ABOUT, at=at)
    add_staff(league_id=league_id, by=organiser, username=referee, role=Role.REFEREE, at=at)
    days = SeasonDetails(f"Season {at.year}", at.date(), at.date() + timedelta(days=SEASON_DAYS))
    create_season(league_id=league_id, by=organiser, days=days, at=at)
    return league_id


def find_demo_league() -> int | None:
    """Return the id of the demo league; None if it was not loaded."""
    return League.objects.filter(slug=SLUG).values_list("pk", flat=True).first()
