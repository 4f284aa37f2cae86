"""Who can still qualify and who is certain to, against playing out every result there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from league.formats import clinching
from league.formats.clinching import Outlook

Points = dict[int, int]


def after(points: Points, matches: Sequence[tuple[int, int]]) -> Iterator[Points]:
    """The points after every combination of results."""
    for results in product((0, 1, 2), repeat=len(matches)):
        found = dict(points)
        for (one, other), halves in zip(matches, results, strict=True):
            found[one] += halves
            found[other] += 2 - halves
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


@settings(deadline=None, max_examples=100)
@given(seasons())
def test_a_known_schedule_is_decided_exactly(season: tuple[Points, list[tuple[int, int]], int]) -> None:
    points, matches, places = season
    assert clinching.compute_outlooks(points, matches, places) == by_hand(after(points, matches), places)


def test_whom_the_others_matches_against_each_other_keep_out() -> None:
    """0 can reach 4 points. 1 and 2 have 3½ each and meet: a draw lets all three be level, a second match does not."""
    points = {0: 6, 1: 7, 2: 7, 3: 0}
    assert clinching.compute_outlooks(points, [(0, 3), (1, 2)], 1)[0] == Outlook(can=True, certain=False)
    assert not clinching.compute_outlooks(points, [(0, 3), (1, 2), (1, 2)], 1)[0].can


def test_who_is_level_with_the_last_place_can_but_is_not_certain() -> None:
    found = clinching.compute_outlooks({1: 4, 2: 4, 3: 1}, [], 1)
    assert found == {1: Outlook(True, False), 2: Outlook(True, False), 3: Outlook(False, False)}


def test_all_are_certain_where_there_are_places_for_all() -> None:
    assert set(clinching.compute_outlooks({1: 4, 2: 0}, [(1, 2)], 2).values()) == {Outlook(True, True)}


@pytest.mark.parametrize(("places", "matches"), [(0, []), (1, [(1, 1)]), (1, [(1, 9)])])
def test_impossible_questions_are_refused(places: int, matches: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match=r"\."):
        clinching.compute_outlooks({1: 0, 2: 0}, matches, places)
