"""Who can still qualify and who is certain to, against playing out every end there is, or ends drawn at random."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.clinching import Outlook, compute_outlooks, compute_swiss_outlooks
from tests.league.formats.playing import examples

Points = dict[int, int]
Match = tuple[int, int]
WINS = ((2, 0), (1, 1), (0, 2))
RESULTS = (*WINS, (0, 0))


def after(points: Points, matches: Sequence[Match], results: Sequence[Match] = WINS) -> Iterator[Points]:
    """The points after every combination of results."""
    for made in product(results, repeat=len(matches)):
        found = dict(points)
        for match, halves in zip(matches, made, strict=True):
            for one, had in zip(match, halves, strict=True):
                found[one] += had
        yield found


def by_hand(outcomes: Iterator[Points], places: int) -> dict[int, Outlook]:
    """Can: in some outcome fewer than `places` are strictly ahead. Certain: in all, fewer are level or ahead."""
    found: dict[int, Outlook] = {}
    for points in outcomes:
        for one, had in points.items():
            others = [has for other, has in points.items() if other != one]
            can, certain = sum(has > had for has in others) < places, sum(has >= had for has in others) < places
            before = found.get(one, Outlook(can=False, certain=True))
            found[one] = Outlook(before.can or can, before.certain and certain)
    return found


@st.composite
def seasons(draw: st.DrawFn) -> tuple[Points, list[tuple[int, int]], int]:
    players = draw(st.integers(2, 6))
    points = {one: draw(st.integers(0, 9)) for one in range(players)}
    pairs = st.tuples(st.integers(0, players - 1), st.integers(0, players - 1)).filter(lambda pair: pair[0] != pair[1])
    return points, draw(st.lists(pairs, max_size=5)), draw(st.integers(1, players))


@settings(max_examples=examples(25))
@given(seasons())
def test_a_known_schedule_is_decided_exactly(season: tuple[Points, list[tuple[int, int]], int]) -> None:
    points, matches, places = season
    assert compute_outlooks(points, matches, places) == by_hand(after(points, matches), places)


def test_whom_the_others_matches_against_each_other_keep_out() -> None:
    """0 can reach 4 points. 1 and 2 have 3½ each and meet: a draw lets all three be level, a second match does not."""
    points = {0: 6, 1: 7, 2: 7, 3: 0}
    assert compute_outlooks(points, [(0, 3), (1, 2)], 1)[0] == Outlook(can=True, certain=False)
    assert not compute_outlooks(points, [(0, 3), (1, 2), (1, 2)], 1)[0].can


@pytest.mark.parametrize(("places", "matches"), [(0, []), (1, [(1, 1)]), (1, [(1, 9)])])
def test_impossible_questions_are_refused(places: int, matches: list[Match]) -> None:
    with pytest.raises(ValueError, match=r"\."):
        compute_outlooks({1: 0, 2: 0}, matches, places)
    for rounds, wanted in ((-1, 1), (1, 0)):
        with pytest.raises(ValueError, match="place"):
            compute_swiss_outlooks({1: 0}, [], rounds, wanted)


@settings(max_examples=examples(20))
@given(st.lists(st.integers(0, 6), min_size=2, max_size=8), st.integers(0, 4), st.integers(1, 4))
def test_in_the_last_round_of_a_swiss_it_is_exact(had: list[int], games: int, places: int) -> None:
    points = dict(enumerate(had))
    running = [(2 * at, 2 * at + 1) for at in range(min(games, len(had) // 2))]
    assert compute_swiss_outlooks(points, running, 0, places) == by_hand(after(points, running, RESULTS), places)


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


@settings(max_examples=examples(20))
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
            others = [had for other, had in end.items() if other != one]
            assert found.can or sum(had > end[one] for had in others) >= places
            assert not found.certain or sum(had >= end[one] for had in others) < places


def test_a_leader_who_is_two_points_ahead_with_a_round_to_come_is_through() -> None:
    said = compute_swiss_outlooks({1: 8, 2: 4, 3: 4, 4: 2}, [], 1, 1)
    assert said == {1: Outlook(can=True, certain=True), **{one: Outlook(can=False, certain=False) for one in (2, 3, 4)}}
    assert compute_swiss_outlooks({1: 8, 2: 6, 3: 4, 4: 2}, [], 1, 1)[1] == Outlook(can=True, certain=False)


def test_who_has_left_takes_no_place_of_the_next_stage() -> None:
    points = {1: 6, 2: 4, 3: 0}
    assert not compute_swiss_outlooks(points, [], 1, 1, withdrawn={1})[2].certain
    assert not compute_swiss_outlooks({1: 6, 2: 2, 3: 2}, [], 1, 1, withdrawn={1})[2].can
    assert compute_swiss_outlooks({1: 6, 2: 2, 3: 2}, [], 1, 1, withdrawn={1}, vacant=True)[2].can
