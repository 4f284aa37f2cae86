"""A match clock as a value: turn time first, then reserve, and nobody is charged for a queue.

A turn may take several actions, and others may have to answer in between: what each seat used of its turn time is
kept until the turn is over, and only then settled with its reserve. A match may have one limit for all of it instead,
counted from its first turn: then nobody runs out of time, and when it is over the match is.

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
    """Per seat, since when it runs; None while it does not run."""
    used: tuple[int | None, ...]
    """Per seat, what it has used of the turn that is being played, up to `since`; None if it had no part in it."""
    limit_ms: int | None = None
    """What the whole match may take; the control counts for nothing then."""
    ends_at: datetime | None = None
    """When the limit is reached; None before the first turn, and without a limit."""
    halved: frozenset[int] = frozenset()
    """The seats that have half of the control: of its turn time, its reserve and its increment."""

    @classmethod
    def fresh(cls, control: Control, seats: int, limit_ms: int | None = None) -> Clock:
        return cls(control, (control.reserve_ms,) * seats, (None,) * seats, (None,) * seats, limit_ms)

    @property
    def running(self) -> frozenset[int]:
        return frozenset(seat for seat, began in enumerate(self.since) if began is not None)

    def start(self, seats: Iterable[int], at: datetime) -> Clock:
        """The clock with these seats running from `at`; those that run already go on undisturbed."""
        since, used = list(self.since), list(self.used)
        chosen = list(seats)
        for seat in chosen:
            if since[seat] is None:
                since[seat], used[seat] = at, used[seat] or 0
        ends_at = self.ends_at
        if chosen and self.limit_ms is not None and ends_at is None:
            ends_at = at + self.limit_ms * MS
        return replace(self, since=tuple(since), used=tuple(used), ends_at=ends_at)

    def halve(self, seat: int) -> Clock:
        """The seat has half of the control from now on. What it has used already stays used, so it may have fallen."""
        if seat in self.halved:
            raise ValueError("A seat's time can be halved once.")
        given_up = self.control.reserve_ms - self.control.reserve_ms // 2
        reserve = _put(self.reserve, seat, max(0, self.reserve[seat] - given_up))
        return replace(self, reserve=reserve, halved=self.halved | {seat})

    def pause(self, seat: int, at: datetime) -> Clock:
        """The seat has acted at `at`; if it acts again in the same turn, it goes on with what is left."""
        began = self.since[seat]
        if began is None:
            return self
        if self.limit_ms is not None:
            return replace(self, since=_put(self.since, seat, None))
        used = self._used(seat, at)
        return replace(self, since=_put(self.since, seat, None), used=_put(self.used, seat, used))

    def settle(self, at: datetime) -> Clock:
        """The turn is over at `at`: every seat pays what it overran from its reserve and gets its increment."""
        if self.limit_ms is not None:
            return self
        took_part = [used is not None for used in self.used]
        reserve = tuple(
            self.left(seat, at).reserve + (self._share(seat, self.control.increment_ms) if took_part[seat] else 0)
            for seat in range(len(self.reserve))
        )
        since = tuple(None if began is None else max(began, at) for began in self.since)
        return replace(self, reserve=reserve, since=since, used=tuple(None if s is None else 0 for s in since))

    def halt(self, at: datetime) -> Clock:
        """Every clock stopped at `at` for good, with no increment: the match is over."""
        reserve = tuple(self.left(seat, at).reserve for seat in range(len(self.reserve)))
        return replace(self, reserve=reserve, limit_ms=None, ends_at=None).forget_turn()

    def forget_turn(self) -> Clock:
        """Every clock stopped, and nothing charged for the turn that is being played."""
        nothing = (None,) * len(self.since)
        return replace(self, since=nothing, used=nothing)

    def left(self, seat: int, at: datetime) -> Left:
        """Never negative; a clock that steps back charges nobody. All seats have what is left of a match's limit."""
        if self.limit_ms is not None:
            return Left(0, self.limit_ms if self.ends_at is None else max(0, -((at - self.ends_at) // MS)))
        used, turn = self._used(seat, at), self._share(seat, self.control.turn_ms)
        over = max(0, used - turn)
        return Left(max(0, turn - used), max(0, self.reserve[seat] - over))

    def deadline_of(self, seat: int) -> datetime | None:
        """The moment the seat runs out; acting exactly then is too late."""
        began = self.since[seat]
        free = self._share(seat, self.control.turn_ms) + self.reserve[seat] - (self.used[seat] or 0)
        return None if began is None else began + free * MS

    def _share(self, seat: int, ms: int) -> int:
        return ms // 2 if seat in self.halved else ms

    def _used(self, seat: int, at: datetime) -> int:
        began = self.since[seat]
        return (self.used[seat] or 0) + (max(0, (at - began) // MS) if began is not None else 0)

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
        since = [s and s.isoformat() for s in self.since]
        kept: dict[str, object] = {"reserve": list(self.reserve), "since": since, "used": list(self.used)}
        if self.limit_ms is not None:
            kept |= {"limit_ms": self.limit_ms, "ends_at": self.ends_at and self.ends_at.isoformat()}
        if self.halved:
            kept["halved"] = sorted(self.halved)
        return kept

    @classmethod
    def load(cls, control: Control, kept: Mapping[str, Any]) -> Clock:
        since = tuple(s and datetime.fromisoformat(s) for s in kept["since"])
        # A clock that was stored before turns had several actions has no `used`.
        used = kept.get("used") or [None if began is None else 0 for began in since]
        ends_at = kept.get("ends_at") and datetime.fromisoformat(kept["ends_at"])
        halved = frozenset(kept.get("halved", ()))
        return cls(control, tuple(kept["reserve"]), since, tuple(used), kept.get("limit_ms"), ends_at, halved)


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
