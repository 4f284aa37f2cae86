"""What the sweep has to look at."""

from __future__ import annotations

from datetime import datetime

from league.drafts.actions.draft_actions import SETTLING
from league.drafts.models import Draft, DraftStatus

MOST = 200


def due_flags(at: datetime) -> list[int]:
    rows = Draft.objects.filter(deadline_at__lte=at - SETTLING).order_by("deadline_at")
    return list(rows.values_list("pk", flat=True)[:MOST])


def due_bots(at: datetime) -> list[int]:
    rows = Draft.objects.filter(bots_due_at__lte=at, status=DraftStatus.RUNNING).order_by("bots_due_at")
    return list(rows.values_list("pk", flat=True)[:MOST])


def due_starts(at: datetime) -> list[int]:
    rows = Draft.objects.filter(starts_at__lte=at, status=DraftStatus.SETUP).order_by("starts_at")
    return list(rows.values_list("pk", flat=True)[:MOST])
