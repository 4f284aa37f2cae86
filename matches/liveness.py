"""Why this process did not beat for a while, from what it saw of itself."""

import time
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from matches.away import database_away, database_busy

STALL = timedelta(seconds=1)
"""How much later than planned a process must have woken to have been suspended, or how far clocks must differ."""
IDLE_SHARE = 0.05
"""A process that used less of a core than this while it overslept was not running."""


class Cause(StrEnum):
    """Why nobody could reach us or judge. The values stand in logs and records (`engines.referee_notation.CAUSES`)."""

    DATABASE = "database"
    """It could not be reached, or was restarted."""
    RESTART = "restart"
    """No process of the kind ran."""
    SUSPENDED = "suspended"
    """The machine or the process was stopped, or its clock was set."""
    OVERLOAD = "overload"
    """The process ran and was busy, or had to wait: requests can do that."""


class Moment(NamedTuple):
    """A moment by the clock of matches, with the monotonic and the CPU seconds of this process at it."""

    at: datetime
    monotonic: float
    cpu: float


class Liveness:
    """What one process knows of the time since its last heartbeat. Not shared between threads."""

    def __init__(self) -> None:
        self._failed: Cause | None = None
        self._overslept = timedelta()
        self._tried: Moment | None = None
        self._beaten: Moment | None = None

    @property
    def is_interrupted(self) -> bool:
        """Whether it has never beaten, or the last attempt failed."""
        return self._beaten is None or self._failed is not None

    def attempt(self, at: datetime) -> Cause:
        """Note an attempt to beat that begins at `at`, now; return the cause of a gap that it ends."""
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

    def slept(self, planned_s: float, took_s: float) -> None:
        """Note a sleep: one that took longer than planned may have been a stop of the process."""
        self._overslept = max(self._overslept, timedelta(seconds=took_s - planned_s))

    def fail(self, error: BaseException) -> None:
        """Note that the attempt failed. A database that is away outweighs whatever else fails in the same gap."""
        is_away = database_away(error) and not database_busy(error)
        if self._failed is not Cause.DATABASE:
            self._failed = Cause.DATABASE if is_away else Cause.OVERLOAD

    def succeed(self) -> None:
        """Note that the heartbeat of the last attempt is stored."""
        self._failed, self._overslept, self._beaten = None, timedelta(), self._tried
