"""Data of the home page: current activity, and the viewer's own matches, tasks, events and notices."""

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter, itemgetter
from typing import Any

from django.db import connection
from django.urls import reverse

from league.events.models import BEFORE_START, Entrant, EntrantStatus, Event, EventStatus, NoShow
from league.events.queries import build_card, list_newest_events
from league.games import game_name
from league.header.queries import Row, get_header
from league.lobby.queries import build_public_match, rated_subquery
from league.notifications.kinds import Kind, format_as_html
from league.notifications.models import Notification
from league.people.models import Player
from league.ratings.queries.leaderboard import list_best_ratings
from league.registration.queries import list_home_no_show_notices
from league.standings.tables import list_leading_lines
from matches.assets import list_playable_games
from matches.queries.match_lists import list_home_matches

MAX_LINES = 8
MAX_MATCHES = 12
MAX_EVENTS = 8


def _list_values(values: Iterable[str]) -> str:
    """Return constants as the list of an SQL IN."""
    return ", ".join(f"'{value}'" for value in values)


# More rows for the one query of the header, because most viewers have none of them.
_MORE_SQL = f"""
    UNION ALL SELECT 'place', e.id, 0, e.name, '', n.answer_by, NULL, '', '', NULL, NULL
    FROM {Entrant._meta.db_table} n JOIN {Event._meta.db_table} e ON e.id = n.event_id
    WHERE n.player_id = %s AND n.answer_by > %s AND e.status IN ({_list_values(BEFORE_START)})
    UNION ALL SELECT 'missed', 1, 0, '', '', NULL, NULL, '', '', NULL, NULL
    WHERE EXISTS(SELECT 1 FROM {NoShow._meta.db_table} WHERE player_id = %s AND cleared_at IS NULL)
    UNION ALL SELECT 'due', n.id, 0, n.path, '', n.at, CAST(n.about AS text), n.kind, n."case", NULL, NULL
    FROM {Notification._meta.db_table} n WHERE n.player_id = %s AND n.waits AND n.read_at IS NULL AND n.on_page
        AND n.kind <> '{Kind.YOUR_TURN}' AND n."case" <> 'place'
    UNION ALL SELECT * FROM (
        SELECT 'event', e.id, 0, e.name, '', e.starts_at, NULL, e.game, e.status, NULL, CAST(NULL AS bigint)
        FROM {Entrant._meta.db_table} n JOIN {Event._meta.db_table} e ON e.id = n.event_id
        WHERE n.player_id = %s AND n.status <> '{EntrantStatus.WITHDRAWN}'
            AND e.status IN ({_list_values((*BEFORE_START, EventStatus.RUNNING))})
        ORDER BY e.id DESC LIMIT {MAX_EVENTS}
    ) AS events
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class DueThing:
    """Something that the viewer is asked to do, and the path of the page on which to do it."""

    text: str
    path: str


@dataclass(frozen=True, slots=True)
class OwnEvent:
    """An event that the viewer plays in."""

    event_id: int
    name: str
    game_name: str
    status: str

    @property
    def status_text(self) -> str:
        return str(EventStatus(self.status).label)


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
        "game": list_playable_games()[0],
        "leaders": list_best_ratings(list_playable_games()[0], limit=5),
    }


def get_viewer_content(viewer: Player, at: datetime) -> dict[str, Any]:
    """Return the viewer's content: the `header`, running `matches`, what is `due`, own `events`, offered `places`, no-shows."""
    moment = connection.ops.adapt_datetimefield_value(at)
    header = get_header(viewer.pk, _MORE_SQL, [viewer.pk, moment, viewer.pk, viewer.pk, viewer.pk])
    rows: dict[str, list[Row]] = defaultdict(list)
    for row in header.other:
        rows[row.kind].append(row)
    content = {
        "header": header,
        "matches": header.matches[:MAX_MATCHES],
        "due": [_build_due_thing(row) for row in sorted(rows["due"], key=attrgetter("subject"))],
        "events": [OwnEvent(row.subject, row.name, game_name(row.detail), row.status) for row in rows["event"]],
    }
    if viewer.is_guest:
        return content
    places = [
        {"event_id": row.subject, "name": row.name, "url": reverse("event", args=[row.subject]), "until": row.moment}
        for row in rows["place"]
    ]
    told = list_home_no_show_notices(viewer.pk, at) if rows["missed"] else []
    return {**content, "places": sorted(places, key=itemgetter("until")), "told": told}


def _build_due_thing(row: Row) -> DueThing:
    return DueThing(format_as_html(row.detail, row.status, json.loads(row.data or "{}")), row.name)
