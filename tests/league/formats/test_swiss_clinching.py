"""Who is through and who is out in a Swiss: against every end of small ones, and against ends drawn at random."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.clinching import Outlook, compute_swiss_outlooks

RESULTS = ((2, 0), (1, 1), (0, 2), (0, 0))
Match = tuple[int, int]


def ahead(points: dict[int, int], one: int) -> int:
    return sum(had > points[one] for had in points.values())


def level(points: dict[int, int], one: int) -> int:
    """Others level or ahead."""
    return sum(had >= points[one] for had in points.values()) - 1


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 6), min_size=2, max_size=8), st.integers(0, 4), st.integers(1, 4))
def test_in_the_last_round_it_is_exact(had: list[int], games: int, places: int) -> None:
    points = dict(enumerate(had))
    running = [(2 * at, 2 * at + 1) for at in range(min(games, len(had) // 2))]
    ends = []
    for results in product(RESULTS, repeat=len(running)):
        end = dict(points)
        for match, made in zip(running, results, strict=True):
            for one, halves in zip(match, made, strict=True):
                end[one] += halves
        ends.append(end)
    expected = {
        one: Outlook(any(ahead(end, one) < places for end in ends), all(level(end, one) < places for end in ends))
        for one in points
    }
    assert compute_swiss_outlooks(points, running, 0, places) == expected


def play_on(points: dict[int, int], running: list[Match], rounds: int, left: set[int], rng: Random) -> dict[int, int]:
    """An end drawn at random: any pairings, forfeits by both, half-point byes, somebody who withdraws."""
    end, gone = dict(points), set(left)
    for match in running:
        for one, halves in zip(match, rng.choice(RESULTS), strict=True):
            end[one] += halves
    for _ in range(rounds):
        there = [one for one in end if one not in gone]
        rng.shuffle(there)
        while there and rng.random() < 0.2:
            end[there.pop()] += rng.choice((0, 1))
        if len(there) % 2:
            end[there.pop()] += 2
        for one, other in zip(there[::2], there[1::2], strict=True):
            for player, halves in zip((one, other), rng.choice(RESULTS), strict=True):
                end[player] += halves
        if rng.random() < 0.1 and there:
            gone.add(there[0])
    return end


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 9), st.integers(0, 3), st.integers(1, 4))
def test_however_a_swiss_goes_on_nobody_out_comes_in_and_nobody_through_is_caught(
    seed: int, size: int, rounds: int, places: int
) -> None:
    rng = Random(seed)
    points = {one: rng.randint(0, 8) for one in range(size)}
    running = [(2 * at, 2 * at + 1) for at in range(rng.randint(0, size // 2))]
    left = {one for one in points if rng.random() < 0.1}
    said = compute_swiss_outlooks(points, running, rounds, places, withdrawn=left)
    for _ in range(20):
        end = play_on(points, running, rounds, left, rng)
        for one, found in said.items():
            assert found.can or ahead(end, one) >= places
            assert not found.certain or level(end, one) < places


def test_a_leader_who_is_two_points_ahead_with_a_round_to_come_is_through() -> None:
    said = compute_swiss_outlooks({1: 8, 2: 4, 3: 4, 4: 2}, [], 1, 1)
    assert said == {1: Outlook(can=True, certain=True), **{one: Outlook(can=False, certain=False) for one in (2, 3, 4)}}
    assert compute_swiss_outlooks({1: 8, 2: 6, 3: 4, 4: 2}, [], 1, 1)[1] == Outlook(can=True, certain=False)


def test_who_has_left_takes_no_place_of_the_next_stage() -> None:
    points = {1: 6, 2: 4, 3: 0}
    assert not compute_swiss_outlooks(points, [], 1, 1, withdrawn={1})[2].certain
    assert not compute_swiss_outlooks({1: 6, 2: 2, 3: 2}, [], 1, 1, withdrawn={1})[2].can
    assert compute_swiss_outlooks({1: 6, 2: 2, 3: 2}, [], 1, 1, withdrawn={1}, vacant=True)[2].can


@pytest.mark.parametrize(("rounds", "places"), [(-1, 1), (1, 0)])
def test_what_cannot_be_asked_is_an_error(rounds: int, places: int) -> None:
    with pytest.raises(ValueError, match="place"):
        compute_swiss_outlooks({1: 0}, [], rounds, places)
