"""The server time, the source of every time in the database."""

import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection

ARRIVED = "league_zero.arrived"
"""Key in a request's META: the monotonic time at which it was complete, before it waited for a thread."""
REFRESH_S = 1.25
"""Longer than a round of the sweeps, whose statements also read the time (`calibrate`)."""
MAX_QUERIES = 4
ACCURATE_S = 0.02
"""A query this fast has an error of at most half of this."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MS = timedelta(milliseconds=1)
_asked: tuple[datetime, float] | None = None


def now() -> datetime:
    """Return the database server's time, or this host's if the setting MATCH_CLOCK is "host".

    The server is asked about once a second. In between, the host's monotonic clock is added: it does not jump when the
    wall clock is set.
    """
    reading = _asked
    if reading is None or time.monotonic() - reading[1] > REFRESH_S:
        return fresh_now()
    return reading[0] + timedelta(seconds=time.monotonic() - reading[1])


def fresh_now() -> datetime:
    """Return the server time, bypassing the one-second cache. Use it for irreversible decisions."""
    global _asked
    if settings.MATCH_CLOCK == "host":
        return datetime.now(UTC)
    reading = _asked = _query()
    return reading[0] + timedelta(seconds=time.monotonic() - reading[1])


def calibrate(moment: datetime, before: float, after: float) -> None:
    """Use the server's time from another statement that ran between these monotonic times."""
    global _asked
    if settings.MATCH_CLOCK != "host" and after - before < ACCURATE_S:
        _asked = moment, (before + after) / 2


def received_at(meta: Mapping[str, Any]) -> datetime:
    """Return when a request arrived: waiting for a thread is not charged to the player."""
    waited_s = time.monotonic() - meta.get(ARRIVED, time.monotonic())
    return now() - timedelta(seconds=max(0.0, waited_s))


def _query() -> tuple[datetime, float]:
    """Return the server time and the monotonic time at the middle of the query.

    If the process was suspended or starved during a query, its middle is inaccurate: the fastest query counts.
    """
    readings = []
    for _ in range(MAX_QUERIES):
        before = time.monotonic()
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            moment: datetime = cursor.fetchone()[0]
        after = time.monotonic()
        readings.append((after - before, moment, (before + after) / 2))
        if after - before < ACCURATE_S:
            break
    _, moment, middle = min(readings)
    return moment, middle


def to_ms(moment: datetime) -> int:
    """Return milliseconds since 1970, rounded down, as in records and pages."""
    return (moment - EPOCH) // MS


def truncate_to_ms(moment: datetime) -> datetime:
    """Return the time rounded down to milliseconds, the unit of clocks and records."""
    return moment - timedelta(microseconds=moment.microsecond % 1000)
