"""Finding players by their names."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q
from django.db.models.functions import Lower

from league.people.models import Player


@dataclass(frozen=True, slots=True)
class Found:
    username: str
    name: str
    is_bot: bool


def players(text: str = "", *, after: str = "", limit: int) -> list[Found]:
    """Accounts by username, guests left out: those with `text` in either name, behind the username `after`."""
    rows = Player.objects.filter(is_active=True, is_guest=False).annotate(key=Lower("username")).order_by("key")
    if text:
        rows = rows.filter(Q(username__icontains=text) | Q(display_name__icontains=text))
    if after:
        rows = rows.filter(key__gt=after.lower())
    return [Found(row.username, str(row), bool(row.bot)) for row in rows[:limit]]


def find_player(username: str) -> Player | None:
    return Player.objects.filter(username__iexact=username, is_active=True).first()


def deleted_player(username: str) -> Player | None:
    """Whose account was deleted, by the name that it got then."""
    return Player.objects.filter(username__iexact=username, deleted_at__isnull=False).first()
