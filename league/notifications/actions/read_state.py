"""Mark notifications as read, and delete old ones."""

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from league.notifications.inbox import get_topic
from league.notifications.models import EmailStatus, Notification
from matches.pubsub import publish_on_commit

RETENTION = timedelta(days=90)


def mark_read(*, player_id: int, at: datetime, uids: Collection[UUID] | None = None) -> int:
    """Mark these (default: all) notifications of the player as read and cancel their emails; return the number."""
    rows = Notification.objects.filter(player=player_id, read_at=None)
    return _mark_rows_read(rows.filter(on_page=True) if uids is None else rows.filter(uid__in=uids), at)


def mark_done(*, ids: Collection[int], at: datetime) -> int:
    """Mark as read notifications whose request is done or obsolete; return their number."""
    return _mark_rows_read(Notification.objects.filter(pk__in=ids, waits=True), at) if ids else 0


@transaction.atomic
def _mark_rows_read(rows: QuerySet[Notification], at: datetime) -> int:
    players = dict(rows.values_list("pk", "player"))
    Notification.objects.filter(pk__in=players, mail=EmailStatus.DUE).update(mail=EmailStatus.DROPPED)
    count = Notification.objects.filter(pk__in=players, read_at=None).update(read_at=at, waits=False)
    for player_id in set(players.values()):
        publish_on_commit(get_topic(player_id))
    return count


def purge_notifications(*, at: datetime) -> int:
    """Delete notifications after ninety days, unless they still ask for something; return their number."""
    deleted, _ = Notification.objects.filter(at__lt=at - RETENTION, waits=False).exclude(mail=EmailStatus.DUE).delete()
    return deleted
