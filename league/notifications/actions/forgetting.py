"""Throwing old notifications away."""

from __future__ import annotations

from datetime import datetime, timedelta

from league.notifications.models import Mail, Notice

KEPT = timedelta(days=90)


def forget_notices(*, at: datetime) -> int:
    """Notifications are kept for ninety days, those that still ask for something longer; return how many went."""
    gone, _ = Notice.objects.filter(at__lt=at - KEPT, waits=False).exclude(mail=Mail.DUE).delete()
    return gone
