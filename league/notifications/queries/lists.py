"""Somebody's notifications, newest first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection

from league.notifications.models import Notice

PAGE = 30
MOST_COUNTED = 100
# Every page of everybody who is signed in asks it, and putting it together costs more than answering it.
UNREAD = f"""SELECT count(*) FROM (
    SELECT 1 FROM {Notice._meta.db_table} WHERE player_id = %s AND on_page AND read_at IS NULL LIMIT %s
) AS unread"""  # noqa: S608
"""Takes a player and MOST_COUNTED."""


@dataclass(frozen=True, slots=True)
class Line:
    uid: UUID
    kind: str
    text: str
    path: str
    at: datetime
    read: bool


@dataclass(frozen=True, slots=True)
class Shown:
    lines: list[Line]
    page: int
    more: bool
    unread: int
    """At most MOST_COUNTED."""


def unread(player_id: int) -> int:
    """How many somebody has not read; it is not counted further than MOST_COUNTED."""
    with connection.cursor() as cursor:
        cursor.execute(UNREAD, [player_id, MOST_COUNTED])
        return int(cursor.fetchone()[0])


def notices(player_id: int, *, page: int = 1, only_unread: bool = False) -> Shown:
    rows = Notice.objects.filter(player=player_id, on_page=True).order_by("-at", "-pk")
    if only_unread:
        rows = rows.filter(read_at=None)
    first = (page - 1) * PAGE
    found = list(rows[first : first + PAGE + 1])
    lines = [Line(one.uid, one.kind, one.text, one.path, one.at, one.read_at is not None) for one in found[:PAGE]]
    return Shown(lines, page, len(found) > PAGE, unread(player_id))


def path_of(player_id: int, uid: UUID) -> str | None:
    return Notice.objects.filter(player=player_id, uid=uid).values_list("path", flat=True).first()
