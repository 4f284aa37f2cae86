"""The one clock that every time in the database comes from."""

import time
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import connection

ASK_AGAIN_S = 5.0
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MS = timedelta(milliseconds=1)
_asked: tuple[datetime, float] | None = None


def now() -> datetime:
    """The database server's time where several hosts may share it, else the host's (setting MATCH_CLOCK).

    The server is asked every few seconds; in between this host's monotonic clock counts on, which no step of its
    calendar clock can disturb.
    """
    global _asked
    if settings.MATCH_CLOCK == "host":
        return datetime.now(UTC)
    asked = _asked
    if asked is None or time.monotonic() - asked[1] > ASK_AGAIN_S:
        asked = _asked = _ask()
    return asked[0] + timedelta(seconds=time.monotonic() - asked[1])


def _ask() -> tuple[datetime, float]:
    """The server's time and the monotonic moment it belongs to: the middle of the question."""
    before = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment, (before + time.monotonic()) / 2


def in_ms(moment: datetime) -> int:
    """Milliseconds since 1970, as records and pages give times; what is less than one is left off."""
    return (moment - EPOCH) // MS


def whole_ms(moment: datetime) -> datetime:
    """The moment without what is less than a millisecond: clocks and records count whole ones."""
    return moment - timedelta(microseconds=moment.microsecond % 1000)
