"""What the first page tells its reader alone: places that are offered, warnings and bans, and what is unread."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.urls import reverse

from league.events.models import BEFORE_START, Entrant, Event, NoShow
from league.notifications.queries.lists import MOST_COUNTED, UNREAD
from league.people.models import Player
from league.registration.queries import HomeTold, told_at_home


@dataclass(frozen=True, slots=True)
class Place:
    """A place that is kept for the reader until a moment."""

    event_id: int
    name: str
    url: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Own:
    """`unread` counts notifications as the head of every page shows them."""

    places: list[Place]
    told: list[HomeTold]
    unread: int = 0


# Hardly anybody has more than the number of what is unread, and every look at the first page asks for all of it.
_OWN = f"""
    SELECT 'place', e.id, e.name, n.answer_by
    FROM {Entrant._meta.db_table} n JOIN {Event._meta.db_table} e ON e.id = n.event_id
    WHERE n.player_id = %s AND n.answer_by > %s AND e.status IN ({", ".join(["%s"] * len(BEFORE_START))})
    UNION ALL SELECT 'unread', ({UNREAD}), '', NULL
    UNION ALL SELECT 'missed', 1, '', NULL
    WHERE EXISTS(SELECT 1 FROM {NoShow._meta.db_table} WHERE player_id = %s AND lifted_at IS NULL)
"""  # noqa: S608


def own(reader: Player | None, at: datetime) -> Own:
    if reader is None:
        return Own([], [])
    moment = connection.ops.adapt_datetimefield_value(at)
    with connection.cursor() as cursor:
        cursor.execute(_OWN, [reader.pk, moment, *BEFORE_START, reader.pk, MOST_COUNTED, reader.pk])
        rows = cursor.fetchall()
    unread = next(number for kind, number, *_ in rows if kind == "unread")
    if reader.is_guest:
        return Own([], [], unread)
    places = [
        Place(event_id, name, reverse("event", args=[event_id]), _moment(until))
        for kind, event_id, name, until in rows
        if kind == "place"
    ]
    missed = any(kind == "missed" for kind, *_ in rows)
    return Own(sorted(places, key=lambda one: one.until), told_at_home(reader.pk, at) if missed else [], unread)


def _moment(stored: Any) -> datetime:
    """SQLite keeps moments as text."""
    return stored if isinstance(stored, datetime) else datetime.fromisoformat(stored).replace(tzinfo=UTC)
