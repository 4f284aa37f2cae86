"""A second reckoning of every clock, as slow and plain as can be; it shares no code with `matches.clock`.

It keeps what happened, in whole milliseconds, and works everything out anew from that each time it is asked. What a
seat has used of a turn is the sum of its runs, each less the time that counts for nobody and the seat's own vacation.
"""

from dataclasses import dataclass, field

DAY = 24 * 60 * 60 * 1000
Span = tuple[int, int]


@dataclass
class Run:
    """One stretch of a seat's clock. `end` is None while it lasts, `back` what a slow line was given back of it."""

    start: int
    end: int | None = None
    back: int = 0


@dataclass
class Seat:
    reserve: int
    half: bool = False
    runs: list[Run] = field(default_factory=list)
    """Of the turn that is being played."""
    given: int = 0
    """What its moves have been given back so far."""
    vacation: list[Span] = field(default_factory=list)
    days: int = 0


@dataclass
class NaiveClock:
    """All in ms. `limit` is that of the whole match, from `first`, the start of its first clock."""

    turn: int
    reserve: int
    increment: int = 0
    vacation_days: int = 0
    limit: int | None = None
    seats: list[Seat] = field(default_factory=list)
    nobody: list[Span] = field(default_factory=list)
    stopped: int | None = None
    first: int | None = None

    def __post_init__(self) -> None:
        self.seats = [Seat(self.reserve) for _ in range(2)]

    def own(self, seat: int, what: int) -> int:
        return what // 2 if self.seats[seat].half else what

    def counted(self, start: int, end: int, vacation: list[Span]) -> int:
        """The milliseconds from start to end that count."""
        lost = [*self.nobody, *vacation]
        if self.stopped is not None:
            lost.append((self.stopped, max(end, self.stopped)))
        return max(0, end - start) - covered(lost, start, end)

    def ran(self, seat: int, run: Run, at: int) -> int:
        return self.counted(run.start, at if run.end is None else run.end, self.seats[seat].vacation)

    def used(self, seat: int, at: int) -> int:
        """A move is given back no more than its own run took."""
        return sum(max(0, self.ran(seat, run, at) - run.back) for run in self.seats[seat].runs)

    def left(self, seat: int, at: int) -> Span:
        """Turn time and reserve."""
        if self.limit is not None:
            return 0, self.limit if self.first is None else max(0, self.limit - self.counted(self.first, at, []))
        used, turn = self.used(seat, at), self.own(seat, self.turn)
        if used <= turn:
            return turn - used, self.seats[seat].reserve
        return 0, max(0, self.seats[seat].reserve - (used - turn))

    def running(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if seat.runs and seat.runs[-1].end is None]

    def out(self, seat: int, at: int) -> bool:
        """Whether a seat whose clock runs has nothing left."""
        return seat in self.running() and self.stopped is None and sum(self.left(seat, at)) == 0

    def over(self, at: int) -> bool:
        """Whether the limit of the whole match is reached."""
        return bool(self.running()) and self.stopped is None and self.left(0, at)[1] == 0

    def start(self, seat: int, at: int) -> None:
        if self.first is None:
            self.first = at
        if seat not in self.running():
            self.seats[seat].runs.append(Run(at))

    def stop(self, seat: int, at: int, lag: int = 0) -> int:
        """The seat has acted; return what it was given back of `lag`."""
        if seat not in self.running():
            return 0
        run = self.seats[seat].runs[-1]
        run.back = self.given_back(seat, at, lag)
        self.seats[seat].given += run.back
        run.end = at
        return run.back

    def given_back(self, seat: int, at: int, lag: int) -> int:
        """Try what is allowed: a second; then, where the flag would fall, one more millisecond after the other."""
        if self.limit is not None:
            return 0
        ran = self.ran(seat, self.seats[seat].runs[-1], at)
        tenth = (self.reserve + 40 * self.turn + 40 * self.increment) // 10
        lag = min(lag, sorted((10_000, tenth, 60_000))[1] - self.seats[seat].given)
        all_there_is = self.own(seat, self.turn) + self.seats[seat].reserve - (self.used(seat, at) - ran)
        usual, most = min(lag, 1000, ran), min(lag, 2000, ran)
        back = usual
        while ran - back >= all_there_is and back < most:
            back += 1
        return back if ran - back < all_there_is else usual

    def is_in_time(self, seat: int, at: int, lag: int) -> bool:
        """Whether a move that arrives now has time left when what its line took is given back."""
        room = self.own(seat, self.turn) + self.seats[seat].reserve
        return self.used(seat, at) - self.given_back(seat, at, lag) < room

    def settle(self, at: int) -> None:
        """The turn is over: what it overran is paid, and who had a part in it gets the increment."""
        if self.limit is not None:
            return
        for number, seat in enumerate(self.seats):
            if not seat.runs:
                continue
            seat.reserve = self.left(number, at)[1] + self.own(number, self.increment)
            last = seat.runs[-1]
            seat.runs = [Run(max(at, last.start))] if last.end is None else []

    def halve(self, seat: int) -> None:
        one = self.seats[seat]
        one.half = True
        one.reserve = max(0, one.reserve - (self.reserve - self.reserve // 2))

    def skip(self, start: int, end: int) -> None:
        self.nobody.append((start, end))

    def hold(self, at: int) -> None:
        if self.stopped is None:
            self.stopped = at

    def resume(self, at: int) -> None:
        if self.stopped is not None:
            self.nobody.append((self.stopped, at))
            self.stopped = None

    def leave(self, seat: int, days: int, at: int) -> None:
        one = self.seats[seat]
        start = max([at, *(end for _, end in one.vacation)])
        one.vacation.append((start, start + days * DAY))
        one.days += days


def covered(spans: list[Span], start: int, end: int) -> int:
    """How much of start to end lies in at least one of the spans."""
    total, reached = 0, start
    for first, last in sorted(spans):
        first, last = max(first, reached), min(last, end)
        if last > first:
            total += last - first
            reached = last
    return total
