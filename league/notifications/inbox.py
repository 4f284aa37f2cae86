"""A player's notifications: the list, the unread count, and the stream topic for new ones."""

import hashlib
import hmac
from typing import Any

from django.conf import settings
from django.db import connection

from league.notifications.models import Notification
from league.pagination import UncountedPage, paginate_without_count

PAGE_SIZE = 30
MENU_SIZE = 8
"""The number of notifications in the menu of the bell."""
MAX_COUNTED = 100
# Every page of a signed-in user runs this; building it with the ORM costs more than running it.
UNREAD_SQL = f"""SELECT count(*) FROM (
    SELECT 1 FROM {Notification._meta.db_table} WHERE player_id = %s AND on_page AND read_at IS NULL LIMIT %s
) AS unread"""  # noqa: S608
"""Query with the parameters player and MAX_COUNTED."""


def get_topic(player_id: int) -> str:
    """Return a secret topic name, because even the existence of a notification is private."""
    key = hmac.new(settings.SECRET_KEY.encode(), f"notices {player_id}".encode(), hashlib.sha256).hexdigest()
    return f"notices.{player_id}.{key[:20]}"


def count_unread(player_id: int) -> int:
    """Return the number of unread notifications, at most MAX_COUNTED."""
    with connection.cursor() as cursor:
        cursor.execute(UNREAD_SQL, [player_id, MAX_COUNTED])
        return int(cursor.fetchone()[0])


def list_notifications(
    player_id: int, *, page: int = 1, only_unread: bool = False, size: int = PAGE_SIZE
) -> UncountedPage[Notification]:  # fmt: skip
    """Return a page of a player's notifications, newest first."""
    rows = Notification.objects.filter(player=player_id, on_page=True).order_by("-at", "-pk")
    return paginate_without_count(rows.filter(read_at=None) if only_unread else rows, page, size)


def build_bell(player_id: int, unread: int) -> dict[str, Any]:
    """Return what the bell shows of this number of unread notifications."""
    return {"topic": get_topic(player_id), "unread": unread, "shown": "99+" if unread >= MAX_COUNTED else str(unread)}
