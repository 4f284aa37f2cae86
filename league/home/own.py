"""What the first page tells its reader alone: places that are offered, warnings and bans."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from league.events.models import Entrant
from league.events.queries.may import BEFORE
from league.events.queries.no_shows import HomeTold, told_at_home
from league.people.models import Player


@dataclass(frozen=True, slots=True)
class Place:
    """A place that is kept for the reader until a moment."""

    event_id: int
    name: str
    url: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Own:
    places: list[Place]
    told: list[HomeTold]


def own(reader: Player | None, at: datetime) -> Own:
    if reader is None or reader.is_guest:
        return Own([], [])
    rows = Entrant.objects.filter(player=reader, answer_by__gt=at, event__status__in=BEFORE).select_related("event")
    places = [
        Place(row.event_id, row.event.name, reverse("event", args=[row.event_id]), row.answer_by)
        for row in rows.order_by("answer_by")
        if row.answer_by
    ]
    return Own(places, told_at_home(reader.pk, at))
