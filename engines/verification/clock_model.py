"""The clocks of a match as its record tells of them: written apart from the referee's own, to check it.

Everything is in whole milliseconds, moments counted from 1970. Turn time is free; what a turn overran comes off the
seat's reserve when the turn is over. docs/record-format.md says the same in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engines.words import say

NEEDED = ("turn_ms", "reserve_ms", "increment_ms")
MORE = ("limit_ms", "vacation_days")
DAY_MS = 86_400_000


class UnknownControl(ValueError):
    """A time control that these clocks cannot follow; the message says why."""


class Stops:
    """Spans of time that do not count, in order and apart."""

    __slots__ = ("spans",)

    def __init__(self) -> None:
        self.spans: list[tuple[int, int]] = []

    def add(self, began: int, ended: int) -> None:
        """One more; what lies in several does not count once."""
        apart = [one for one in self.spans if one[1] < began or ended < one[0]]
        touched = [one for one in self.spans if one not in apart]
        joined = min([began, *(one[0] for one in touched)]), max([ended, *(one[1] for one in touched)])
        self.spans = sorted([*apart, joined])

    def counted(self, began: int, ended: int) -> int:
        """The time between two moments that counts; none where they are the wrong way round."""
        counted = ended - began
        for first, last in self.spans:
            counted -= max(0, min(ended, last) - max(began, first))
        return max(0, counted)

    def reached(self, began: int, ms: int) -> int:
        """The first moment at which so much has counted since `began`."""
        moment = began + ms
        for first, last in self.spans:
            if first < moment and began < last:
                moment += last - max(began, first)
        return moment


class SeatClock:
    """The clock of one seat: so much free in each turn, so much reserve for the match, so much more after a turn."""

    __slots__ = ("away", "increment", "reserve", "since", "stops", "turn", "used", "vacation")

    def __init__(self, control: Mapping[str, int]) -> None:
        self.turn, self.reserve, self.increment = (control[name] for name in NEEDED)
        self.vacation = control.get("vacation_days", 0)  # days left
        self.away: int | None = None  # the end of the last vacation
        self.since: int | None = None  # running since; may be still to come
        self.used: int | None = None  # of the turn being played, up to `since`; None: no part in it
        self.stops = Stops()

    def spent(self, at: int) -> int:
        """What has been used of the turn by a moment. A moment before `since` counts for nothing."""
        return (self.used or 0) + (0 if self.since is None else self.stops.counted(self.since, at))

    def left(self, at: int) -> int:
        """Turn and reserve together."""
        return max(0, self.turn - self.spent(at)) + self._reserve(at)

    def _reserve(self, at: int) -> int:
        return max(0, self.reserve - max(0, self.spent(at) - self.turn))

    def runs_out(self) -> int | None:
        """The moment at which nothing is left, while it runs."""
        if self.since is None:
            return None
        return self.stops.reached(self.since, self.turn + self.reserve - (self.used or 0))

    def start(self, at: int) -> None:
        if self.since is None:
            self.since, self.used = at, self.used or 0

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

    def leave(self, days: int, at: int) -> bool:
        """Start or extend the seat's vacation; return whether it had so many days left."""
        began = at if self.away is None else max(at, self.away)
        self.away = began + days * DAY_MS
        self.vacation -= days
        self.stops.add(began, self.away)
        return self.vacation >= 0


class ClockModel:
    """All clocks of a match. With a limit the whole match may take so long, and the control counts for nothing."""

    def __init__(self, control: Mapping[str, Any], seats: int) -> None:
        _check(control)
        self.seats = [SeatClock(control) for _ in range(seats)]
        self.given: int = control["reserve_ms"]
        self.limit: int | None = control.get("limit_ms")
        self._first: int | None = None  # since when the limit runs
        self._stops = Stops()  # of the limit

    def left(self, at: int) -> list[int]:
        """What each seat has left at a moment."""
        if self.limit is None:
            return [seat.left(at) for seat in self.seats]
        spent = 0 if self._first is None else self._stops.counted(self._first, at)
        return [max(0, self.limit - spent)] * len(self.seats)

    @property
    def ends_at(self) -> int | None:
        """When the limit is reached; None while it stands still, and without one."""
        if self.limit is None or self._first is None:
            return None
        return self._stops.reached(self._first, self.limit)

    def running(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.since is not None]

    def runs_out(self, number: int) -> int | None:
        """The moment at which this seat, or the match, has nothing left; None while its clock stands still."""
        seat = self.seats[number]
        return seat.runs_out() if self.limit is None or seat.since is None else self.ends_at

    def start(self, acting: Iterable[int], at: int) -> None:
        """These seats run from `at`; those that run already go on undisturbed."""
        if self._first is None:
            self._first = at
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
        if self.limit is not None:
            self.limit, self._first = self.left(at)[0], None
        for number in self.running():
            self.stop(number, at)

    def skip(self, began: int, ended: int) -> None:
        """This time counts for nobody."""
        if ended > began:
            for stops in (self._stops, *(seat.stops for seat in self.seats)):
                stops.add(began, ended)

    def credit(self, numbers: Iterable[int], ms: int) -> None:
        """More reserve for these seats; where the match has a limit, that much more for all."""
        if self.limit is None:
            for number in numbers:
                self.seats[number].reserve += ms
            return
        self.limit += ms

    def halve(self, number: int) -> None:
        self.seats[number].halve(self.given)


def _check(control: Mapping[str, Any]) -> None:
    for name in NEEDED:
        if name not in control:
            raise UnknownControl(say("the time control does not say {part}", part=repr(name)))
    if unknown := sorted(set(control) - {*NEEDED, *MORE}):
        raise UnknownControl(say("the time control has a part {part} that is unknown", part=repr(unknown[0][:40])))
    if any(type(value) is not int or value < 0 for value in control.values()):
        raise UnknownControl(say("the time control is given in whole numbers from 0"))
