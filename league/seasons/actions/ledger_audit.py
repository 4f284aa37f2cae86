"""The nightly check of every season's money and rosters."""

from __future__ import annotations

import logging
from datetime import datetime, time, timedelta

from django.db import transaction
from django.db.models import Q

from engines.words import stored
from league.seasons.actions.changes import season_changed
from league.seasons.actions.locking import locked_terms
from league.seasons.models import SeasonTerms
from league.seasons.queries.faults import faults_in

logger = logging.getLogger(__name__)
AT_NIGHT = time(3)
"""In UTC."""


@transaction.atomic
def check_money(*, season_id: int, at: datetime) -> list[str]:
    """Check a season under its lock, keep what was found for site admins, and log each fault as an error."""
    terms = locked_terms(season_id)
    faults = faults_in(terms)
    kept = list(map(stored, faults))
    SeasonTerms.objects.filter(pk=season_id).update(checked_at=at, faults=kept)
    for fault in faults:
        logger.error("money of season %s: %s", season_id, fault)
    if kept != terms.faults:
        season_changed(season_id)
    return faults


def due_checks(at: datetime) -> list[int]:
    """Seasons that nobody has checked since last night."""
    night = at.replace(hour=AT_NIGHT.hour, minute=0, second=0, microsecond=0)
    night -= timedelta(days=1) if night > at else timedelta()
    rows = SeasonTerms.objects.filter(Q(checked_at__isnull=True) | Q(checked_at__lt=night))
    return list(rows.order_by("pk").values_list("pk", flat=True))
