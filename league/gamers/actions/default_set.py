"""The default set of Gamers, as the game of Incursion Point: Zero has them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engines.incursion_point_zero.cards import GAMERS
from league.gamers.models import STATS, Gamer


@transaction.atomic
def load_default_gamers(*, at: datetime) -> int:
    """Load those of the set that are missing; how many there were. Any number may load them at once."""
    known = {handle.lower() for handle in Gamer.objects.filter(league=None).values_list("handle", flat=True)}
    fresh = [one for one in GAMERS if one.handle.lower() not in known]
    Gamer.objects.bulk_create(
        [
            Gamer(
                handle=one.handle,
                name=one.name,
                genre=one.genre,
                salary=one.salary,
                talent=one.talent.id if one.talent else "",
                flavour=one.flavour,
                created_at=at,
                **{stat: one.stats[stat] for stat in STATS},
            )
            for one in fresh
        ],
        ignore_conflicts=True,
    )
    return len(fresh)
