"""Who takes part in the demo league. Everybody may know these passwords: they are printed at the start."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.hashers import make_password

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
