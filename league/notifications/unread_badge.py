"""What the head of every page shows of somebody's notifications."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from league.notifications.queries.lists import MOST_COUNTED, unread
from league.notifications.topics import topic
from league.people.models import Player
from league.people.sessions import reader


def bell(request: HttpRequest) -> dict[str, Any]:
    """Asked of the database only where a page shows it."""
    return {"bell": SimpleLazyObject(lambda: bell_of(reader(request)))}


def bell_of(person: Player | None) -> dict[str, Any]:
    return bell_with(person.pk, unread(person.pk)) if person else {}


def bell_with(player_id: int, count: int) -> dict[str, Any]:
    """The bell, where the number of what is unread is known."""
    return {"topic": topic(player_id), "unread": count, "shown": "99+" if count >= MOST_COUNTED else str(count)}
