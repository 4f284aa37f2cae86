"""A slash command that a user has entered, and the sentences of its answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse

from engines.i18n import mark, translate as _
from league.people.models import Player
from league.webhooks.services.discord import Discord
from matches.errors import ActionError

DISCORD = Discord()


@dataclass(frozen=True, slots=True)
class Call:
    """A command that a Discord user has entered."""

    user_id: str
    user_name: str
    player: Player | None
    """The account that the user is linked to."""
    options: Mapping[str, str]
    at: datetime

    @property
    def player_id(self) -> int:
        """Return the id of the player. Raises ActionError without a linked account."""
        if self.player is None:
            raise ActionError("not-linked", _("Link your account first."))
        return self.player.pk


Reply = list[str]
"""The lines of an answer, escaped."""


def explain_link() -> Reply:
    """Return how to link an account."""
    return [
        tell(mark("Link your account first: create a code on this page, and enter it with /link.")),
        f"<{build_url('discord')}>",
    ]


def tell(text: str, **values: object) -> str:
    """Return a sentence with these values escaped; times are shown in each reader's zone."""
    shown = {
        name: DISCORD.format_time(value) if isinstance(value, datetime) else DISCORD.escape(str(value))
        for name, value in values.items()
    }  # fmt: skip
    return _(text, **shown) if shown else _(text)


def build_url(name: str, *args: object) -> str:
    """Return the full URL of a page."""
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def link_to(path: str) -> str:
    """Return a link without a preview."""
    return f"<{settings.SITE_URL}{path}>"
