"""The rules of puzzles: the puzzle of the day, the next one, ratings and streaks."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest

from league.puzzles.rules import NEAREST, begin_answer, choose_daily, choose_next, count_days, extend_days, rate
from league.ratings.glicko2 import Level

IDS = [f"puzzle{number:06}" for number in range(50)]
DAY = date(2026, 3, 1)


def test_the_puzzle_of_a_day_is_the_same_for_everyone_and_none_returns_before_all_have_come() -> None:
    days = [choose_daily(IDS, DAY + timedelta(days=n)) for n in range(100)]
    assert choose_daily(list(reversed(IDS)), DAY) == days[0]
    assert set(days[:50]) == set(IDS)
    assert set(Counter(days).values()) == {2}


def test_the_next_puzzle_is_near_the_own_rating() -> None:
    ratings = [(id, 1000.0 + 20 * number) for number, id in enumerate(IDS)]
    chosen = {choose_next(ratings, 1500, lambda n, at=at: min(at, n - 1)) for at in range(100)}
    assert chosen == {id for id, _ in sorted(ratings, key=lambda row: abs(row[1] - 1500))[:NEAREST]}
    assert choose_next([], 1500, lambda n: 0) is None


def test_a_right_answer_takes_points_from_the_puzzle_and_a_wrong_one_gives_it_some() -> None:
    player, puzzle = Level(1500, 350, 0.06), Level(1500, 150, 0.06)
    better, easier = rate(player, puzzle, is_right=True, elapsed_s=0)
    worse, harder = rate(player, puzzle, is_right=False, elapsed_s=0)
    assert better.rating > 1500 > worse.rating
    assert easier.rating < 1500 < harder.rating
    assert better.deviation < 350


def test_a_hard_puzzle_gives_more_than_an_easy_one() -> None:
    player = Level(1500, 100, 0.06)
    gains = [rate(player, Level(value, 100, 0.06), is_right=True, elapsed_s=0)[0].rating for value in (1200, 1500, 1800)]
    assert gains == sorted(gains)


@pytest.mark.parametrize(
    ("last", "days", "extended"), [(None, 0, 1), (DAY, 4, 4), (DAY - timedelta(days=1), 4, 5), (DAY - timedelta(days=2), 4, 1)]
)
def test_a_streak_of_days_grows_once_a_day_and_begins_again_after_a_gap(last: date | None, days: int, extended: int) -> None:
    assert extend_days(last, days, DAY) == extended


@pytest.mark.parametrize(("gap", "shown"), [(0, 4), (1, 4), (2, 0), (30, 0)])
def test_a_streak_is_over_after_a_day_without_a_puzzle(gap: int, shown: int) -> None:
    assert count_days(DAY - timedelta(days=gap), 4, DAY) == shown
    assert count_days(None, 0, DAY) == 0


@pytest.mark.parametrize("answer", ["E4-E5", "move Sniper Z2-1 Z3-1", "split B6: C7-off", "end", "protect -1"])
def test_a_hint_is_the_first_word_of_the_notation(answer: str) -> None:
    beginning = begin_answer(answer)
    assert beginning
    assert answer.startswith(beginning)
    assert not set(" :-") & set(beginning)
