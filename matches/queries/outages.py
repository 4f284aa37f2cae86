"""Whether there was time in which nobody could have judged, and for which nobody has been credited yet."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection

from matches.models import Heartbeat

OUTAGE = timedelta(seconds=3)
"""A sweep older than this means that nobody judged: the gap is credited before any flag may fall."""


def expected_since(at: datetime) -> datetime:
    """A heartbeat older than this tells of an outage: no sweep for a while, or a database that was started since."""
    began = _database_began()
    return max(at - OUTAGE, began) if began is not None and began <= at else at - OUTAGE


def outage_uncredited(at: datetime) -> bool:
    """Whether the sweep has still to credit an outage; until then no flag may fall."""
    beat = Heartbeat.objects.filter(pk=1).values_list("beat_at", flat=True).first()
    return beat is None or beat < expected_since(at)


def _database_began() -> datetime | None:
    """When the database server was started: before that nobody could store anything. None where it is a file."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_postmaster_start_time()")
        began: datetime = cursor.fetchone()[0]
    return began
