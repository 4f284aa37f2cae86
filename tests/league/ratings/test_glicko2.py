"""Glicko-2 against the worked example of its author's paper, an independent library, and the paper's own search."""

import random
from math import exp, log

import glicko2 as library
import pytest
from hypothesis import given, strategies as st

from league.ratings.glicko2 import MIN_DEVIATION, PERIOD_S, SCALE, START_DEVIATION, TAU, Game, Level, compute_volatility, update

levels = st.builds(Level, st.floats(100, 3200), st.floats(30, 350), st.floats(0.03, 0.12))
scores = st.sampled_from((0.0, 0.5, 1.0))


def test_the_worked_example_of_the_paper() -> None:
    """Glickman, "Example of the Glicko-2 system": 1464.06, 151.52 and 0.05999 (its inner sums are rounded)."""
    games = [Game(Level(1400, 30), 1), Game(Level(1550, 100), 0), Game(Level(1700, 300), 0)]
    after = update(Level(1500, 200, 0.06), games)
    assert after.rating == pytest.approx(1464.06, abs=0.015)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


near = st.builds(Level, st.floats(1000, 2200), st.floats(100, 340), st.floats(0.03, 0.09))


@given(near, st.lists(st.tuples(near, scores), min_size=1, max_size=4))
def test_an_independent_library_agrees_on_rating_and_deviation(level: Level, met: list[tuple[Level, float]]) -> None:
    """Not on volatility: in step 5 glicko2 2.1.0 has the rating for the deviation, which moves the rest by little."""
    theirs = library.Player(level.rating, level.deviation, level.volatility)
    theirs.update_player([one.rating for one, _ in met], [one.deviation for one, _ in met], [made for _, made in met])
    ours = update(level, [Game(one, made) for one, made in met])
    assert ours.rating == pytest.approx(theirs.rating, abs=0.5)
    assert ours.deviation == pytest.approx(theirs.rd, rel=1e-3)


def bracketed(sigma: float, square: float, variance: float, surplus: float) -> float:
    """Step 5 exactly as the paper searches (Illinois), to a closer end."""
    delta_square, start = (surplus * variance) ** 2, log(sigma * sigma)

    def f(x: float) -> float:
        whole = square + variance + exp(x)
        return exp(x) * (delta_square - whole) / (2 * whole * whole) - (x - start) / TAU**2

    low, steps = start, 1
    if delta_square > square + variance:
        high = log(delta_square - square - variance)
    else:
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-10 and f_low != f_high:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


@given(levels, levels, scores)
def test_newtons_method_finds_the_papers_root(level: Level, other: Level, made: float) -> None:
    square = (SCALE * level.deviation) ** 2
    weak = 1 / (1 + 3 * (SCALE * other.deviation / 3.141592653589793) ** 2)
    expected = 1 / (1 + exp(weak**0.5 * (other.rating - level.rating) * SCALE))
    variance = 1 / (weak * expected * (1 - expected))
    given = (level.volatility, square, variance, weak**0.5 * (made - expected))
    assert compute_volatility(*given) == pytest.approx(bracketed(*given), rel=1e-6)


@given(levels, levels, scores)
def test_every_seat_of_a_table_of_equals_moves_like_a_duel(level: Level, other: Level, made: float) -> None:
    """Against three of the same strength, with the same result each, as against one of them."""
    alone = update(level, [Game(other, made)], periods=0)
    assert update(level, [Game(other, made, 1 / 3)] * 3, periods=0).rating == pytest.approx(alone.rating)


@given(st.lists(st.tuples(levels, scores), min_size=1, max_size=3), levels, st.floats(0, 1e6))
def test_no_deviation_leaves_its_bounds(met: list[tuple[Level, float]], level: Level, periods: float) -> None:
    after = update(level, [Game(one, made, 1 / len(met)) for one, made in met], periods=periods)
    assert MIN_DEVIATION <= after.deviation <= START_DEVIATION
    assert 0 < after.volatility < 1


def test_a_rating_grows_less_sure_while_nobody_plays_and_never_less_than_a_newcomers() -> None:
    for seconds, deviation in ((0, 60), (365 * 86_400, 107), (1e12, 350)):
        after = update(Level(1500, 60, 0.06), [], periods=seconds / PERIOD_S)
        assert after.deviation == pytest.approx(deviation, abs=1)


@pytest.mark.prove
def test_the_better_player_comes_out_on_top() -> None:
    """Three players of 1300, 1500 and 1700: after 300 rounds their ratings are where their results put them."""
    strengths, rng = (1300, 1500, 1700), random.Random(7)
    players = [Level()] * 3
    for _ in range(300):
        for one, other in ((0, 1), (1, 2), (0, 2)):
            made = float(rng.random() < 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400)))
            left, right = players[one], players[other]
            players[one] = update(left, [Game(right, made)], periods=0.1)
            players[other] = update(right, [Game(left, 1 - made)], periods=0.1)
    assert [round(one.rating) for one in players] == pytest.approx(strengths, abs=80)
