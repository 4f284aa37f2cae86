"""Throwing old deliveries away."""

from __future__ import annotations

from datetime import datetime, timedelta

from league.webhooks.models import Delivery

KEPT = timedelta(days=30)


def forget_deliveries(*, at: datetime) -> int:
    """Deliveries are kept for thirty days; return how many went."""
    gone, _ = Delivery.objects.filter(made_at__lt=at - KEPT, due_at=None).delete()
    return gone
