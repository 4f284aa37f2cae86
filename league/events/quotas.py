"""How many events, and bots in them, one person may have going."""

from __future__ import annotations

from django.conf import settings

from engines.words import say
from league.events.models import OVER, Entrant, Event
from league.people.models import Player
from matches.refusals import Refused


def check_events(by: int) -> None:
    """Refuse another event to somebody who has as many that are not over. Locks the player's row."""
    Player.objects.select_for_update().get(pk=by)
    if Event.objects.unfinished().filter(organiser=by, demo=False).count() >= settings.QUOTAS["events_per_person"]:
        raise Refused("too-many", say("You've reached the limit of unfinished events. Finish or cancel one first."))


def check_event_bots(organiser: int) -> None:
    """Refuse another bot in an organiser's unfinished events where there are as many, or in all events together."""
    bots = Entrant.objects.filter(player__bot__gt="", event__demo=False).exclude(event__status__in=OVER)
    if bots.filter(event__organiser=organiser).count() >= settings.QUOTAS["event_bots_per_person"]:
        raise Refused("too-many", say("You've reached the limit of bots in events. Finish or cancel an event first."))
    if bots.count() >= settings.QUOTAS["event_bots"]:
        raise Refused("too-many", say("Too many bots play in events. Try again later."))
