"""The clock: three minutes a turn, then five minutes of reserve, and never a charge for our queue (ruling C-2)."""

from datetime import datetime, timedelta

import pytest

from matches.clock import Clock, TimeControl, TimeLeft
from tests.matches.clock_traces import check

S = timedelta(seconds=1)
MS = timedelta(milliseconds=1)
LEAGUE = TimeControl()
T0 = datetime.fromisoformat("2026-03-01T12:00:00+00:00")


def fresh(control: TimeControl = LEAGUE) -> Clock:
    return Clock.create(control, 2)


def test_the_flag_falls_when_turn_time_and_reserve_are_gone_and_is_dated_to_that_moment() -> None:
    clock, fell = fresh().start([0], T0), T0 + 480 * S
    assert clock.deadline() == fell
    assert clock.fallen(fell - MS) is None
    assert clock.fallen(fell) == clock.fallen(T0 + 3600 * S) == (fell, frozenset({0}))
    assert fresh().start([0, 1], T0).fallen(fell) == (fell, frozenset({0, 1})), "two that started together"
    assert clock.start([1], T0 + MS).fallen(T0 + 500 * S) == (fell, frozenset({0})), "the first to run out alone"
    assert clock.remaining(0, T0 - 60 * S) == TimeLeft(180_000, 300_000), "a clock that steps back takes nothing"
    assert clock.pause(0, T0 - 60 * S).settle(T0 - 60 * S).reserve == (300_000, 300_000)


@pytest.mark.parametrize("given_", [(-1, 0, 0), (0, -1, 0), (1, 1, -1), (0, 0, 0), (0, 0, 10)])
def test_a_control_without_time_is_refused(given_: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="time"):
        TimeControl(*given_)


def test_a_stored_clock_comes_back_the_same_and_only_a_halved_one_has_a_word_of_it() -> None:
    clock = fresh().start([0], T0)
    assert clock.dump() == {"reserve": [300_000] * 2, "since": [T0.isoformat(), None], "used": [0, None]}
    turned = fresh().start([1], T0 + 1234 * MS).pause(1, T0 + 190 * S).settle(T0 + 190 * S).start([0], T0 + 190 * S)
    for one in (clock, turned, clock.halve(1)):
        assert Clock.load(LEAGUE, one.dump()) == one
    assert Clock.load(LEAGUE, clock.dump()).halved == frozenset()
    with pytest.raises(ValueError, match="once"):
        clock.halve(1).halve(1)


CHUNK = 200


@pytest.mark.parametrize("first", range(0, 600, CHUNK))
def test_the_clock_agrees_with_the_naive_one_on_random_traces(first: int) -> None:
    """`make prove` tries a million of them."""
    assert sum(check(seed) for seed in range(first, first + CHUNK)) > CHUNK
