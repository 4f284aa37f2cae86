"""The clocks of a match as its record tells of them: written apart from the referee's own, to check it.

Everything is in whole milliseconds, moments counted from 1970. Turn time is free; what a turn overran comes off the
seat's reserve when the turn is over. docs/record-format.md says the same in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

NEEDED = ("turn_ms", "reserve_ms", "increment_ms")
MORE = ("limit_ms", "vacation_days")
DAY_MS = 86_400_000


class UnknownControl(ValueError):
    """A time control that these clocks cannot follow; the message says why."""


class SeatClock:
    """The clock of one seat: so much free in each turn, so much reserve for the match, so much more after a turn."""

    __slots__ = ("away", "increment", "reserve", "since", "turn", "used", "vacation")

    def __init__(self, control: Mapping[str, int]) -> None:
        self.turn, self.reserve, self.increment = (control[name] for name in NEEDED)
        self.vacation = control.get("vacation_days", 0)  # days left
        self.away: int | None = None  # the end of the last vacation
        self.since: int | None = None  # running since; may be still to come
        self.used: int | None = None  # of the turn being played, up to `since`; None: no part in it

    def spent(self, at: int) -> int:
        """What has been used of the turn by a moment. A moment before `since` counts for nothing."""
        return (self.used or 0) + (0 if self.since is None else max(0, at - self.since))

    def left(self, at: int) -> int:
        """Turn and reserve together."""
        return max(0, self.turn - self.spent(at)) + self._reserve(at)

    def _reserve(self, at: int) -> int:
        return max(0, self.reserve - max(0, self.spent(at) - self.turn))

    def runs_out(self) -> int | None:
        """The moment at which nothing is left, while it runs."""
        return None if self.since is None else self.since + self.turn + self.reserve - (self.used or 0)

    def start(self, at: int) -> None:
        if self.since is None:
            self.since, self.used = at if self.away is None else max(at, self.away), self.used or 0

    def stop(self, at: int, lag: int = 0) -> None:
        """Of what ran until `at`, `lag` is given back."""
        if self.since is not None:
            self.used, self.since = max(self.used or 0, self.spent(at) - lag), None

    def settle(self, at: int) -> None:
        """The turn is over: what it overran is paid."""
        self.reserve = self._reserve(at) + (self.increment if self.used is not None else 0)
        self.used = None if self.since is None else 0
        self.since = None if self.since is None else max(self.since, at)

    def forget(self) -> None:
        """Nothing of the turn that was being played is charged."""
        self.since = self.used = None

    def halve(self, given: int) -> None:
        """Half of the control from now on, of a reserve that was `given` at first. What is used stays used."""
        self.reserve = max(0, self.reserve - (given - given // 2))
        self.turn, self.increment = self.turn // 2, self.increment // 2

    def skip(self, began: int, ended: int) -> None:
        """This time counts for nobody."""
        if self.since is not None:
            if self.since < began:
                self.used = self.spent(began)
            self.since = max(self.since, ended)

    def leave(self, days: int, at: int) -> bool:
        """The seat goes on vacation, or stays for longer; whether it had so many days left."""
        self.away = (at if self.away is None else max(at, self.away)) + days * DAY_MS
        self.vacation -= days
        if self.since is not None:
            self.used, self.since = self.spent(at), self.away
        return self.vacation >= 0


class Clocks:
    """All clocks of a match. With a limit the whole match may take so long, and the control counts for nothing."""

    def __init__(self, control: Mapping[str, Any], seats: int) -> None:
        _check(control)
        self.seats = [SeatClock(control) for _ in range(seats)]
        self.given: int = control["reserve_ms"]
        self.limit: int | None = control.get("limit_ms")
        self.ends_at: int | None = None
        self._skipped_to: int | None = None
        self._stopped_at: int | None = None

    def left(self, at: int) -> list[int]:
        """What each seat has left at a moment."""
        if self.limit is None:
            return [seat.left(at) for seat in self.seats]
        if self.ends_at is None:
            return [self.limit] * len(self.seats)
        counted = at if self._stopped_at is None else min(at, self._stopped_at)
        return [max(0, self.ends_at - max(counted, self._skipped_to or counted))] * len(self.seats)

    def running(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.since is not None]

    def runs_out(self, number: int) -> int | None:
        """The moment at which this seat, or the match, has nothing left; None while its clock stands still."""
        seat = self.seats[number]
        return seat.runs_out() if self.limit is None or seat.since is None else self.ends_at

    def start(self, acting: Iterable[int], at: int) -> None:
        """These seats run from `at`; those that run already go on undisturbed."""
        if self.limit is not None:
            self._go_on(at)
        self._stopped_at = None
        for number in acting:
            self.seats[number].start(at)

    def stop(self, number: int, at: int, lag: int = 0) -> None:
        seat = self.seats[number]
        if self.limit is None:
            seat.stop(at, lag)
        else:
            seat.forget()

    def settle(self, at: int) -> None:
        if self.limit is None:
            for seat in self.seats:
                seat.settle(at)

    def hold(self, at: int) -> None:
        """Everything stands still until seats are started again."""
        for number in self.running():
            self.stop(number, at)
        if self._stopped_at is None:
            self._stopped_at = at

    def forget(self) -> None:
        for seat in self.seats:
            seat.forget()

    def skip(self, began: int, ended: int) -> None:
        if self._stopped_at is not None:
            ended = min(ended, self._stopped_at)
        if ended <= began:
            return
        for seat in self.seats:
            seat.skip(began, ended)
        self._lengthen(began, ended)

    def credit(self, numbers: Iterable[int], ms: int) -> None:
        """More reserve for these seats; where the match has a limit, that much more for all."""
        if self.limit is None:
            for number in numbers:
                self.seats[number].reserve += ms
            return
        self.limit += ms
        self.ends_at = None if self.ends_at is None else self.ends_at + ms

    def halve(self, number: int) -> None:
        self.seats[number].halve(self.given)

    def _go_on(self, at: int) -> None:
        """The limit runs from the first start on, and again after it stood still."""
        assert self.limit is not None
        if self.ends_at is None:
            self.ends_at = at + self.limit
        if self._stopped_at is not None:
            stopped, self._stopped_at = self._stopped_at, None
            self._lengthen(stopped, at)

    def _lengthen(self, began: int, ended: int) -> None:
        """The limit skips an interval; what it has skipped before it does not skip twice."""
        if self.limit is None or self.ends_at is None:
            return
        began = max(began, self.ends_at - self.limit if self._skipped_to is None else self._skipped_to)
        if ended > began:
            self.ends_at, self._skipped_to = self.ends_at + ended - began, ended


def _check(control: Mapping[str, Any]) -> None:
    for name in NEEDED:
        if name not in control:
            raise UnknownControl(f"the time control does not say {name!r}")
    if unknown := sorted(set(control) - {*NEEDED, *MORE}):
        raise UnknownControl(f"the time control has a part {unknown[0][:40]!r} that is unknown")
    if any(type(value) is not int or value < 0 for value in control.values()):
        raise UnknownControl("the time control is given in whole numbers from 0")
