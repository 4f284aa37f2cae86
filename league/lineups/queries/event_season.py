"""How an event and the season that it belongs to name each other."""

from __future__ import annotations

from dataclasses import dataclass

from league.events.models import OVER, Event
from league.events.queries.franchises import by_rosters
from league.seasons.models import Franchise


@dataclass(frozen=True, slots=True)
class Tied:
    """The season of an event; `franchise` is the reader's in it."""

    season_id: int
    season: str
    slug: str
    event_id: int
    franchise: int | None
    plans: bool
    """Whether the reader may plan a line-up now."""


def tied(event: Event, reader: int | None) -> Tied | None:
    """None where the event belongs to no season."""
    if event.season is None:
        return None
    own = Franchise.objects.filter(season=event.season, owner=reader).values_list("pk", flat=True).first()
    plans = own is not None and by_rosters(event) and event.status not in OVER
    return Tied(event.season.pk, event.season.name, event.season.league.slug, event.pk, own, plans)
