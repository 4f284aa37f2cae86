"""Accounts of bots. They cannot sign in; the site's workers play for them."""

from collections.abc import Collection
from datetime import datetime

from django.contrib.auth.hashers import make_password

from engines.i18n import translate as _
from engines.levels import MAX_LEVELS, PREFIX, parse_number
from league.people.models import Player

BOT_KINDS = {f"{PREFIX}{number}": f"Level {number} bot" for number in range(1, MAX_LEVELS + 1)}
"""The bots by key, with the names of their accounts. Each game's `bots` says which of them play it.

Older bots, whose kinds are names of policies, still play the matches and events that they are in.
"""


def level_name(kind: str) -> str:
    """Return the name of a bot's level, or the kind of an older bot."""
    number = parse_number(kind)
    return kind if number is None else _("Level {number}", number=number)


def get_or_create_bot(*, username: str, display_name: str, kind: str, at: datetime) -> int:
    """Return the player id of this bot, whose account is created on first use."""
    player, _created = Player.objects.get_or_create(
        username=username,
        defaults={"display_name": display_name, "bot": kind, "password": make_password(None), "date_joined": at},
    )
    return int(player.pk)


def get_house_bot(*, kind: str, at: datetime, number: int = 1) -> int:
    """Return the player id of the standard bot of a kind; `number` selects further ones for matches with several."""
    name = BOT_KINDS[kind] if number == 1 else f"{BOT_KINDS[kind]} {number}"
    return get_or_create_bot(username=_build_username(kind, number), display_name=name, kind=kind, at=at)


def get_free_bot(*, kind: str, taken: Collection[int], at: datetime) -> int:
    """Return a bot of a kind that is not in `taken`, creating one if needed."""
    bot = Player.objects.filter(bot=kind, is_active=True).exclude(pk__in=taken).order_by("pk").first()
    if bot:
        return int(bot.pk)
    number = 1
    while Player.objects.filter(username=_build_username(kind, number)).exists():
        number += 1
    return get_house_bot(kind=kind, at=at, number=number)


def _build_username(kind: str, number: int) -> str:
    return f"bot-{kind}" if number == 1 else f"bot-{kind}-{number}"
