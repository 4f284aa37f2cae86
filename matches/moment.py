"""The one clock that every time in the database comes from."""

import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection

ARRIVED = "league_zero.arrived"
"""In the META of a request: the monotonic moment at which all of it had come, before it waited for anything."""
ASK_AGAIN_S = 1.25
"""More than a round of the sweeps, whose statements tell the time as well (`learn`)."""
ASK_MOST = 4
GOOD_S = 0.02
"""A question that took no longer errs by no more than half of this."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MS = timedelta(milliseconds=1)
_asked: tuple[datetime, float] | None = None


def now() -> datetime:
    """The database server's time where several hosts may share it, else the host's (setting MATCH_CLOCK).

    The server is asked about every second; in between this host's monotonic clock counts on, which no step of its
    calendar clock can disturb.
    """
    asked = _asked
    if asked is None or time.monotonic() - asked[1] > ASK_AGAIN_S:
        return asked_now()
    return asked[0] + timedelta(seconds=time.monotonic() - asked[1])


def asked_now() -> datetime:
    """The same, asked this moment: for what cannot be taken back if the clock has been set meanwhile."""
    global _asked
    if settings.MATCH_CLOCK == "host":
        return datetime.now(UTC)
    asked = _asked = _ask()
    return asked[0] + timedelta(seconds=time.monotonic() - asked[1])


def learn(moment: datetime, before: float, after: float) -> None:
    """Take the server's time from another statement, which was sent and answered at these monotonic moments."""
    global _asked
    if settings.MATCH_CLOCK != "host" and after - before < GOOD_S:
        _asked = moment, (before + after) / 2


def arrival(meta: Mapping[str, Any]) -> datetime:
    """When a request came: the time for which it waited for a thread is nobody's."""
    waited = time.monotonic() - meta.get(ARRIVED, time.monotonic())
    return now() - timedelta(seconds=max(0.0, waited))


def _ask() -> tuple[datetime, float]:
    """The server's time and the monotonic moment it belongs to: the middle of the question.

    A question during which this process was stopped, or starved, says little of its middle: the best counts.
    """
    asked = []
    for _ in range(ASK_MOST):
        before = time.monotonic()
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            moment: datetime = cursor.fetchone()[0]
        after = time.monotonic()
        asked.append((after - before, moment, (before + after) / 2))
        if after - before < GOOD_S:
            break
    _, moment, middle = min(asked)
    return moment, middle


def in_ms(moment: datetime) -> int:
    """Milliseconds since 1970, as records and pages give times; what is less than one is left off."""
    return (moment - EPOCH) // MS


def whole_ms(moment: datetime) -> datetime:
    """The moment without what is less than a millisecond: clocks and records count whole ones."""
    return moment - timedelta(microseconds=moment.microsecond % 1000)
