"""How many matches with bots may go on at once."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings

from engines.words import say
from league.lobby.models import Challenge
from matches.models import RUNNING, Match, Status
from matches.refusals import Refused


def check_bot_matches(origin: str) -> None:
    """Refuse another match with bots where as many wait or are played from this address, or in all."""
    going = (Status.OPEN, *RUNNING)
    if (
        origin
        and Challenge.objects.filter(origin=origin, match__status__in=going).count()
        >= settings.QUOTAS["bot_matches_per_address"]
    ):
        raise Refused("too-many", say("Too many matches with bots are going on from your network. Finish one first."))
    running = Match.objects.filter(status__in=RUNNING, bots_only=False, seats__bot__gt="").distinct()
    if running.count() >= settings.QUOTAS["bot_matches"]:
        raise Refused("too-many", say("All bots are busy. Try again in a few minutes, or challenge a player."))


def forget_origins(*, at: datetime) -> None:
    """Forget where matches that are over were made from."""
    Challenge.objects.exclude(origin="").filter(match__status__in=(Status.CLOSED, Status.VOID)).update(origin="")
