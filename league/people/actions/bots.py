"""Accounts of bots. They sign in nowhere: the referee plays for them."""

from collections.abc import Collection
from datetime import datetime

from django.contrib.auth.hashers import make_password

from engines.words import marked
from league.people.models import Player

KINDS = {"greedy": marked("Greedy bot"), "search": marked("Search bot"), "random": marked("Random bot")}
"""The bots that there are, by key, with their names. Which of them play a game, its `bots` say."""
ABOUT = {
    "greedy": marked("takes what it can get"),
    "random": marked("plays anything allowed"),
    "search": marked("thinks ahead for a second"),
}


def bot_account(*, username: str, display_name: str, kind: str, at: datetime) -> int:
    """The player id of this bot, whose account is opened on first use."""
    player, _ = Player.objects.get_or_create(
        username=username,
        defaults={"display_name": display_name, "bot": kind, "password": make_password(None), "date_joined": at},
    )
    return int(player.pk)


def house_bot(*, kind: str, at: datetime, number: int = 1) -> int:
    """The bot of a kind that plays whoever asks; others of its kind, by number, sit beside it where several are due."""
    name = KINDS[kind] if number == 1 else f"{KINDS[kind]} {number}"
    return bot_account(username=_username(kind, number), display_name=name, kind=kind, at=at)


def free_bot(*, kind: str, taken: Collection[int], at: datetime) -> int:
    """A bot of a kind that is none of `taken`; another one is made when all are."""
    found = Player.objects.filter(bot=kind, is_active=True).exclude(pk__in=taken).order_by("pk").first()
    if found:
        return int(found.pk)
    number = 1
    while Player.objects.filter(username=_username(kind, number)).exists():
        number += 1
    return house_bot(kind=kind, at=at, number=number)


def _username(kind: str, number: int) -> str:
    return f"bot-{kind}" if number == 1 else f"bot-{kind}-{number}"
