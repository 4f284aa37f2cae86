"""A player's notifications: the list, how many are unread, and the topic under which pages hear of new ones."""

import hashlib
import hmac
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from league.notifications.models import Notice
from league.paging import Recent, recent
from league.people.models import Player
from league.people.sessions import reader

PAGE = 30
MOST_COUNTED = 100
# Every page of everybody who is signed in asks it, and putting it together costs more than answering it.
UNREAD = f"""SELECT count(*) FROM (
    SELECT 1 FROM {Notice._meta.db_table} WHERE player_id = %s AND on_page AND read_at IS NULL LIMIT %s
) AS unread"""  # noqa: S608
"""Takes a player and MOST_COUNTED."""


def topic(player_id: int) -> str:
    """Return a name that nobody else guesses: even that somebody was told something is that person's own business."""
    key = hmac.new(settings.SECRET_KEY.encode(), f"notices {player_id}".encode(), hashlib.sha256).hexdigest()
    return f"notices.{player_id}.{key[:20]}"


def unread(player_id: int) -> int:
    """Return how many somebody has not read; it is not counted further than MOST_COUNTED."""
    with connection.cursor() as cursor:
        cursor.execute(UNREAD, [player_id, MOST_COUNTED])
        return int(cursor.fetchone()[0])


def notices(player_id: int, *, page: int = 1, only_unread: bool = False) -> Recent[Notice]:
    rows = Notice.objects.filter(player=player_id, on_page=True).order_by("-at", "-pk")
    return recent(rows.filter(read_at=None) if only_unread else rows, page, PAGE)


def bell(request: HttpRequest) -> dict[str, Any]:
    """Provide the bell to every page; the database is asked only where a page shows it."""
    return {"bell": SimpleLazyObject(lambda: bell_of(reader(request)))}


def bell_of(person: Player | None, count: int | None = None) -> dict[str, Any]:
    """Return the bell; `count` is the number of what is unread, where it is known."""
    if person is None:
        return {}
    count = unread(person.pk) if count is None else count
    return {"topic": topic(person.pk), "unread": count, "shown": "99+" if count >= MOST_COUNTED else str(count)}
