"""The clock of a match as an immutable value: turn time first, then the time bank (`reserve`).

A turn may take several actions, with answers of other seats in between: the turn time that each seat used is kept until
the turn is over and only then settled with its time bank. Alternatively a match has one shared limit, counted from its
first turn: then no seat runs out of time, and the match ends at the limit.

Time that counts for nobody (a pause, an outage) is skipped by every clock, vacation by that of one seat. `credit`
compensates lag within limits, so that a slow connection costs little.

Durations are whole milliseconds, times are aware datetimes. From times in whole milliseconds, only such times result,
so that the record of a match suffices to recalculate every clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

from matches.time_control import DAY_MS, TimeControl, TimeControlKind

__all__ = [
    "DAY_MS",
    "FLAG_LAG_MS",
    "MOVE_LAG_MS",
    "MS",
    "Clock",
    "TimeControl",
    "TimeControlKind",
    "TimeLeft",
    "Vacation",
    "freeze",
]

T = TypeVar("T")
MS = timedelta(milliseconds=1)
MOVE_LAG_MS = 1_000
"""The maximum lag compensation of a move, in ms."""
FLAG_LAG_MS = 2_000
"""The maximum lag compensation of a move that would otherwise be too late, in ms."""
Span = tuple[datetime, datetime]
"""An interval that does not count, as (from, to); empty if they are equal."""
ZERO = timedelta()


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What a seat has left of the current (or next) turn and of its time bank, in ms."""

    turn: int
    reserve: int


@dataclass(frozen=True, slots=True)
class Vacation:
    """A seat's vacation: when its clock stops and runs again, and the number of days taken so far."""

    spans: tuple[Span, ...]
    days: int

    @property
    def until(self) -> datetime:
        return self.spans[-1][1]


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a match; every change returns a new one."""

    control: TimeControl
    reserve: tuple[int, ...]
    since: tuple[datetime | None, ...]
    """Per seat, when its clock began to run; None while it is stopped."""
    used: tuple[int | None, ...]
    """Per seat, the ms used of the current turn up to `since`; None if it had no part in the turn."""
    limit_ms: int | None = None
    """The limit of the shared match clock; the time control does not apply then."""
    ends_at: datetime | None = None
    """When the limit is reached if nothing is skipped; None before the first turn and without a limit."""
    halved: frozenset[int] = frozenset()
    """Seats that went berserk: half of turn time, time bank and increment."""
    held_at: datetime | None = None
    """Since when all clocks are stopped; None otherwise."""
    skipped: tuple[Span, ...] = ()
    """The intervals that count for nobody, sorted and disjoint. All are kept: a clock may be set back into one."""
    away: Mapping[int, Vacation] = field(default_factory=dict, hash=False)
    """The vacations by seat."""
    lagged: Mapping[int, int] = field(default_factory=dict, hash=False)
    """By seat, the lag compensation used so far in ms, if any."""

    @classmethod
    def create(cls, control: TimeControl, seats: int, limit_ms: int | None = None) -> Clock:
        return cls(control, (control.reserve_ms,) * seats, (None,) * seats, (None,) * seats, limit_ms)

    @property
    def running(self) -> frozenset[int]:
        return frozenset(seat for seat, began in enumerate(self.since) if began is not None)

    def start(self, seats: Iterable[int], at: datetime) -> Clock:
        """Return the clock with these seats running from `at`; running ones are unchanged."""
        chosen = frozenset(seats)
        fresh = chosen - self.running
        since = tuple(at if seat in fresh else began for seat, began in enumerate(self.since))
        used = tuple((ms or 0) if seat in fresh else ms for seat, ms in enumerate(self.used))
        ends_at = self.ends_at
        if chosen and self.limit_ms is not None and ends_at is None:
            ends_at = at + self.limit_ms * MS
        return replace(self, since=since, used=used, ends_at=ends_at)

    def halve(self, seat: int) -> Clock:
        """Return the clock with half the time control for the seat. Its used time stays used, so its flag may fall."""
        if seat in self.halved:
            raise ValueError("A seat's time can be halved once.")
        given_up = self.control.reserve_ms - self.control.reserve_ms // 2
        reserve = _replace_at(self.reserve, seat, max(0, self.reserve[seat] - given_up))
        return replace(self, reserve=reserve, halved=self.halved | {seat})

    def pause(self, seat: int, at: datetime, lag_ms: int = 0) -> Clock:
        """Return the clock after the seat acted at `at`; in the same turn, it would continue with what is left.

        `lag_ms` is the lag compensation that `credit` allows.
        """
        began = self.since[seat]
        if began is None:
            return self
        if self.limit_ms is not None:
            return replace(self, since=_replace_at(self.since, seat, None))
        used = max(self.used[seat] or 0, self._used_ms(seat, at) - lag_ms)
        lagged = {**self.lagged, seat: self.lagged.get(seat, 0) + lag_ms} if lag_ms else self.lagged
        return replace(self, since=_replace_at(self.since, seat, None), used=_replace_at(self.used, seat, used), lagged=lagged)

    def lag_compensation(self, seat: int, at: datetime, lag_ms: int) -> int:
        """Return the lag compensation in ms for a move that arrives at `at` with a ping of `lag_ms`.

        At most MOVE_LAG_MS; if the move is too late by that, exactly what it needs up to FLAG_LAG_MS, or still
        MOVE_LAG_MS if that would not suffice. All of it counts towards the seat's quota.
        """
        if self.since[seat] is None or self.limit_ms is not None:
            return 0
        elapsed = self._used_ms(seat, at) - (self.used[seat] or 0)
        maximum = min(lag_ms, FLAG_LAG_MS, elapsed, self.remaining_lag_ms(seat))
        usual = min(maximum, MOVE_LAG_MS)
        needed = elapsed + 1 - self._free(seat)
        return needed if usual < needed <= maximum else usual

    def remaining_lag_ms(self, seat: int) -> int:
        """Return how many ms of lag compensation the seat has left in this match."""
        return max(0, self.control.lag_quota_ms - self.lagged.get(seat, 0))

    def is_in_time(self, seat: int, at: datetime, lag_ms: int = 0) -> bool:
        """Return whether a move of this seat that arrives at `at`, with lag compensation, is before its flag."""
        if self.limit_ms is not None:
            return self.fallen(at) is None
        return self._used_ms(seat, at) - self.lag_compensation(seat, at, lag_ms) - (self.used[seat] or 0) < self._free(seat)

    def settle(self, at: datetime) -> Clock:
        """Return the clock after the turn ended at `at`: overruns are taken from time banks, increments are added."""
        if self.limit_ms is not None:
            return self
        took_part = [used is not None for used in self.used]
        reserve = tuple(
            self.remaining(seat, at).reserve + (self._share(seat, self.control.increment_ms) if took_part[seat] else 0)
            for seat in range(len(self.reserve))
        )
        since = tuple(None if began is None else max(began, at) for began in self.since)
        return replace(self, reserve=reserve, since=since, used=tuple(None if s is None else 0 for s in since))

    def halt(self, at: datetime) -> Clock:
        """Return the clock stopped at `at` for good, without increments."""
        reserve = tuple(self.remaining(seat, at).reserve for seat in range(len(self.reserve)))
        return replace(self, reserve=reserve, limit_ms=None, ends_at=None, held_at=None).forget_turn()

    def forget_turn(self) -> Clock:
        """Return the clock stopped, with nothing charged for the current turn."""
        nothing = (None,) * len(self.since)
        return replace(self, since=nothing, used=nothing)

    def remaining(self, seat: int, at: datetime) -> TimeLeft:
        """Return what the seat has left; never negative. With a shared limit, all seats have what is left of that."""
        if self.limit_ms is not None:
            first = self._limit_started_at()
            return TimeLeft(0, self.limit_ms if first is None else max(0, self.limit_ms - self._counted_ms(first, at)))
        used, turn = self._used_ms(seat, at), self._share(seat, self.control.turn_ms)
        over = max(0, used - turn)
        return TimeLeft(max(0, turn - used), max(0, self.reserve[seat] - over))

    def deadline_of(self, seat: int) -> datetime | None:
        """Return when the seat runs out of time; acting exactly then is too late."""
        began = self.since[seat]
        if began is None or self.held_at is not None:
            return None
        return self._moment_after(began, self._free(seat), seat)

    def _free(self, seat: int) -> int:
        """Return how many ms the seat may still use from `since` on."""
        return self._share(seat, self.control.turn_ms) + self.reserve[seat] - (self.used[seat] or 0)

    def _share(self, seat: int, ms: int) -> int:
        return ms // 2 if seat in self.halved else ms

    def _used_ms(self, seat: int, at: datetime) -> int:
        began = self.since[seat]
        return (self.used[seat] or 0) + (self._counted_ms(began, at, seat) if began is not None else 0)

    def _counted_ms(self, began: datetime, at: datetime, seat: int | None = None) -> int:
        """Return the ms from `began` to `at` that count, for the match or a seat with its vacation; never negative."""
        return max(0, uncovered_time(self._stops(seat), began, at) // MS)

    def _moment_after(self, began: datetime, ms: int, seat: int | None = None) -> datetime:
        """Return when `ms` have counted since `began`."""
        return moment_after(self._stops(seat), began, ms * MS)

    def _stops(self, seat: int | None) -> tuple[Span, ...]:
        """Return the intervals that do not count, sorted and disjoint; a hold has no end yet."""
        stops = self.skipped
        if self.held_at is not None:
            stops = merge_span(stops, (self.held_at, datetime.max.replace(tzinfo=self.held_at.tzinfo)))
        vacation = None if seat is None else self.away.get(seat)
        for span in vacation.spans if vacation else ():
            stops = merge_span(stops, span)
        return stops

    def _limit_started_at(self) -> datetime | None:
        return None if self.ends_at is None or self.limit_ms is None else self.ends_at - self.limit_ms * MS

    def deadline(self, but: frozenset[int] = frozenset()) -> datetime | None:
        """Return when the first seat, or the match, runs out of time, leaving out the seats in `but`."""
        if self.limit_ms is not None:
            first = self._limit_started_at() if self.running and self.held_at is None else None
            return first and self._moment_after(first, self.limit_ms)
        return min((when for seat in self.running - but if (when := self.deadline_of(seat))), default=None)

    def fallen(self, at: datetime, but: frozenset[int] = frozenset()) -> tuple[datetime, frozenset[int]] | None:
        """Return the first flag's deadline and its seats (none: the match ends) if `at` has reached it."""
        first = self.deadline(but)
        if first is None or at < first:
            return None
        if self.limit_ms is not None:
            return first, frozenset()
        return first, frozenset(seat for seat in self.running - but if self.deadline_of(seat) == first)

    def hold(self, at: datetime) -> Clock:
        """Return the clock with everything stopped from `at` until `resume`."""
        return self if self.held_at is not None else replace(self, held_at=at)

    def resume(self, at: datetime) -> Clock:
        """Return the clock with held clocks running again from `at`."""
        began = self.held_at
        return self if began is None else replace(self, held_at=None).skip(began, max(began, at))

    def skip(self, began: datetime, ended: datetime) -> Clock:
        """Return the clock with the interval skipped for all seats; no time is skipped twice."""
        return self if ended <= began else replace(self, skipped=merge_span(self.skipped, (began, ended)))

    def postpone(self, seat: int, ms: int) -> Clock:
        """Return the clock with the seat's current turn starting `ms` later."""
        began = self.since[seat]
        return self if began is None else replace(self, since=_replace_at(self.since, seat, began + ms * MS))

    def leave(self, seat: int, days: int, at: datetime) -> Clock:
        """Return the clock with `days` of vacation for the seat, from `at` or the end of its current vacation."""
        if not 1 <= days <= self.vacation_left(seat):
            raise ValueError("Not enough vacation days left.")
        vacation = self.away.get(seat, Vacation((), 0))
        first = max(at, vacation.until) if vacation.spans else at
        spans = merge_span(vacation.spans, (first, first + days * DAY_MS * MS))
        return replace(self, away={**self.away, seat: Vacation(spans, vacation.days + days)})

    def vacation_left(self, seat: int) -> int:
        """Return how many days of vacation the seat has left."""
        return self.control.vacation_days - (self.away[seat].days if seat in self.away else 0)

    def add_time(self, seats: Iterable[int], ms: int) -> Clock:
        """Return a clock with `ms` added to these seats' time banks, or to the shared match clock."""
        if ms < 0:
            raise ValueError("Time can be given, not taken.")
        if self.limit_ms is not None:
            return replace(self, limit_ms=self.limit_ms + ms, ends_at=self.ends_at and self.ends_at + ms * MS)
        chosen = frozenset(seats)
        return replace(self, reserve=tuple(reserve_ms + ms * (seat in chosen) for seat, reserve_ms in enumerate(self.reserve)))

    def dump(self) -> dict[str, object]:
        since = [s and s.isoformat() for s in self.since]
        data: dict[str, object] = {"reserve": list(self.reserve), "since": since, "used": list(self.used)}
        if self.limit_ms is not None:
            data |= {"limit_ms": self.limit_ms, "ends_at": self.ends_at and self.ends_at.isoformat()}
        if self.halved:
            data["halved"] = sorted(self.halved)
        if self.away:
            data["away"] = {str(seat): [vacation.days, *dump_spans(vacation.spans)] for seat, vacation in self.away.items()}
        if self.lagged:
            data["lagged"] = {str(seat): ms for seat, ms in self.lagged.items()}
        if self.skipped:
            data["skipped"] = dump_spans(self.skipped)
        if self.held_at is not None:
            data["held_at"] = self.held_at.isoformat()
        return data

    @classmethod
    def load(cls, control: TimeControl, data: Mapping[str, Any]) -> Clock:
        since = tuple(s and datetime.fromisoformat(s) for s in data["since"])
        # Clocks stored before turns could have several actions have no `used`.
        used = data.get("used") or [None if began is None else 0 for began in since]
        ends_at, held_at = (at and datetime.fromisoformat(at) for at in map(data.get, ("ends_at", "held_at")))
        away = {int(seat): Vacation(load_spans(spans), days) for seat, (days, *spans) in data.get("away", {}).items()}
        lagged = {int(seat): ms for seat, ms in data.get("lagged", {}).items()}
        halved, skipped = frozenset(data.get("halved", ())), load_spans(data.get("skipped", ()))
        reserve, limit_ms = tuple(data["reserve"]), data.get("limit_ms")
        return cls(control, reserve, since, tuple(used), limit_ms, ends_at, halved, held_at, skipped, away, lagged)


def freeze(clock: Clock, at: datetime) -> Clock:
    """Return the clock with no seat running. `start` continues the turn with what is left now."""
    limit_ms = clock.remaining(0, at).reserve if clock.limit_ms is not None else None
    for seat in clock.running:
        clock = clock.pause(seat, at)
    return clock if limit_ms is None else replace(clock, limit_ms=limit_ms, ends_at=None)


def _replace_at(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def merge_span(spans: Iterable[Span], span: Span) -> tuple[Span, ...]:
    """Return the union of the disjoint `spans` and `span`, sorted and disjoint."""
    merged: list[Span] = []
    for first, last in sorted((*spans, span)):
        if merged and first <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], last)
        else:
            merged.append((first, last))
    return tuple(merged)


def uncovered_time(spans: Iterable[Span], began: datetime, ended: datetime) -> timedelta:
    """Return the time from `began` to `ended` outside the spans, which are disjoint."""
    lost = sum((max(ZERO, min(last, ended) - max(first, began)) for first, last in spans), ZERO)
    return ended - began - lost


def moment_after(spans: Sequence[Span], began: datetime, time: timedelta) -> datetime:
    """Return the first moment at which `time` has passed since `began` outside the spans (sorted, disjoint)."""
    moment = began + time
    for first, last in spans:
        if max(first, began) >= moment:
            break
        moment += max(ZERO, last - max(first, began))
    return moment


def dump_spans(spans: Iterable[Span]) -> list[list[str]]:
    """Return the spans as pairs of ISO texts."""
    return [[first.isoformat(), last.isoformat()] for first, last in spans]


def load_spans(data: Iterable[Iterable[str]]) -> tuple[Span, ...]:
    """Return the spans of `dump_spans`."""
    return tuple((first, last) for first, last in (map(datetime.fromisoformat, span) for span in data))
