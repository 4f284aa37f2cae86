"""Marking notifications as read, and throwing old ones away."""

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from league.notifications.inbox import topic
from league.notifications.models import Mail, Notice
from matches.announce import changed

KEPT = timedelta(days=90)


def mark_read(*, player_id: int, at: datetime, uids: Collection[UUID] | None = None) -> int:
    """Mark these of one's own notifications as read, all of the list without `uids`; return how many were not before.

    A letter that has not gone out yet is not sent any more.
    """
    rows = Notice.objects.filter(player=player_id, read_at=None)
    return _read(rows.filter(on_page=True) if uids is None else rows.filter(uid__in=uids), at)


def settle(*, ids: Collection[int], at: datetime) -> int:
    """Mark as read what asked for something that has been done, or cannot be done any more."""
    return _read(Notice.objects.filter(pk__in=ids, waits=True), at) if ids else 0


@transaction.atomic
def _read(rows: QuerySet[Notice], at: datetime) -> int:
    players = dict(rows.values_list("pk", "player"))
    Notice.objects.filter(pk__in=players, mail=Mail.DUE).update(mail=Mail.DROPPED)
    read = Notice.objects.filter(pk__in=players, read_at=None).update(read_at=at, waits=False)
    for player_id in set(players.values()):
        changed(topic(player_id))
    return read


def forget_notices(*, at: datetime) -> int:
    """Delete notifications after ninety days, unless they still ask for something; return how many went."""
    gone, _ = Notice.objects.filter(at__lt=at - KEPT, waits=False).exclude(mail=Mail.DUE).delete()
    return gone
