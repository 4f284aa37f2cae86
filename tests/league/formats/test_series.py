"""Best-of-n series: sides, when they are decided, draws."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.series import HIGHER, LOWER, Series
from tests.league.formats.playing import examples

GAMES = ((2, 0), (0, 2), (1, 1), (0, 0))
every_series = st.builds(
    Series, best_of=st.integers(1, 7), starts=st.sampled_from([HIGHER, LOWER]), extra=st.integers(0, 3), must_win=st.booleans()
)


def play(series: Series, *games: tuple[int, int]) -> Series:
    for game in games:
        series = series.with_game(*game)
    return series


@settings(max_examples=examples(50))
@given(every_series, st.integers(0, 2**32))
def test_every_series_ends_as_soon_as_it_cannot_be_lost_and_only_where_it_may_be_drawn_without_a_winner(
    series: Series, seed: int
) -> None:
    rng, firsts = Random(seed), []
    while not series.over:
        left = series.best_of - len(series.games)
        assert left <= 0 or abs(series.score[0] - series.score[1]) <= 2 * left
        firsts.append(series.first_seat)
        series = series.with_game(*rng.choice(GAMES))
    left = series.best_of - len(series.games)
    one, other = series.score
    assert left <= 0 or abs(one - other) > 2 * left
    assert firsts[0] == series.starts
    assert all(before != after for before, after in pairwise(firsts))
    assert len(firsts) <= series.best_of + series.extra
    assert series.winner == ((HIGHER if series.must_win else None) if one == other else HIGHER if one > other else LOWER)
    with pytest.raises(ValueError, match="decided"):
        series.with_game(2, 0)


def test_two_wins_decide_a_best_of_three_and_a_drawn_game_counts_half() -> None:
    assert play(Series(3), (2, 0), (2, 0)).winner == HIGHER
    assert play(Series(3), (2, 0), (0, 2)).winner is None
    assert play(Series(3), (2, 0), (0, 2), (0, 2)).winner == LOWER
    series = play(Series(3), (1, 1), (2, 0))
    assert (series.score, series.winner) == ((3, 1), None)
    assert play(series, (1, 1)).winner == HIGHER


def test_an_equal_series_has_extra_games_of_which_the_first_one_won_decides() -> None:
    level = play(Series(2, extra=2), (2, 0), (0, 2))
    assert not level.over
    assert play(level, (0, 2)).winner == LOWER
    assert play(level, (1, 1)).winner is None
    drawn = play(level, (1, 1), (1, 1))
    assert (drawn.over, drawn.winner, replace(drawn, must_win=True).winner) == (True, None, HIGHER)
