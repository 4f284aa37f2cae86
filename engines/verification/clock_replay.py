"""Recalculation of all clocks of a record from its times: what each seat had left, whose flag fell, and when.

What the referee measured is taken from the record: when a message arrived, the ping, when the site was unavailable.
Everything derived from it is recomputed here, and the first difference is reported as a fault. This implementation
shares no code with the referee's clocks, so that it can check them. Durations are whole ms, times ms since 1970. Turn time
is free; overruns are taken from the seat's time bank (`reserve`) when the turn is over. docs/record-format.md specifies
the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.i18n import TranslatedError, translate as _
from engines.referee_notation import Word, parse_word

REQUIRED_PARTS = ("turn_ms", "reserve_ms", "increment_ms")
OPTIONAL_PARTS = ("limit_ms", "vacation_days")
DAY_MS = 86_400_000
MOVE_LAG_MS, FLAG_LAG_MS = 1_000, 2_000
"""The maximum lag compensation of a move; the second value applies if the move would otherwise be too late."""
_CLOCK_WORDS = ("outage", "vacation", "credit", "berserk", "flag", "pause", "stop", "resume", "continue", "reinstate")


class UnknownControl(TranslatedError, ValueError):
    """A time control that is not supported here; the message gives the reason."""


@dataclass(slots=True)
class StoppedSpans:
    """Spans of time that do not count, sorted and disjoint."""

    spans: list[tuple[int, int]] = field(default_factory=list)

    def add(self, began: int, ended: int) -> None:
        """Add a span; overlaps do not count twice."""
        separate = [span for span in self.spans if span[1] < began or ended < span[0]]
        overlapping = [span for span in self.spans if span not in separate]
        joined = min([began, *(span[0] for span in overlapping)]), max([ended, *(span[1] for span in overlapping)])
        self.spans = sorted([*separate, joined])

    def counted_ms(self, began: int, ended: int) -> int:
        """Return the ms between two times that count; 0 if they are in the wrong order."""
        counted = ended - began
        for first, last in self.spans:
            counted -= max(0, min(ended, last) - max(began, first))
        return max(0, counted)

    def moment_after(self, began: int, ms: int) -> int:
        """Return the time at which `ms` that count will have passed since `began`."""
        moment = began + ms
        for first, last in self.spans:
            if first < moment and began < last:
                moment += last - max(began, first)
        return moment


class SeatClock:
    """The clock of one seat: turn time, time bank and increment."""

    __slots__ = ("away", "increment", "reserve", "since", "stops", "turn", "used", "vacation")

    def __init__(self, control: Mapping[str, int]) -> None:
        self.turn, self.reserve, self.increment = (control[name] for name in REQUIRED_PARTS)
        self.vacation = control.get("vacation_days", 0)  # days left
        self.away: int | None = None  # end of the last vacation
        self.since: int | None = None  # running since; may be in the future
        self.used: int | None = None  # ms of the current turn, up to `since`; None: no part in it
        self.stops = StoppedSpans()

    def spent(self, at: int) -> int:
        """Return the ms used of the turn at a time; times before `since` count as 0."""
        return (self.used or 0) + (0 if self.since is None else self.stops.counted_ms(self.since, at))

    def left(self, at: int) -> int:
        """Return the ms left at a time: turn time plus time bank."""
        return max(0, self.turn - self.spent(at)) + self._reserve(at)

    def _reserve(self, at: int) -> int:
        return max(0, self.reserve - max(0, self.spent(at) - self.turn))

    def runs_out(self) -> int | None:
        """Return when nothing is left; None while it is stopped."""
        if self.since is None:
            return None
        return self.stops.moment_after(self.since, self.turn + self.reserve - (self.used or 0))

    def start(self, at: int) -> None:
        if self.since is None:
            self.since, self.used = at, self.used or 0

    def stop(self, at: int, lag: int = 0) -> None:
        """Stop the clock at `at`, with `lag` ms of lag compensation."""
        if self.since is not None:
            self.used, self.since = max(self.used or 0, self.spent(at) - lag), None

    def settle(self, at: int) -> None:
        """End the turn: charge its overrun and add the increment."""
        self.reserve = self._reserve(at) + (self.increment if self.used is not None else 0)
        self.used = None if self.since is None else 0
        self.since = None if self.since is None else max(self.since, at)

    def halve(self, initial_reserve: int) -> None:
        """Halve the time control, with an initial time bank of `initial_reserve`. Used time stays used."""
        self.reserve = max(0, self.reserve - (initial_reserve - initial_reserve // 2))
        self.turn, self.increment = self.turn // 2, self.increment // 2

    def leave(self, days: int, at: int) -> bool:
        """Start or extend the seat's vacation; return whether it had enough days left."""
        began = at if self.away is None else max(at, self.away)
        self.away = began + days * DAY_MS
        self.vacation -= days
        self.stops.add(began, self.away)
        return self.vacation >= 0


class ClockModel:
    """All clocks of a match. With `limit_ms`, the shared `match_clock` applies instead of the clocks of the seats."""

    def __init__(self, control: Mapping[str, Any], seats: int) -> None:
        for name in REQUIRED_PARTS:
            if name not in control:
                raise UnknownControl("The time control lacks {part}.", part=repr(name))
        if unknown := sorted(set(control) - {*REQUIRED_PARTS, *OPTIONAL_PARTS}):
            raise UnknownControl("The time control has an unknown part {part}.", part=repr(unknown[0][:40]))
        if any(type(value) is not int or value < 0 for value in control.values()):
            raise UnknownControl("The time control must consist of whole numbers from 0.")
        self.seats = [SeatClock(control) for _ in range(seats)]
        self.initial_reserve: int = control["reserve_ms"]
        self.match_clock: SeatClock | None = None
        if "limit_ms" in control:
            self.match_clock = SeatClock({"turn_ms": 0, "reserve_ms": control["limit_ms"], "increment_ms": 0})

    def left(self, at: int) -> list[int]:
        """Return the ms that each seat has left at a time."""
        return [(self.match_clock or seat).left(at) for seat in self.seats]

    def running(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.since is not None]

    def runs_out(self, number: int) -> int | None:
        """Return when this seat, or the match, has nothing left; None while its clock is stopped."""
        seat = self.seats[number]
        return (self.match_clock or seat).runs_out() if seat.since is not None else None

    def start(self, acting: Iterable[int], at: int) -> None:
        """Start the clocks of these seats at `at`; running ones are unchanged."""
        if self.match_clock is not None:
            self.match_clock.start(at)
        for number in acting:
            self.seats[number].start(at)

    def stop(self, number: int, at: int, lag: int = 0) -> None:
        if self.match_clock is None:
            self.seats[number].stop(at, lag)
        else:
            self.seats[number].since = self.seats[number].used = None

    def settle(self, at: int) -> None:
        if self.match_clock is None:
            for seat in self.seats:
                seat.settle(at)

    def hold(self, at: int) -> None:
        """Stop all clocks until seats are started again."""
        if self.match_clock is not None:
            self.match_clock.stop(at)
        for number in self.running():
            self.stop(number, at)

    def skip(self, began: int, ended: int) -> None:
        """Skip a span for all seats."""
        if ended > began:
            for clock in (*self.seats, *filter(None, [self.match_clock])):
                clock.stops.add(began, ended)

    def credit(self, numbers: Iterable[int], ms: int) -> None:
        """Add to the time banks of these seats, or to the shared match clock."""
        for clock in [self.seats[number] for number in numbers] if self.match_clock is None else [self.match_clock]:
            clock.reserve += ms


class ClockFault(TranslatedError):
    """What a clock should have shown or done; the message is for people."""


class ClockReplay:
    """A replay of a record's clocks from its first entry. `fault` is the line and text of the first difference.

    `blind` is the reason why nothing was checked from `entries` on; None if everything was.
    """

    def __init__(self, control: Mapping[str, Any], began: int | None, seats: int) -> None:
        self.fault: tuple[int, str] | None = None
        self.blind: str | None = None
        self.entries = self.flags = self.lag = self.waited = 0
        self._held = self._over = False
        try:
            self._clocks = ClockModel(control, seats)
        except UnknownControl as unknown:
            self.fault, self.blind = (1, str(unknown)), str(unknown)
        self._began = began

    def begin(self, acting: frozenset[int]) -> None:
        """Start the clocks that run before the first entry; none if the referee acts first."""
        if not acting or self.blind is not None:
            return
        if self._began is None:
            self.blind = _("The record does not say when the first clock started.")
        else:
            self._clocks.start(sorted(acting), self._began)

    def process_entry(self, entry: Mapping[str, Any], line: int, *, turned: bool, acting: frozenset[int], over: bool) -> None:
        """Process the next entry. `turned`: the turn is over after it; `acting`: whose clocks run then."""
        if self._over and self.blind is None:
            self.blind = _("The match had already ended, so later clock times could not be checked.")
        if self.blind is not None:
            return
        try:
            self._follow(entry, turned, acting, over)
        except ClockFault as error:
            self.fault, self.blind = (line, str(error)), str(error)
        self.entries += 1

    def _follow(self, entry: Mapping[str, Any], turned: bool, acting: frozenset[int], over: bool) -> None:
        if "at" not in entry or "left" not in entry:
            raise ClockFault("The clocks can't be checked: the entry lacks its time or the time left on the clocks.")
        at, by, judged = entry["at"], entry["by"], entry.get("judged", entry["at"])
        if judged < at:
            raise ClockFault("The clocks after this entry start before the entry was made.")
        word = parse_word(by, entry["do"])
        clock_word = word if word is not None and word.name in _CLOCK_WORDS else None
        before = self._clocks.left(at)
        if by is not None:
            self._move(by, at, entry.get("lag", 0))
        elif clock_word is not None:
            self._apply_word(clock_word, at)
        elif self._clocks.match_clock is not None and entry["do"] == "time":
            self.flags += 1
            if (due := self._clocks.match_clock.runs_out()) != at:
                raise ClockFault("The match time ran out at {due}, not at {at}.", due=due, at=at)
        self._compare(entry["left"], at, before if clock_word is not None else None)
        if turned:
            self._clocks.settle(at)
        self.waited = max(self.waited, judged - at)
        self._over = over
        if acting and not over and not self._held:  # If no seat is to act, clocks wait for the referee's next action.
            for seat in set(self._clocks.running()) - acting:
                self._clocks.stop(seat, at)
            self._clocks.start(sorted(acting), judged)

    def _move(self, by: int, at: int, lag: int) -> None:
        """Check that a move, with lag compensation, is before the mover's flag and before all others'."""
        clocks = self._clocks
        for seat in clocks.running():
            due = clocks.runs_out(seat)
            if due is not None and at - (lag if seat == by else 0) >= due:
                raise ClockFault(
                    "Seat {seat} had run out of time {ms} ms before this entry, but was not timed out.",
                    seat=seat, ms=at - due,
                )  # fmt: skip
        self._check_lag(by, at, lag)
        self.lag += lag
        clocks.stop(by, at, lag)

    def _check_lag(self, by: int, at: int, lag: int) -> None:
        if not lag:
            return
        seat = self._clocks.seats[by]
        if self._clocks.match_clock is not None or seat.since is None or lag > max(0, at - seat.since):
            raise ClockFault("Seat {seat} was credited {ms} ms for lag, more than its clock ran.", seat=by, ms=lag)
        due = seat.runs_out()
        required = 0 if due is None else at - due + 1
        if lag > MOVE_LAG_MS and (lag > FLAG_LAG_MS or lag != required):
            raise ClockFault("Seat {seat} was credited {ms} ms for lag, more than it needed and is allowed.", seat=by, ms=lag)

    def _apply_word(self, word: Word, at: int) -> None:
        clocks, seats = self._clocks, word.numbers
        if word.name != "outage" and (missing := [seat for seat in seats if seat >= len(clocks.seats)]):
            raise ClockFault("Seat {seat} not found.", seat=missing[0])
        match word.name:
            case "outage":
                clocks.skip(*seats)
            case "vacation" if not clocks.seats[seats[0]].leave(word.amount, at):
                raise ClockFault("Seat {seat} takes more days of vacation than it has left.", seat=seats[0])
            case "credit":
                clocks.credit(seats, word.amount)
            case "berserk":
                clocks.seats[seats[0]].halve(clocks.initial_reserve)
            case "flag":
                self._flag(seats, at)
            case "pause" | "stop":
                clocks.hold(at)
            case "reinstate":
                self.blind = _("The referee reversed a ruling, so later clock times could not be checked.")
        self._held = word.name in ("pause", "stop") or (self._held and word.name not in ("resume", "continue"))

    def _flag(self, seats: Sequence[int], at: int) -> None:
        self.flags += 1
        for seat in seats:
            due = self._clocks.runs_out(seat)
            if due is None:
                raise ClockFault("Seat {seat} was timed out while its clock was stopped.", seat=seat)
            if due != at:
                if at < due:
                    raise ClockFault("Seat {seat} was timed out {ms} ms too early.", seat=seat, ms=due - at)
                raise ClockFault("Seat {seat} was timed out {ms} ms too late.", seat=seat, ms=at - due)
        for seat in set(self._clocks.running()) - set(seats):
            due = self._clocks.runs_out(seat)
            if due is not None and due + FLAG_LAG_MS <= at:  # The lag compensation may have been smaller.
                raise ClockFault("Seat {seat} should have been timed out {ms} ms before this entry.", seat=seat, ms=at - due)

    def _compare(self, recorded: list[Any], at: int, before: list[int] | None) -> None:
        """Compare the recorded clocks; with `before`, those of a ruling may be from before or after it."""
        expected = self._clocks.left(at)
        if recorded in (expected, before):
            return
        seat = next(number for number, ms in enumerate(expected) if recorded[number] != ms)
        raise ClockFault(
            "Seat {seat} is recorded with {told} ms left, but should have {found}.",
            seat=seat, told=recorded[seat], found=expected[seat],
        )  # fmt: skip
