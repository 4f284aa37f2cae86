"""Every clock ruling of a record made again from its moments: what each seat had left, whose flag fell, and when.

What the record says is the referee's word: when a message arrived, for how long its line took, when the site was away.
Everything that follows from it is computed here, and the first difference is a fault. The clocks are written apart from
the referee's own, to check them. Everything is in whole milliseconds, moments counted from 1970. Turn time is free;
what a turn overran comes off the seat's reserve when the turn is over. docs/record-format.md says the same in words.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.referee_notation import Word, read_word
from engines.words import SpokenError, say

NEEDED = ("turn_ms", "reserve_ms", "increment_ms")
MORE = ("limit_ms", "vacation_days")
DAY_MS = 86_400_000
MOVE_LAG_MS, FLAG_LAG_MS = 1_000, 2_000
"""The most that a move is given back of its line's time; the second where it would come too late by that."""
_SAID = ("outage", "vacation", "credit", "berserk", "flag", "pause", "stop", "resume", "continue", "reinstate")


class UnknownControl(SpokenError, ValueError):
    """A time control that these clocks cannot follow; the message says why."""


@dataclass(slots=True)
class Stops:
    """Spans of time that do not count, in order and apart."""

    spans: list[tuple[int, int]] = field(default_factory=list)

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
    """All clocks of a match. With a limit the `whole` match has one, and those of the seats count for nothing."""

    def __init__(self, control: Mapping[str, Any], seats: int) -> None:
        for name in NEEDED:
            if name not in control:
                raise UnknownControl("the time control does not say {part}", part=repr(name))
        if unknown := sorted(set(control) - {*NEEDED, *MORE}):
            raise UnknownControl("the time control has a part {part} that is unknown", part=repr(unknown[0][:40]))
        if any(type(value) is not int or value < 0 for value in control.values()):
            raise UnknownControl("the time control is given in whole numbers from 0")
        self.seats = [SeatClock(control) for _ in range(seats)]
        self.given: int = control["reserve_ms"]
        self.whole: SeatClock | None = None
        if "limit_ms" in control:
            self.whole = SeatClock({"turn_ms": 0, "reserve_ms": control["limit_ms"], "increment_ms": 0})

    def left(self, at: int) -> list[int]:
        """What each seat has left at a moment."""
        return [(self.whole or seat).left(at) for seat in self.seats]

    def running(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.since is not None]

    def runs_out(self, number: int) -> int | None:
        """The moment at which this seat, or the match, has nothing left; None while its clock stands still."""
        seat = self.seats[number]
        return (self.whole or seat).runs_out() if seat.since is not None else None

    def start(self, acting: Iterable[int], at: int) -> None:
        """These seats run from `at`; those that run already go on undisturbed."""
        if self.whole is not None:
            self.whole.start(at)
        for number in acting:
            self.seats[number].start(at)

    def stop(self, number: int, at: int, lag: int = 0) -> None:
        if self.whole is None:
            self.seats[number].stop(at, lag)
        else:
            self.seats[number].since = self.seats[number].used = None

    def settle(self, at: int) -> None:
        if self.whole is None:
            for seat in self.seats:
                seat.settle(at)

    def hold(self, at: int) -> None:
        """Everything stands still until seats are started again."""
        if self.whole is not None:
            self.whole.stop(at)
        for number in self.running():
            self.stop(number, at)

    def skip(self, began: int, ended: int) -> None:
        """This time counts for nobody."""
        if ended > began:
            for clock in (*self.seats, *filter(None, [self.whole])):
                clock.stops.add(began, ended)

    def credit(self, numbers: Iterable[int], ms: int) -> None:
        """More reserve for these seats; where the match has a limit, that much more for all."""
        for clock in [self.seats[number] for number in numbers] if self.whole is None else [self.whole]:
            clock.reserve += ms


class ClockFault(SpokenError):
    """What a clock should have shown or done; the message is for people."""


class ClockReplay:
    """Follows a record from its first entry on. `fault` is the line and the text of the first difference found.

    `blind` says why nothing more could be checked from `entries` on; None where everything was.
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
        """The clocks that run before the first entry: none where the referee has to act first."""
        if not acting or self.blind is not None:
            return
        if self._began is None:
            self.blind = say("the record does not say when the first clock began")
        else:
            self._clocks.start(sorted(acting), self._began)

    def follow(self, made: Mapping[str, Any], line: int, *, turned: bool, acting: frozenset[int], over: bool) -> None:
        """Take the next entry. `turned`: another turn is played after it; `acting`: whose clocks run then."""
        if self._over and self.blind is None:
            self.blind = say("the match had ended already: the clocks from there on are the referee's word")
        if self.blind is not None:
            return
        try:
            self._follow(made, turned, acting, over)
        except ClockFault as wrong:
            self.fault, self.blind = (line, str(wrong)), str(wrong)
        self.entries += 1

    def _follow(self, made: Mapping[str, Any], turned: bool, acting: frozenset[int], over: bool) -> None:
        if "at" not in made or "left" not in made:
            raise ClockFault("the clocks cannot be checked: the entry does not say when it was made and what was left")
        at, by, judged = made["at"], made["by"], made.get("judged", made["at"])
        if judged < at:
            raise ClockFault("the clocks after this entry start before it was made")
        word = read_word(by, made["do"])
        said = word if word is not None and word.name in _SAID else None
        before = self._clocks.left(at)
        if by is not None:
            self._move(by, at, made.get("lag", 0))
        elif said is not None:
            self._say(said, at)
        elif self._clocks.whole is not None and made["do"] == "time":
            self.flags += 1
            if (due := self._clocks.whole.runs_out()) != at:
                raise ClockFault("the time of the match was over at {due}, not at {at}", due=due, at=at)
        self._compare(made["left"], at, before if said is not None else None)
        if turned:
            self._clocks.settle(at)
        self.waited = max(self.waited, judged - at)
        self._over = over
        if acting and not over and not self._held:  # where nobody acts the clocks wait for the referee's next act
            for seat in set(self._clocks.running()) - acting:
                self._clocks.stop(seat, at)
            self._clocks.start(sorted(acting), judged)

    def _move(self, by: int, at: int, lag: int) -> None:
        """A move must come before the mover's flag, with what its line is given back, and before everybody else's."""
        clocks = self._clocks
        for seat in clocks.running():
            due = clocks.runs_out(seat)
            if due is not None and at - (lag if seat == by else 0) >= due:
                raise ClockFault(
                    "the time of seat {seat} had run out {ms} ms before this entry, but no flag fell",
                    seat=seat, ms=at - due,
                )  # fmt: skip
        self._check_lag(by, at, lag)
        self.lag += lag
        clocks.stop(by, at, lag)

    def _check_lag(self, by: int, at: int, lag: int) -> None:
        if not lag:
            return
        seat = self._clocks.seats[by]
        if self._clocks.whole is not None or seat.since is None or lag > max(0, at - seat.since):
            raise ClockFault(
                "seat {seat} was given {ms} ms back for its line, more than its clock ran", seat=by, ms=lag
            )
        due = seat.runs_out()
        needed = 0 if due is None else at - due + 1
        if lag > MOVE_LAG_MS and (lag > FLAG_LAG_MS or lag != needed):
            raise ClockFault(
                "seat {seat} was given {ms} ms back for its line, more than it needed and may have", seat=by, ms=lag
            )

    def _say(self, word: Word, at: int) -> None:
        clocks, seats = self._clocks, word.numbers
        if word.name != "outage" and (missing := [seat for seat in seats if seat >= len(clocks.seats)]):
            raise ClockFault("there is no seat {seat}", seat=missing[0])
        match word.name:
            case "outage":
                clocks.skip(*seats)
            case "vacation" if not clocks.seats[seats[0]].leave(word.amount, at):
                raise ClockFault("seat {seat} takes more days of vacation than it has", seat=seats[0])
            case "credit":
                clocks.credit(seats, word.amount)
            case "berserk":
                clocks.seats[seats[0]].halve(clocks.given)
            case "flag":
                self._flag(seats, at)
            case "pause" | "stop":
                clocks.hold(at)
            case "reinstate":
                self.blind = say("the referee took a ruling back: the clocks from there on are the referee's word")
        self._held = word.name in ("pause", "stop") or (self._held and word.name not in ("resume", "continue"))

    def _flag(self, seats: Sequence[int], at: int) -> None:
        self.flags += 1
        for seat in seats:
            due = self._clocks.runs_out(seat)
            if due is None:
                raise ClockFault("the flag of seat {seat} fell while its clock stood still", seat=seat)
            if due != at:
                if at < due:
                    raise ClockFault("the flag of seat {seat} fell {ms} ms too early", seat=seat, ms=due - at)
                raise ClockFault("the flag of seat {seat} fell {ms} ms too late", seat=seat, ms=at - due)
        for seat in set(self._clocks.running()) - set(seats):
            due = self._clocks.runs_out(seat)
            if due is not None and due + FLAG_LAG_MS <= at:  # less may have been given back for its line
                raise ClockFault(
                    "the flag of seat {seat} should have fallen {ms} ms before this one", seat=seat, ms=at - due
                )

    def _compare(self, told: list[Any], at: int, before: list[int] | None) -> None:
        """`before`: a ruling may be told with the clocks as they were, or as they are by it."""
        found = self._clocks.left(at)
        if told in (found, before):
            return
        if len(told) != len(found):
            raise ClockFault("there are {found} clocks, not {wanted}", found=len(told), wanted=len(found))
        seat = next(number for number, ms in enumerate(found) if told[number] != ms)
        raise ClockFault(
            "seat {seat} is said to have {told} ms left, but it has {found}",
            seat=seat, told=told[seat], found=found[seat],
        )  # fmt: skip
