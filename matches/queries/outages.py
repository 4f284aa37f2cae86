"""Whether there was time in which nobody could have judged or reached us, and that has not been given back yet."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection

from matches.models import Heartbeat
from matches.models.presence import JUDGES

OUTAGE = timedelta(seconds=3)
"""A heartbeat older than this means that nobody judged, or that nobody could reach us: the gap is credited."""
SILENCE = timedelta(milliseconds=1500)
"""No flag falls while a heartbeat is older than this: somebody has to say first whether it was an outage."""
BEGAN = "pg_postmaster_start_time()"
"""What PostgreSQL calls the moment at which its server was started."""


def expected_since(at: datetime, patience: timedelta = OUTAGE) -> datetime:
    """A heartbeat older than this tells of an outage: none for so long, or a database that was started since."""
    began = database_began(at)
    return at - patience if began is None else max(at - patience, began)


def outage_uncredited(at: datetime) -> bool:
    """Whether an outage may have to be credited still; until that is known no flag may fall."""
    beats = Heartbeat.objects.in_bulk()
    since = expected_since(at, SILENCE)
    return JUDGES not in beats or any(one.stopped or one.beat_at < since for one in beats.values())


def database_began(at: datetime) -> datetime | None:
    """When the database server was started: before that nobody could store anything. None where it is a file."""
    began = _database_began()
    return began if began is not None and began <= at else None


def _database_began() -> datetime | None:
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {BEGAN}")
        began: datetime = cursor.fetchone()[0]
    return began
