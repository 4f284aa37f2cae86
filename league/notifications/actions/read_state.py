"""Marking notifications as read, and throwing old ones away."""

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from league.notifications.inbox import topic
from league.notifications.models import Mail, Notice
from matches.announce import changed

KEPT = timedelta(days=90)


@transaction.atomic
def mark_read(*, player_id: int, at: datetime, uids: Collection[UUID] | None = None) -> int:
    """Mark these of one's own notifications as read, all of the list without `uids`; return how many were not before.

    A letter that has not gone out yet is not sent any more.
    """
    rows = Notice.objects.filter(player=player_id, read_at=None)
    rows = rows.filter(on_page=True) if uids is None else rows.filter(uid__in=uids)
    return _read(list(rows.values_list("pk", "player")), at)


def _read(rows: Collection[tuple[int, int]], at: datetime) -> int:
    ids = [pk for pk, _ in rows]
    Notice.objects.filter(pk__in=ids, mail=Mail.DUE).update(mail=Mail.DROPPED)
    read = Notice.objects.filter(pk__in=ids, read_at=None).update(read_at=at, waits=False)
    for player_id in {player for _, player in rows}:
        changed(topic(player_id))
    return read


def settle(*, ids: Collection[int], at: datetime) -> int:
    """Mark as read what asked for something that has been done, or cannot be done any more."""
    if not ids:
        return 0
    with transaction.atomic():
        return _read(list(Notice.objects.filter(pk__in=ids, waits=True).values_list("pk", "player")), at)


def forget_notices(*, at: datetime) -> int:
    """Delete notifications after ninety days, unless they still ask for something; return how many went."""
    gone, _ = Notice.objects.filter(at__lt=at - KEPT, waits=False).exclude(mail=Mail.DUE).delete()
    return gone
