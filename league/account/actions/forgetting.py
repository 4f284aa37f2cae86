"""Throwing away sessions that have run out, and with them what was noted of their browsers."""

from __future__ import annotations

from datetime import datetime

from django.contrib.sessions.models import Session

AT_ONCE = 1000
MOST_BATCHES = 50


def forget_sessions(*, at: datetime) -> int:
    """Return how many went. A great many go in several rounds, so that no round holds the database for long."""
    count = 0
    for _ in range(MOST_BATCHES):
        keys = list(Session.objects.filter(expire_date__lt=at).values_list("pk", flat=True)[:AT_ONCE])
        Session.objects.filter(pk__in=keys).delete()
        count += len(keys)
        if len(keys) < AT_ONCE:
            break
    return count
