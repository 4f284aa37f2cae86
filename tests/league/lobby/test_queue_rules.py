"""Who is paired with whom: windows widen with the wait, and both players have to fit."""

from __future__ import annotations

import pytest

from league.lobby.queue_rules import CONTROLS, WaitingPlayer, choose_pairs, get_window
from league.ratings.speeds import Speed
from league.time_controls.presets import PRESETS


def pairs(*waiting: tuple[int, int, float]) -> list[tuple[int, int]]:
    return choose_pairs([WaitingPlayer(*player) for player in waiting])


def test_the_window_starts_at_a_hundred_points_and_has_no_limit_after_half_a_minute() -> None:
    assert [get_window(seconds) for seconds in (0, 9.9, 10, 19.9, 20, 29.9)] == [100, 100, 200, 200, 400, 400]
    assert [get_window(seconds) for seconds in (30, 3600)] == [None, None]


def test_nobody_is_paired_alone() -> None:
    assert pairs() == []
    assert pairs((1, 1500, 3600)) == []


@pytest.mark.parametrize(
    ("distance", "waited_s", "paired"), [(100, 0, True), (101, 0, False), (200, 10, True), (900, 30, True)]
)
def test_two_are_paired_within_the_window_of_both(distance: int, waited_s: float, paired: bool) -> None:
    assert pairs((1, 1500, waited_s), (2, 1500 + distance, waited_s)) == ([(1, 2)] if paired else [])


def test_a_long_wait_does_not_widen_the_window_of_the_other() -> None:
    assert pairs((1, 1500, 60), (2, 1900, 5)) == []
    assert pairs((1, 1500, 60), (2, 1900, 20)) == [(1, 2)]


def test_the_longest_wait_chooses_first_and_gets_the_closest_rating() -> None:
    assert pairs((1, 1500, 1), (2, 1550, 9), (3, 1540, 2)) == [(2, 3)]
    assert pairs((1, 1500, 9), (2, 1600, 8), (3, 1490, 1), (4, 1650, 1)) == [(1, 3), (2, 4)]


def test_of_equally_close_players_the_longest_wait_is_paired() -> None:
    assert pairs((1, 1500, 9), (2, 1550, 1), (3, 1450, 2)) == [(1, 3)]


def test_each_speed_has_a_preset_time_control() -> None:
    assert set(CONTROLS) == set(Speed)
    assert set(CONTROLS.values()) <= set(PRESETS.values())
