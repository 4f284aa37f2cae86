"""Random lives of a clock, told to `matches.clock` and to the naive one; they have to agree at every step.

The moments looked at lie around each flag: a millisecond before it, at it, a millisecond behind it.
"""

from datetime import UTC, datetime, timedelta
from random import Random

from matches.clock import Clock, TimeControl
from tests.matches.naive_clock import DAY, NaiveClock

MS = timedelta(milliseconds=1)
ZERO = datetime(2026, 3, 1, 12, tzinfo=UTC)
LIMIT = 40_000
LAGS = (0, 0, 1, 300, 999, 1000, 1001, 1999, 2000, 2001, 2500)


class Disagreement(AssertionError):
    """The two reckonings differ."""


class Life:
    """One clock of two seats, twice."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(seed)
        unit = rng.choice((1, 1000))
        turn, reserve = rng.choice((0, 1, 5, 12, 30)) * unit, rng.choice((0, 1, 3, 20)) * unit
        increment, vacation = rng.choice((0, 0, 0, 2)) * unit, 0
        if rng.random() < 0.15:
            turn, reserve, vacation = rng.choice((1, 3)) * DAY, rng.choice((0, 5000)), rng.choice((0, 2, 5))
        elif not turn + reserve:
            turn = unit
        limit = LIMIT if rng.random() < 0.08 else None
        self.control = TimeControl(turn, reserve, increment, vacation)
        self.clock = Clock.create(self.control, 2, limit)
        self.naive = NaiveClock(turn, reserve, increment, vacation, limit)
        self.at = 0
        self.told: list[str] = [f"{self.control} limit {limit}"]

    def step(self) -> bool:
        """One thing happens; False where the match has ended by it."""
        self.at += self._pause()
        if self._fell():
            return False
        self.told.append(f"{self.at}:")
        if self.naive.stopped is not None:
            self._resume()
        else:
            acts = [self._move, self._move, self._move, self._turn, self._both, self._skip, self._hold, self._halve]
            self.rng.choice(acts + [self._vacation] * (2 if self.control.vacation_days else 0))()
        self._compare()
        return True

    def _pause(self) -> int:
        """Some time; often to within a millisecond of the flag."""
        first = self.clock.deadline()
        if first is not None and self.rng.random() < 0.3:
            return max(0, _ms(first) - self.at + self.rng.choice((-1, -1, -1, 0, 1, 900, 1900)))
        return self.rng.choice((0, 1, 999, 1000, 1001, self.rng.randrange(20_000), self.rng.randrange(DAY)))

    def _fell(self) -> bool:
        """Both say whether somebody has run out of time by now; when and who is tried out on the naive clock."""
        fallen, naive = self.clock.fallen(_moment(self.at)), self.naive
        if naive.limit is not None:
            self._same("over", fallen is not None, naive.over(self.at))
            if fallen is not None:
                when = _ms(fallen[0])
                self._same("the limit", (naive.over(when - 1), naive.over(when)), (False, True))
            return fallen is not None
        out = frozenset(seat for seat in (0, 1) if naive.out(seat, self.at))
        self._same("whether somebody fell", fallen is not None, bool(out))
        if fallen is None:
            return False
        when = _ms(fallen[0])
        self._same("who fell", fallen[1], frozenset(seat for seat in out if naive.out(seat, when)))
        if all(naive.seats[seat].runs[-1].start < when for seat in fallen[1]):  # else by what was given up, not by time
            self._same("who had fallen before", [seat for seat in out if naive.out(seat, when - 1)], [])
        seat, lag = min(fallen[1]), self.rng.choice(LAGS)
        self._same("in time", self.clock.is_in_time(seat, _moment(self.at), lag), naive.is_in_time(seat, self.at, lag))
        back = naive.given_back(seat, self.at, lag)
        self._same("given back at the flag", self.clock.lag_compensation(seat, _moment(self.at), lag), back)
        return True

    def _move(self) -> None:
        """A seat whose clock runs acts, its line taking a while; then somebody is to act, once it is judged."""
        running = self.naive.running()
        if not running:
            self._both()
            return
        seat, lag, at = self.rng.choice(running), self.rng.choice(LAGS), _moment(self.at)
        self.told.append(f"seat {seat} moves, lag {lag}")
        given = self.clock.lag_compensation(seat, at, lag)
        self.clock = self.clock.pause(seat, at, given)
        self._same("given back", given, self.naive.stop(seat, self.at, lag))
        if self.rng.random() < 0.7:
            self._turn()
        self._start([self.rng.randrange(2)], self.at + self.rng.choice((0, 3, 40)))

    def _turn(self) -> None:
        self.told.append("the turn is over")
        self.clock = self.clock.settle(_moment(self.at))
        self.naive.settle(self.at)

    def _both(self) -> None:
        self._start([0, 1] if self.rng.random() < 0.5 else [self.rng.randrange(2)], self.at)

    def _start(self, seats: list[int], at: int) -> None:
        self.told.append(f"{seats} start at {at}")
        self.clock = self.clock.start(seats, _moment(at))
        for seat in seats:
            self.naive.start(seat, at)
        self.at = at

    def _skip(self) -> None:
        """An outage is credited when it is over. It may have begun before now, if nothing was reckoned since."""
        began, ended = self.at, self.at + self.rng.choice((1, 700, 5000, self.rng.randrange(DAY)))
        early = max(0, self.at - self.rng.randrange(3000))
        if all(run.end is None and run.start <= early for seat in self.naive.seats for run in seat.runs):
            began = early if self.rng.random() < 0.5 else began
        self.told.append(f"nobody is charged for {began} to {ended}")
        self.clock = self.clock.skip(_moment(began), _moment(ended))
        self.naive.skip(began, ended)
        self.at = ended

    def _hold(self) -> None:
        self.told.append("hold")
        self.clock = self.clock.hold(_moment(self.at))
        self.naive.hold(self.at)
        self._same("who falls while held", self.clock.fallen(_moment(self.at + 10 * DAY)), None)

    def _resume(self) -> None:
        self.told.append("resume")
        self.clock = self.clock.resume(_moment(self.at))
        self.naive.resume(self.at)

    def _halve(self) -> None:
        seat = self.rng.randrange(2)
        if not self.naive.seats[seat].half and self.naive.limit is None:
            self.told.append(f"halve {seat}")
            self.clock = self.clock.halve(seat)
            self.naive.halve(seat)

    def _vacation(self) -> None:
        seat = self.rng.randrange(2)
        left = self.control.vacation_days - self.naive.seats[seat].days
        self._same("vacation left", self.clock.vacation_left(seat), left)
        if left and self.naive.limit is None:
            days = self.rng.randint(1, left)
            self.told.append(f"vacation {seat} {days}")
            self.clock = self.clock.leave(seat, days, _moment(self.at))
            self.naive.leave(seat, days, self.at)

    def _compare(self) -> None:
        if self.rng.random() < 0.2:
            self.clock = Clock.load(self.control, self.clock.dump())
        moments, first = [self.at, self.at + self.rng.randrange(10_000)], self.clock.deadline()
        moments += [max(self.at, _ms(first) + off) for off in (-1, 0, 1)] if first is not None else []
        for at in moments:
            for seat in (0, 1):
                left = self.clock.remaining(seat, _moment(at))
                self._same(f"left of {seat} at {at}", (left.turn, left.reserve), self.naive.left(seat, at))

    def _same(self, what: str, fast: object, slow: object) -> None:
        if fast != slow:
            raise Disagreement(f"{what}: {fast!r}, by the naive clock {slow!r}; {' '.join(self.told)}")


def check(seed: int) -> int:
    """One random life; return how many things happened in it. Raises Disagreement."""
    life = Life(seed)
    most = 1 + life.rng.randrange(12)
    for number in range(most):
        if not life.step():
            return number + 1
    return most


def _moment(ms: int) -> datetime:
    return ZERO + ms * MS


def _ms(moment: datetime) -> int:
    return (moment - ZERO) // MS
