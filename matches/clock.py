"""A match clock as a value: turn time first, then reserve, and nobody is charged for a queue.

A match may have one limit for all of it instead, counted from its first turn: then nobody runs out of time, and when it
is over the match is.

All durations are whole milliseconds, all moments aware datetimes. A control of turn 0 and reserve N is an absolute
clock; with an increment it is Fischer's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

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
    limit_ms: int | None = None
    """What the whole match may take; the control counts for nothing then."""
    ends_at: datetime | None = None
    """When the limit is reached; None before the first turn, and without a limit."""

    @classmethod
    def fresh(cls, control: Control, seats: int, limit_ms: int | None = None) -> Clock:
        return cls(control, (control.reserve_ms,) * seats, (None,) * seats, limit_ms)

    @property
    def running(self) -> frozenset[int]:
        return frozenset(seat for seat, began in enumerate(self.since) if began is not None)

    def start(self, seats: Iterable[int], at: datetime) -> Clock:
        """The clock with these seats running from `at`; those that run already go on undisturbed."""
        chosen = set(seats)
        since = tuple(at if seat in chosen and began is None else began for seat, began in enumerate(self.since))
        if chosen and self.limit_ms is not None and self.ends_at is None:
            return replace(self, since=since, ends_at=at + self.limit_ms * MS)
        return replace(self, since=since)

    def stop(self, seat: int, at: datetime) -> Clock:
        """The seat has acted at `at`: charge what its turn overran, add the increment. No charge if it did not run."""
        if self.since[seat] is None:
            return self
        if self.limit_ms is not None:
            return replace(self, since=_put(self.since, seat, None))
        left = max(0, self.left(seat, at).reserve) + self.control.increment_ms
        return replace(self, reserve=_put(self.reserve, seat, left), since=_put(self.since, seat, None))

    def halt(self, at: datetime) -> Clock:
        """Every clock stopped at `at` for good, with no increment: the match is over."""
        reserve = tuple(self.left(seat, at).reserve for seat in range(len(self.reserve)))
        return replace(self, reserve=reserve, since=(None,) * len(self.since), limit_ms=None, ends_at=None)

    def still(self) -> Clock:
        """No clock running, and nobody charged: the match is held."""
        return replace(self, since=(None,) * len(self.since))

    def left(self, seat: int, at: datetime) -> Left:
        """Never negative; a clock that steps back charges nobody. All seats have what is left of a match's limit."""
        if self.limit_ms is not None:
            return Left(0, self.limit_ms if self.ends_at is None else max(0, -((at - self.ends_at) // MS)))
        began = self.since[seat]
        used = max(0, (at - began) // MS) if began is not None else 0
        over = max(0, used - self.control.turn_ms)
        return Left(max(0, self.control.turn_ms - used), max(0, self.reserve[seat] - over))

    def deadline_of(self, seat: int) -> datetime | None:
        """The moment the seat runs out; acting exactly then is too late."""
        began = self.since[seat]
        return None if began is None else began + (self.control.turn_ms + self.reserve[seat]) * MS

    def deadline(self) -> datetime | None:
        """The first moment at which some seat, or the match, runs out of time."""
        if self.limit_ms is not None:
            return self.ends_at if self.running else None
        return min((when for seat in self.running if (when := self.deadline_of(seat))), default=None)

    def fallen(self, at: datetime) -> tuple[datetime, frozenset[int]] | None:
        """The moment of the first flag and the seats that fall at it (none: the match ends), if `at` has reached it."""
        first = self.deadline()
        if first is None or at < first:
            return None
        if self.limit_ms is not None:
            return first, frozenset()
        return first, frozenset(seat for seat in self.running if self.deadline_of(seat) == first)

    def skip(self, began: datetime, ended: datetime) -> Clock:
        """The interval counted for nobody (a pause, an outage of ours): running turns move later by what they lost."""
        since = tuple(None if s is None else s + max(timedelta(), ended - max(began, s)) for s in self.since)
        if self.limit_ms is None or self.ends_at is None:
            return replace(self, since=since)
        first = self.ends_at - self.limit_ms * MS
        return replace(self, since=since, ends_at=self.ends_at + max(timedelta(), ended - max(began, first)))

    def dump(self) -> dict[str, object]:
        kept: dict[str, object] = {"reserve": list(self.reserve), "since": [s and s.isoformat() for s in self.since]}
        if self.limit_ms is not None:
            kept |= {"limit_ms": self.limit_ms, "ends_at": self.ends_at and self.ends_at.isoformat()}
        return kept

    @classmethod
    def load(cls, control: Control, kept: Mapping[str, Any]) -> Clock:
        since = tuple(s and datetime.fromisoformat(s) for s in kept["since"])
        if "limit_ms" not in kept:
            return cls(control, tuple(kept["reserve"]), since)
        ends_at = kept["ends_at"] and datetime.fromisoformat(kept["ends_at"])
        return cls(control, tuple(kept["reserve"]), since, kept["limit_ms"], ends_at)


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
