"""How many leagues one person may organise."""

from __future__ import annotations

from django.conf import settings

from engines.words import say
from league.leagues.models import League, Role, Staff
from league.people.models import Player
from matches.refusals import Refused


def check_leagues(by: int) -> None:
    """Refuse another league to somebody who organises as many. Locks the player's row."""
    Player.objects.select_for_update().get(pk=by)
    own = Staff.objects.filter(player=by, role=Role.ORGANISER).values("league")
    if League.objects.filter(pk__in=own).count() >= settings.QUOTAS["leagues_per_person"]:
        raise Refused("too-many", say("You've reached the limit of leagues."))
