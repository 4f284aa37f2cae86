"""Data of the home page: current activity, and the viewer's own notices and tasks."""

from datetime import UTC, datetime
from operator import itemgetter
from typing import Any

from django.db import connection
from django.urls import reverse

from league.events.models import BEFORE_START, Entrant, Event, EventStatus, NoShow
from league.events.queries import card, newest
from league.lobby.queries import challenge_rated, free_seat
from league.notifications.inbox import MOST_COUNTED, UNREAD
from league.people.models import Player
from league.ratings.queries.leaderboard import leaderboard
from league.registration.queries import told_at_home
from league.standings.tables import leading
from matches.queries.listing import front

FIRST_GAME = "field-tactics"
MOST_LINES = 8
# One query, because every request for the home page needs it and most viewers only have the unread count.
_OWN = f"""
    SELECT 'place', e.id, e.name, n.answer_by
    FROM {Entrant._meta.db_table} n JOIN {Event._meta.db_table} e ON e.id = n.event_id
    WHERE n.player_id = %s AND n.answer_by > %s AND e.status IN ({", ".join(["%s"] * len(BEFORE_START))})
    UNION ALL SELECT 'unread', ({UNREAD}), '', NULL
    UNION ALL SELECT 'missed', 1, '', NULL
    WHERE EXISTS(SELECT 1 FROM {NoShow._meta.db_table} WHERE player_id = %s AND lifted_at IS NULL)
"""  # noqa: S608


def home() -> dict[str, Any]:
    """Return the public content of the home page."""
    matches = front(8, challenge_rated())
    found = newest({EventStatus.RUNNING: 2, EventStatus.REGISTRATION: 3})
    lines = leading(found[EventStatus.RUNNING], MOST_LINES)
    return {
        "live": matches.live,
        "seat": free_seat(matches.free, matches.also) if matches.free else None,
        "running": [(card(row), lines.get(row.pk, ())) for row in found[EventStatus.RUNNING]],
        "open": [card(row) for row in found[EventStatus.REGISTRATION]],
        "game": FIRST_GAME,
        "leaders": leaderboard(FIRST_GAME, limit=5),
    }


def own(reader: Player | None, at: datetime) -> dict[str, Any]:
    """Return the viewer's content; `places` are offered spots, `unread` the notification count of the header."""
    if reader is None:
        return {"unread": 0}
    moment = connection.ops.adapt_datetimefield_value(at)
    with connection.cursor() as cursor:
        cursor.execute(_OWN, [reader.pk, moment, *BEFORE_START, reader.pk, MOST_COUNTED, reader.pk])
        rows = cursor.fetchall()
    unread = next(number for kind, number, *_ in rows if kind == "unread")
    if reader.is_guest:
        return {"unread": unread}
    places = [
        {"event_id": event_id, "name": name, "url": reverse("event", args=[event_id]), "until": _moment(until)}
        for kind, event_id, name, until in rows
        if kind == "place"
    ]
    missed = any(kind == "missed" for kind, *_ in rows)
    return {
        "places": sorted(places, key=itemgetter("until")),
        "told": told_at_home(reader.pk, at) if missed else [],
        "unread": unread,
    }


def _moment(stored: Any) -> datetime:
    """Parse a timestamp, which SQLite returns as text."""
    return stored if isinstance(stored, datetime) else datetime.fromisoformat(stored).replace(tzinfo=UTC)
