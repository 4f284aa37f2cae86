"""A match clock as a value: turn time first, then reserve, and nobody is charged for a queue.

All durations are whole milliseconds, all moments aware datetimes. A control of turn 0 and reserve N is an absolute
clock; with an increment it is Fischer's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar

T = TypeVar("T")
MS = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Control:
    """A time control: a turn has `turn_ms` free, what it overruns comes off the seat's `reserve_ms` for the match."""

    turn_ms: int = 180_000
    reserve_ms: int = 300_000
    increment_ms: int = 0

    def __post_init__(self) -> None:
        if min(self.turn_ms, self.reserve_ms, self.increment_ms) < 0:
            raise ValueError("A time control cannot hold a negative time.")
        if not self.turn_ms + self.reserve_ms:
            raise ValueError("A time control needs turn time or reserve.")

    def dump(self) -> dict[str, int]:
        return {"turn_ms": self.turn_ms, "reserve_ms": self.reserve_ms, "increment_ms": self.increment_ms}


@dataclass(frozen=True, slots=True)
class Left:
    """What a seat has left of the turn that runs (or of the next one) and of its reserve."""

    turn: int
    reserve: int


@dataclass(frozen=True, slots=True)
class Clock:
    control: Control
    reserve: tuple[int, ...]
    since: tuple[datetime | None, ...]
    """Per seat, when its turn began; None while it does not run."""

    @classmethod
    def fresh(cls, control: Control, seats: int) -> Clock:
        return cls(control, (control.reserve_ms,) * seats, (None,) * seats)

    @property
    def running(self) -> frozenset[int]:
        return frozenset(seat for seat, began in enumerate(self.since) if began is not None)

    def start(self, seats: Iterable[int], at: datetime) -> Clock:
        """The clock with these seats running from `at`; those that run already go on undisturbed."""
        chosen = set(seats)
        since = tuple(at if seat in chosen and began is None else began for seat, began in enumerate(self.since))
        return replace(self, since=since)

    def stop(self, seat: int, at: datetime) -> Clock:
        """The seat has acted at `at`: charge what its turn overran, add the increment. No charge if it did not run."""
        if self.since[seat] is None:
            return self
        left = max(0, self.left(seat, at).reserve) + self.control.increment_ms
        return replace(self, reserve=_put(self.reserve, seat, left), since=_put(self.since, seat, None))

    def halt(self, at: datetime) -> Clock:
        """Every clock stopped at `at` for good, with no increment: the match is over."""
        reserve = tuple(self.left(seat, at).reserve for seat in range(len(self.reserve)))
        return replace(self, reserve=reserve, since=(None,) * len(self.since))

    def left(self, seat: int, at: datetime) -> Left:
        """Never negative; a clock that steps back charges nobody."""
        began = self.since[seat]
        used = max(0, (at - began) // MS) if began is not None else 0
        over = max(0, used - self.control.turn_ms)
        return Left(max(0, self.control.turn_ms - used), max(0, self.reserve[seat] - over))

    def deadline_of(self, seat: int) -> datetime | None:
        """The moment the seat runs out; acting exactly then is too late."""
        began = self.since[seat]
        return None if began is None else began + (self.control.turn_ms + self.reserve[seat]) * MS

    def deadline(self) -> datetime | None:
        """The first moment at which some seat runs out."""
        return min((when for seat in self.running if (when := self.deadline_of(seat))), default=None)

    def fallen(self, at: datetime) -> tuple[datetime, frozenset[int]] | None:
        """The moment of the first flag and the seats that fall at it, if `at` has reached it."""
        first = self.deadline()
        if first is None or at < first:
            return None
        return first, frozenset(seat for seat in self.running if self.deadline_of(seat) == first)

    def skip(self, began: datetime, ended: datetime) -> Clock:
        """The interval counted for nobody (a pause, an outage of ours): running turns move later by what they lost."""
        since = tuple(None if s is None else s + max(timedelta(), ended - max(began, s)) for s in self.since)
        return replace(self, since=since)

    def dump(self) -> dict[str, object]:
        return {"reserve": list(self.reserve), "since": [s and s.isoformat() for s in self.since]}

    @classmethod
    def load(cls, control: Control, kept: Mapping[str, list]) -> Clock:  # type: ignore[type-arg]
        since = tuple(s and datetime.fromisoformat(s) for s in kept["since"])
        return cls(control, tuple(kept["reserve"]), since)


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
