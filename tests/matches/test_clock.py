"""The clock: three minutes a turn, then five minutes of reserve, and never a charge for our queue (ruling C-2)."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from matches.clock import Clock, TimeControl, TimeLeft

S = timedelta(seconds=1)
MS = timedelta(milliseconds=1)
LEAGUE = TimeControl()
T0 = datetime.fromisoformat("2026-03-01T12:00:00+00:00")


def fresh(control: TimeControl = LEAGUE) -> Clock:
    return Clock.create(control, 2)


def test_a_turn_within_its_time_costs_no_reserve() -> None:
    clock = fresh().start([0], T0).pause(0, T0 + 180 * S).settle(T0 + 180 * S)
    assert clock.remaining(0, T0 + 999 * S) == TimeLeft(180_000, 300_000)


def test_what_a_turn_overruns_comes_off_the_reserve() -> None:
    clock = fresh().start([0], T0).pause(0, T0 + 200 * S).settle(T0 + 200 * S)
    assert clock.remaining(0, T0 + 200 * S) == TimeLeft(180_000, 280_000)


def test_the_flag_falls_when_turn_time_and_reserve_are_gone() -> None:
    clock = fresh().start([0], T0)
    assert clock.deadline() == T0 + 480 * S
    assert clock.fallen(T0 + 480 * S - MS) is None
    assert clock.fallen(T0 + 480 * S) == (T0 + 480 * S, frozenset({0}))


def test_a_flag_noticed_late_is_dated_to_the_moment_it_fell() -> None:
    assert fresh().start([1], T0).fallen(T0 + 3600 * S) == (T0 + 480 * S, frozenset({1}))


def test_two_clocks_that_started_together_fall_together() -> None:
    fallen = fresh().start([0, 1], T0).fallen(T0 + 480 * S)
    assert fallen == (T0 + 480 * S, frozenset({0, 1}))


def test_of_two_running_clocks_only_the_first_to_run_out_falls() -> None:
    fallen = fresh().start([0], T0).start([1], T0 + MS).fallen(T0 + 500 * S)
    assert fallen == (T0 + 480 * S, frozenset({0}))


def test_starting_a_running_clock_changes_nothing() -> None:
    clock = fresh().start([0], T0)
    assert clock.start([0], T0 + 100 * S) == clock


def test_stopping_a_clock_that_stands_charges_nothing() -> None:
    assert fresh().pause(0, T0).settle(T0) == fresh()


def test_a_clock_that_steps_back_charges_nobody() -> None:
    clock = fresh().start([0], T0)
    assert clock.remaining(0, T0 - 60 * S) == TimeLeft(180_000, 300_000)
    assert clock.pause(0, T0 - 60 * S).settle(T0 - 60 * S).reserve == (300_000, 300_000)


def test_an_absolute_clock_has_reserve_only() -> None:
    clock = fresh(TimeControl(0, 60_000)).start([0], T0).pause(0, T0 + 10 * S).settle(T0 + 10 * S)
    assert clock.remaining(0, T0) == TimeLeft(0, 50_000)


def test_fischers_increment_comes_after_the_move() -> None:
    clock = fresh(TimeControl(0, 60_000, 5_000)).start([0], T0).pause(0, T0 + 10 * S).settle(T0 + 10 * S)
    assert clock.reserve[0] == 55_000


def test_an_interval_that_counts_for_nobody_moves_the_deadline_by_what_it_took() -> None:
    clock = fresh().start([0], T0)
    assert clock.skip(T0 + 10 * S, T0 + 40 * S).deadline() == T0 + 510 * S
    assert clock.skip(T0 - 30 * S, T0 + 10 * S).deadline() == T0 + 490 * S
    assert clock.skip(T0 - 30 * S, T0 - 10 * S).deadline() == T0 + 480 * S


@pytest.mark.parametrize("given_", [(-1, 0, 0), (0, -1, 0), (1, 1, -1), (0, 0, 0), (0, 0, 10)])
def test_a_control_without_time_is_refused(given_: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="time"):
        TimeControl(*given_)


def test_a_stored_clock_comes_back_the_same() -> None:
    clock = fresh().start([1], T0 + 1234 * MS).pause(1, T0 + 190 * S).settle(T0 + 190 * S).start([0], T0 + 190 * S)
    assert Clock.load(LEAGUE, clock.dump()) == clock


def test_a_seat_may_have_half_of_everything_and_the_other_keeps_its_time() -> None:
    clock = fresh(TimeControl(100_001, 60_001, 5_000)).halve(1)
    assert (clock.remaining(0, T0), clock.remaining(1, T0)) == (TimeLeft(100_001, 60_001), TimeLeft(50_000, 30_000))
    clock = clock.start([0, 1], T0).pause(0, T0 + S).pause(1, T0 + S).settle(T0 + S)
    assert clock.reserve == (65_001, 32_500)


def test_what_was_used_before_the_time_was_halved_stays_used() -> None:
    clock = fresh().start([0], T0)
    assert clock.halve(0).remaining(0, T0 + 100 * S) == TimeLeft(0, 140_000)
    assert clock.halve(0).fallen(T0 + 300 * S) == (T0 + 240 * S, frozenset({0}))
    paid = fresh().start([0], T0).pause(0, T0 + 190 * S).settle(T0 + 190 * S)
    assert paid.halve(0).remaining(0, T0 + 190 * S) == TimeLeft(90_000, 140_000)


def test_the_time_of_a_seat_is_halved_once() -> None:
    with pytest.raises(ValueError, match="once"):
        fresh().halve(0).halve(0)


def test_only_a_halved_clock_is_stored_with_a_word_of_it() -> None:
    clock = fresh().start([0], T0)
    assert clock.dump() == {"reserve": [300_000] * 2, "since": [T0.isoformat(), None], "used": [0, None]}
    halved = clock.halve(1)
    assert Clock.load(LEAGUE, halved.dump()) == halved
    assert Clock.load(LEAGUE, clock.dump()).halved == frozenset()


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


@given(st.integers(0, 600_000), st.integers(0, 600_000))
def test_time_left_never_grows_and_is_never_negative(early: int, late: int) -> None:
    early, late = sorted((early, late))
    clock = fresh().start([0], T0)
    before, after = clock.remaining(0, T0 + early * MS), clock.remaining(0, T0 + late * MS)
    assert before.turn >= after.turn >= 0
    assert before.reserve >= after.reserve >= 0
