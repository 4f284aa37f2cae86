"""Somebody's notifications, newest first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from league.notices.models import Notice

PAGE = 30
MOST_COUNTED = 100


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
    return Notice.objects.filter(player=player_id, on_page=True, read_at=None).order_by()[:MOST_COUNTED].count()


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
