"""Mark notifications as read, and delete old ones."""

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
    """Mark these (default: all) notifications of the player as read and cancel their emails; return the number."""
    rows = Notice.objects.filter(player=player_id, read_at=None)
    return _read(rows.filter(on_page=True) if uids is None else rows.filter(uid__in=uids), at)


def settle(*, ids: Collection[int], at: datetime) -> int:
    """Mark as read notifications whose request is done or obsolete; return their number."""
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
    """Delete notifications after ninety days, unless they still ask for something; return their number."""
    gone, _ = Notice.objects.filter(at__lt=at - KEPT, waits=False).exclude(mail=Mail.DUE).delete()
    return gone
