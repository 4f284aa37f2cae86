"""Causes of missed heartbeats, deduced by a process from its own timing."""

import time
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from matches.db_errors import is_database_overloaded, is_database_unavailable

STALL = timedelta(seconds=1)
"""A process that wakes this much too late was suspended; also the tolerance when clocks are compared."""
IDLE_SHARE = 0.05
"""A process that used less than this share of a core while it overslept was not running."""


class Cause(StrEnum):
    """Causes of an outage. The values are stored in logs and records (`engines.referee_notation.CAUSES`)."""

    DATABASE = "database"
    """The database could not be reached or was restarted."""
    RESTART = "restart"
    """No process of the kind was running."""
    SUSPENDED = "suspended"
    """The machine or process was suspended, or its clock was set."""
    OVERLOAD = "overload"
    """The process was running but busy or waiting, which requests can cause."""


class Moment(NamedTuple):
    """A moment on the match clock, and this process's monotonic and CPU seconds at that moment."""

    at: datetime
    monotonic: float
    cpu: float


class Liveness:
    """What one process knows about the time since its last heartbeat. Not thread-safe."""

    def __init__(self) -> None:
        self._failed: Cause | None = None
        self._overslept = timedelta()
        self._tried: Moment | None = None
        self._beaten: Moment | None = None

    @property
    def is_interrupted(self) -> bool:
        """Return whether it has never sent a heartbeat, or the last attempt failed."""
        return self._beaten is None or self._failed is not None

    def attempt(self, at: datetime) -> Cause:
        """Record an attempt to send a heartbeat at `at` (now); return the cause of the gap that it ends."""
        self._tried = now = Moment(at, time.monotonic(), time.process_time())
        if self._beaten is None:
            return Cause.RESTART
        if self._failed is not None:
            return self._failed
        ran_s = now.monotonic - self._beaten.monotonic
        if abs(now.at - self._beaten.at - timedelta(seconds=ran_s)) > STALL:
            return Cause.SUSPENDED
        is_idle = now.cpu - self._beaten.cpu < IDLE_SHARE * ran_s
        return Cause.SUSPENDED if is_idle and self._overslept > STALL else Cause.OVERLOAD

    def record_sleep(self, planned_s: float, took_s: float) -> None:
        """Record a sleep: one that took longer than planned may mean that the process was suspended."""
        self._overslept = max(self._overslept, timedelta(seconds=took_s - planned_s))

    def fail(self, error: BaseException) -> None:
        """Record that the attempt failed. Within a gap, an unreachable database outranks other causes."""
        is_away = is_database_unavailable(error) and not is_database_overloaded(error)
        if self._failed is not Cause.DATABASE:
            self._failed = Cause.DATABASE if is_away else Cause.OVERLOAD

    def succeed(self) -> None:
        """Record that the heartbeat of the last attempt is stored."""
        self._failed, self._overslept, self._beaten = None, timedelta(), self._tried
