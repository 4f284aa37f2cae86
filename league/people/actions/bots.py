"""Accounts of bots. They sign in nowhere: the referee plays for them."""

from collections.abc import Collection
from datetime import datetime

from django.contrib.auth.hashers import make_password

from league.people.models import Player

KINDS = {"greedy": "Greedy bot", "search": "Search bot", "random": "Random bot"}
"""The bots a person may choose, by key, with their names."""


def bot_account(*, username: str, display_name: str, kind: str, at: datetime) -> int:
    """The player id of this bot, whose account is opened on first use."""
    player, _ = Player.objects.get_or_create(
        username=username,
        defaults={"display_name": display_name, "bot": kind, "password": make_password(None), "date_joined": at},
    )
    return int(player.pk)


def house_bot(*, kind: str, at: datetime) -> int:
    """The bot of a kind that plays whoever asks."""
    return bot_account(username=f"bot-{kind}", display_name=KINDS[kind], kind=kind, at=at)


def free_bot(*, kind: str, taken: Collection[int], at: datetime) -> int:
    """A bot of a kind that is none of `taken`; another one is made when all are."""
    found = Player.objects.filter(bot=kind, is_active=True).exclude(pk__in=taken).order_by("pk").first()
    if found:
        return int(found.pk)
    number = Player.objects.filter(bot=kind).count() + 1
    return bot_account(username=f"bot-{kind}-{number}", display_name=f"{KINDS[kind]} {number}", kind=kind, at=at)
