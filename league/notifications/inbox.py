"""A player's notifications: the list, how many are unread, and the topic under which pages hear of new ones."""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from league.notifications.models import Notice
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


@dataclass(frozen=True, slots=True)
class Shown:
    lines: list[Notice]
    page: int
    more: bool
    unread: int
    """At most MOST_COUNTED."""


def unread(player_id: int) -> int:
    """Return how many somebody has not read; it is not counted further than MOST_COUNTED."""
    with connection.cursor() as cursor:
        cursor.execute(UNREAD, [player_id, MOST_COUNTED])
        return int(cursor.fetchone()[0])


def notices(player_id: int, *, page: int = 1, only_unread: bool = False) -> Shown:
    rows = Notice.objects.filter(player=player_id, on_page=True).order_by("-at", "-pk")
    if only_unread:
        rows = rows.filter(read_at=None)
    first = (page - 1) * PAGE
    found = list(rows[first : first + PAGE + 1])
    return Shown(found[:PAGE], page, len(found) > PAGE, unread(player_id))


def path_of(player_id: int, uid: UUID) -> str | None:
    return Notice.objects.filter(player=player_id, uid=uid).values_list("path", flat=True).first()


def bell(request: HttpRequest) -> dict[str, Any]:
    """Provide the bell to every page; the database is asked only where a page shows it."""
    return {"bell": SimpleLazyObject(lambda: bell_of(reader(request)))}


def bell_of(person: Player | None) -> dict[str, Any]:
    return bell_with(person.pk, unread(person.pk)) if person else {}


def bell_with(player_id: int, count: int) -> dict[str, Any]:
    """Return the bell, where the number of what is unread is known."""
    return {"topic": topic(player_id), "unread": count, "shown": "99+" if count >= MOST_COUNTED else str(count)}
