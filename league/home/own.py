"""What the first page tells its reader alone: places that are offered, warnings and bans."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.urls import reverse

from league.events.models import Entrant, NoShow
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


# Hardly anybody has either, and putting together what asks for both costs more than answering it.
_ANYTHING = f"""SELECT
    EXISTS(SELECT 1 FROM {Entrant._meta.db_table} WHERE player_id = %s AND answer_by > %s)
    OR EXISTS(SELECT 1 FROM {NoShow._meta.db_table} WHERE player_id = %s AND lifted_at IS NULL)"""  # noqa: S608


def _anything(player_id: int, at: datetime) -> bool:
    """Whether a place may be offered to the player, or a no-show count."""
    with connection.cursor() as cursor:
        cursor.execute(_ANYTHING, [player_id, at, player_id])
        return bool(cursor.fetchone()[0])


def own(reader: Player | None, at: datetime) -> Own:
    if reader is None or reader.is_guest or not _anything(reader.pk, at):
        return Own([], [])
    rows = Entrant.objects.filter(player=reader, answer_by__gt=at, event__status__in=BEFORE).select_related("event")
    places = [
        Place(row.event_id, row.event.name, reverse("event", args=[row.event_id]), row.answer_by)
        for row in rows.order_by("answer_by")
        if row.answer_by
    ]
    return Own(places, told_at_home(reader.pk, at))
