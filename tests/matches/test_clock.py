"""The clock: three minutes a turn, then five minutes of reserve, and never a charge for our queue (ruling C-2)."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings, strategies as st

from matches.clock import Clock, TimeControl, TimeLeft
from tests.matches.clock_traces import Disagreement, check

S = timedelta(seconds=1)
MS = timedelta(milliseconds=1)
LEAGUE = TimeControl()
T0 = datetime.fromisoformat("2026-03-01T12:00:00+00:00")


def fresh(control: TimeControl = LEAGUE) -> Clock:
    return Clock.create(control, 2)


@pytest.mark.parametrize(
    ("control", "used_s", "turn", "reserve"),
    [
        (LEAGUE, 180, 180_000, 300_000),
        (LEAGUE, 200, 180_000, 280_000),
        (TimeControl(0, 60_000), 10, 0, 50_000),
        (TimeControl(0, 60_000, 5_000), 10, 0, 55_000),
    ],
    ids=["a turn within its time", "what overruns comes off the reserve", "an absolute clock", "Fischer's increment"],
)
def test_a_turn_takes_its_time_and_then_of_the_reserve(control: TimeControl, used_s: int, turn: int, reserve: int) -> None:
    clock = fresh(control).start([0], T0).pause(0, T0 + used_s * S).settle(T0 + used_s * S)
    assert clock.remaining(0, T0 + 999 * S) == TimeLeft(turn, reserve)


def test_the_flag_falls_when_turn_time_and_reserve_are_gone_and_is_dated_to_that_moment() -> None:
    clock, fell = fresh().start([0], T0), T0 + 480 * S
    assert clock.deadline() == fell
    assert clock.fallen(fell - MS) is None
    assert clock.fallen(fell) == clock.fallen(T0 + 3600 * S) == (fell, frozenset({0}))
    assert fresh().start([0, 1], T0).fallen(fell) == (fell, frozenset({0, 1})), "two that started together"
    assert clock.start([1], T0 + MS).fallen(T0 + 500 * S) == (fell, frozenset({0})), "the first to run out alone"


def test_starting_a_running_clock_and_stopping_one_that_stands_change_nothing() -> None:
    clock = fresh().start([0], T0)
    assert clock.start([0], T0 + 100 * S) == clock
    assert fresh().pause(0, T0).settle(T0) == fresh()


def test_a_clock_that_steps_back_charges_nobody() -> None:
    clock = fresh().start([0], T0)
    assert clock.remaining(0, T0 - 60 * S) == TimeLeft(180_000, 300_000)
    assert clock.pause(0, T0 - 60 * S).settle(T0 - 60 * S).reserve == (300_000, 300_000)


def test_an_interval_that_counts_for_nobody_moves_the_deadline_by_what_it_took() -> None:
    clock = fresh().start([0], T0)
    assert clock.skip(T0 + 10 * S, T0 + 40 * S).deadline() == T0 + 510 * S
    assert clock.skip(T0 - 30 * S, T0 + 10 * S).deadline() == T0 + 490 * S
    assert clock.skip(T0 - 30 * S, T0 - 10 * S).deadline() == T0 + 480 * S


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


def test_a_seat_may_have_half_of_everything_once_and_the_other_keeps_its_time() -> None:
    clock = fresh(TimeControl(100_001, 60_001, 5_000)).halve(1)
    assert (clock.remaining(0, T0), clock.remaining(1, T0)) == (TimeLeft(100_001, 60_001), TimeLeft(50_000, 30_000))
    clock = clock.start([0, 1], T0).pause(0, T0 + S).pause(1, T0 + S).settle(T0 + S)
    assert clock.reserve == (65_001, 32_500)
    with pytest.raises(ValueError, match="once"):
        clock.halve(1)
    running = fresh().start([0], T0).halve(0)
    assert running.remaining(0, T0 + 100 * S) == TimeLeft(0, 140_000), "what was used before stays used"
    assert running.fallen(T0 + 300 * S) == (T0 + 240 * S, frozenset({0}))
    paid = fresh().start([0], T0).pause(0, T0 + 190 * S).settle(T0 + 190 * S)
    assert paid.halve(0).remaining(0, T0 + 190 * S) == TimeLeft(90_000, 140_000)


@settings(max_examples=50)
@given(
    turn=st.integers(0, 5_000),
    reserve=st.integers(2, 20_000),
    thinking=st.lists(st.integers(0, 9_000), max_size=30),
    berserk=st.booleans(),
)
def test_the_clock_agrees_with_counting_by_hand(turn: int, reserve: int, thinking: list[int], berserk: bool) -> None:
    """A second, naive reckoning: subtract each overrun from the reserve until it is gone."""
    clock, at, left = fresh(TimeControl(turn, reserve)), T0, reserve
    if berserk:
        clock, turn, left = clock.halve(0), turn // 2, reserve // 2
    for used in thinking:
        clock = clock.start([0], at)
        flagged = used >= turn + left
        assert (clock.fallen(at + used * MS) is not None) is flagged
        if flagged:
            assert clock.fallen(at + used * MS) == (at + (turn + left) * MS, frozenset({0}))
            return
        left -= max(0, used - turn)
        at += used * MS
        clock = clock.pause(0, at).settle(at)
        assert clock.remaining(0, at) == TimeLeft(turn, left)


CHUNK = 200


@pytest.mark.parametrize("first", range(0, 600, CHUNK))
def test_the_clock_agrees_with_the_naive_one_on_random_traces(first: int) -> None:
    """`make prove` tries a million of them."""
    assert sum(check(seed) for seed in range(first, first + CHUNK)) > CHUNK


@pytest.mark.parametrize(
    ("broken", "change"),
    [
        ("lag_compensation", lambda clock, seat, at, lag: min(lag, 1000)),
        ("skip", lambda clock, began, ended: clock),
        ("hold", lambda clock, at: clock),
    ],
)
def test_a_clock_that_is_wrong_is_found_out(monkeypatch: pytest.MonkeyPatch, broken: str, change: object) -> None:
    monkeypatch.setattr(Clock, broken, change)
    with pytest.raises(Disagreement):
        any(check(seed) < 0 for seed in range(400))
