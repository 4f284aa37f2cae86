"""Season tables: the calendar, divisions, points, promotion and relegation."""

from collections import Counter
from datetime import date, timedelta
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.protocol import Entrant, Kind, Pairing, contests
from league.formats.season.calendar import list_match_days
from league.formats.season.divisions import apply_playoffs, check_moves, fill_divisions, fit_moves, move_entrants
from league.formats.season.format import Season
from league.formats.settings import BadSetting
from tests.league.formats.playing import Event, examples, refused

SEASON = Season()
MONDAY = date(2026, 9, 7)


@settings(max_examples=examples(20))
@given(st.integers(0, 40), st.integers(1, 21), st.sets(st.integers(0, 300), max_size=40))
def test_every_round_has_a_day_in_the_rhythm_that_is_no_blackout(rounds: int, step: int, closed: set[int]) -> None:
    blackouts = {MONDAY + timedelta(days=day) for day in closed}
    days = list_match_days(MONDAY, rounds, step, blackouts)
    assert len(days) == rounds
    assert list(days) == sorted(set(days))
    assert not blackouts & set(days)
    assert all((day - MONDAY).days % step == 0 for day in days)
    open_days = [MONDAY + timedelta(days=at * step) for at in range(rounds + len(closed))]
    assert list(days) == [day for day in open_days if day not in blackouts][:rounds]


def test_a_calendar_that_cannot_be_is_refused() -> None:
    with refused("start"):
        list_match_days(date(9999, 12, 20), 3, 7)


@settings(max_examples=examples(10))
@given(st.integers(0, 2**32), st.integers(1, 4), st.lists(st.integers(2, 7), min_size=1, max_size=3))
def test_in_each_division_everybody_meets_everybody_once_a_cycle_at_home_in_turn(
    seed: int, cycles: int, sizes: list[int]
) -> None:
    played = Event(SEASON, {"cycles": cycles, "divisions": sizes}, sum(sizes), Random(seed)).play()
    divisions = SEASON.parts(played.settings, played.entrants)
    hosted = Counter(pairing.sides for pairing in contests(played.history))
    for ids in divisions.values():
        for one, other in combinations(ids, 2):
            home, away = hosted[one, other], hosted[other, one]
            assert home + away == cycles
            assert abs(home - away) <= cycles % 2
    assert sum(hosted.values()) == sum(cycles * len(ids) * (len(ids) - 1) // 2 for ids in divisions.values())
    assert len(played.history) == SEASON.rounds_planned(played.settings, played.size)


def test_the_table_counts_the_organisers_points() -> None:
    entrants = [Entrant(one) for one in (1, 2, 3)]
    history = [(Pairing((1, 2), (2, 0)), Pairing((2, 3), (1, 1)), Pairing((3, 1), (2, 0)))]
    points = {line.entrant: line.halves for line in SEASON.standings(SEASON.check({}, 3), entrants, history)}
    assert points == {3: 8, 1: 6, 2: 2}
    own = SEASON.check({"win": 4, "draw": 3, "loss": 1}, 3)
    points = {line.entrant: line.halves for line in SEASON.standings(own, entrants, history)}
    assert points == {3: 7, 1: 5, 2: 4}


def test_who_does_not_come_has_nothing_even_where_a_loss_has_points() -> None:
    entrants = [Entrant(one) for one in (1, 2)]
    history = [(Pairing((1, 2), (2, 0), Kind.FORFEIT), Pairing((2, 1), (0, 0), Kind.FORFEIT))]
    lines = SEASON.standings(SEASON.check({"loss": 1}, 2), entrants, history)
    assert [(line.entrant, line.halves) for line in lines] == [(1, 6), (2, 0)]


def test_equal_points_and_wins_are_broken_by_the_matches_among_the_equal() -> None:
    entrants = [Entrant(one) for one in (1, 2, 3, 4)]
    results = {(1, 2): (0, 2), (1, 3): (2, 0), (2, 4): (0, 2), (3, 4): (0, 2)}
    history = [tuple(Pairing(pair, made) for pair, made in results.items())]
    lines = SEASON.standings(SEASON.check({}, 4), entrants, history)
    assert [(line.rank, line.entrant) for line in lines] == [(1, 4), (2, 2), (3, 1), (4, 3)]


def test_a_season_that_cannot_be_is_refused() -> None:
    for given_, field in (
        ({"divisions": [4, 5]}, "divisions"), ({"divisions": "4"}, "divisions"), ({"win": 2, "draw": 2}, "win"),
        ({"draw": 1, "loss": 2}, "win"), ({"moving": 1}, "moving"), ({"divisions": [4, 2, 4], "moving": 2}, "moving"),
        ({"divisions": [5, 3, 2], "moving": 1, "playoff": True}, "moving"),
    ):  # fmt: skip
        with refused(field):
            SEASON.check(given_, 10)
    with pytest.raises(BadSetting, match="200"):
        SEASON.check({}, 201)


def test_the_last_go_down_and_the_first_go_up() -> None:
    tables = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11]]
    assert move_entrants(tables, 1).divisions == ((1, 2, 3, 5), (4, 6, 7, 9), (8, 10, 11))
    assert move_entrants(tables, 2).divisions == ((1, 2, 5, 6), (3, 4, 9, 10), (7, 8, 11))
    assert move_entrants(tables, 0).divisions == tuple(map(tuple, tables))


def test_a_play_off_lets_the_next_ones_change_places_if_the_lower_wins() -> None:
    planned = move_entrants([[1, 2, 3, 4], [5, 6, 7, 8]], 1, playoff=True)
    assert planned.playoffs == ((3, 6),)
    assert apply_playoffs(planned, {(3, 6): 6}) == ((1, 2, 6, 5), (4, 3, 7, 8))
    assert apply_playoffs(planned, {(3, 6): 3}) == apply_playoffs(planned, {}) == ((1, 2, 3, 5), (4, 6, 7, 8))


@settings(max_examples=examples(20))
@given(st.lists(st.integers(6, 9), min_size=2, max_size=4), st.integers(0, 2), st.booleans(), st.randoms())
def test_divisions_keep_their_size_and_nobody_is_lost(sizes: list[int], moving: int, playoff: bool, rng: Random) -> None:
    ids = iter(rng.sample(range(1000), sum(sizes)))
    tables = [[next(ids) for _ in range(size)] for size in sizes]
    planned = move_entrants(tables, moving, playoff)
    after = apply_playoffs(planned, {pair: rng.choice(pair) for pair in planned.playoffs})
    assert [len(division) for division in after] == sizes
    assert sorted(one for division in after for one in division) == sorted(one for table in tables for one in table)
    home = {one: at for at, table in enumerate(tables) for one in table}
    assert all(abs(home[one] - at) <= 1 for at, division in enumerate(after) for one in division)


@settings(max_examples=examples(20))
@given(st.lists(st.integers(1, 5), min_size=1, max_size=4), st.sets(st.integers(0, 19)), st.integers(0, 3))
def test_free_places_are_filled_from_below_and_nobody_is_lost(sizes: list[int], gone: set[int], moving: int) -> None:
    order = list(range(sum(sizes)))
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    divisions = tuple(tuple(order[start : start + size]) for start, size in zip(starts, sizes, strict=True))
    made = fill_divisions(divisions, gone)
    assert [one for division in made for one in division] == [one for one in order if one not in gone]
    assert all(len(division) > 1 for division in made[1:])
    fewer, playoff = fit_moves([len(one) for one in made], moving, playoff=True)
    assert fewer <= moving
    check_moves([len(one) for one in made], fewer, playoff)
