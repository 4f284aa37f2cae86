"""Data of the home page: current activity, and the viewer's own notices and tasks."""

from datetime import UTC, datetime
from operator import itemgetter
from typing import Any

from django.db import connection
from django.urls import reverse

from league.events.models import BEFORE_START, Entrant, Event, EventStatus, NoShow
from league.events.queries import build_card, list_newest_events
from league.lobby.queries import build_public_match, rated_subquery
from league.notifications.inbox import MAX_COUNTED, UNREAD_SQL
from league.people.models import Player
from league.ratings.queries.leaderboard import list_best_ratings
from league.registration.queries import list_home_no_show_notices
from league.standings.tables import list_leading_lines
from matches.queries.match_lists import list_home_matches

FIRST_GAME = "field-tactics"
MAX_LINES = 8
# One query, because every request for the home page needs it and most viewers only have the unread count.
_VIEWER_SQL = f"""
    SELECT 'place', e.id, e.name, n.answer_by
    FROM {Entrant._meta.db_table} n JOIN {Event._meta.db_table} e ON e.id = n.event_id
    WHERE n.player_id = %s AND n.answer_by > %s AND e.status IN ({", ".join(["%s"] * len(BEFORE_START))})
    UNION ALL SELECT 'unread', ({UNREAD_SQL}), '', NULL
    UNION ALL SELECT 'missed', 1, '', NULL
    WHERE EXISTS(SELECT 1 FROM {NoShow._meta.db_table} WHERE player_id = %s AND lifted_at IS NULL)
"""  # noqa: S608


def get_public_content() -> dict[str, Any]:
    """Return the public content of the home page."""
    matches = list_home_matches(8, rated_subquery())
    events = list_newest_events({EventStatus.RUNNING: 2, EventStatus.REGISTRATION: 3})
    lines = list_leading_lines(events[EventStatus.RUNNING], MAX_LINES)
    return {
        "live": matches.live,
        "seat": build_public_match(matches.free, matches.also) if matches.free else None,
        "running": [(build_card(row), lines.get(row.pk, ())) for row in events[EventStatus.RUNNING]],
        "open": [build_card(row) for row in events[EventStatus.REGISTRATION]],
        "game": FIRST_GAME,
        "leaders": list_best_ratings(FIRST_GAME, limit=5),
    }


def get_viewer_content(viewer: Player | None, at: datetime) -> dict[str, Any]:
    """Return the viewer's content; `places` are offered spots, `unread` the notification count of the header."""
    if viewer is None:
        return {"unread": 0}
    moment = connection.ops.adapt_datetimefield_value(at)
    with connection.cursor() as cursor:
        cursor.execute(_VIEWER_SQL, [viewer.pk, moment, *BEFORE_START, viewer.pk, MAX_COUNTED, viewer.pk])
        rows = cursor.fetchall()
    unread = next(number for kind, number, *_ in rows if kind == "unread")
    if viewer.is_guest:
        return {"unread": unread}
    places = [
        {"event_id": event_id, "name": name, "url": reverse("event", args=[event_id]), "until": _parse_moment(until)}
        for kind, event_id, name, until in rows
        if kind == "place"
    ]
    missed = any(kind == "missed" for kind, *_ in rows)
    return {
        "places": sorted(places, key=itemgetter("until")),
        "told": list_home_no_show_notices(viewer.pk, at) if missed else [],
        "unread": unread,
    }


def _parse_moment(value: Any) -> datetime:
    """Parse a timestamp, which SQLite returns as text."""
    return value if isinstance(value, datetime) else datetime.fromisoformat(value).replace(tzinfo=UTC)
