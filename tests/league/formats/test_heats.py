"""Heats: tables, the first seat in turn, points by place, the final."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.heat_tables import POINTS_BY_PLACE, get_table_sizes, score_heat, summarize_heats
from league.formats.heats import FINAL_KEY, Heats
from league.formats.protocol import Entrant, Kind, contests
from tests.league.formats.playing import Event, examples

HEATS = Heats()


def heats(size: int, seed: int = 0, trouble: float = 0.0, **given: object) -> Event:
    return Event(HEATS, given, size, Random(seed), trouble).play()


@settings(max_examples=examples(20))
@given(st.integers(2, 300), st.integers(3, 4))
def test_tables_are_full_or_have_one_seat_less_once_there_are_enough(entrants: int, seats: int) -> None:
    made = get_table_sizes(entrants, seats)
    assert sum(made) == entrants
    assert max(made) - min(made) <= 1
    assert min(made) >= (seats - 1 if entrants >= seats * (seats - 2) and entrants != 5 else 2)


@settings(max_examples=examples(12))
@given(st.integers(0, 2**32), st.integers(5, 16), st.integers(2, 4), st.integers(1, 6))
def test_everybody_has_the_first_seat_and_each_opponent_about_equally_often(
    seed: int, size: int, seats: int, rounds: int
) -> None:
    """At tables of two nobody has a second bye before everybody had one."""
    played = heats(size, seed, rounds=rounds, seats=seats)
    known = summarize_heats(played.history)
    first, byes = ([known.seats[one, 0] for one in played.ids], [known.byes[one] for one in played.ids])
    if size % 2 == 0 or seats > 2:
        assert max(first) - min(first) <= 1
    if seats > 2:
        mean = sum(known.met.values()) / (size * (size - 1) / 2)
        assert max(known.met.values()) <= mean + 2
    else:
        assert max(byes) - min(byes) <= 1


def test_sixteen_at_tables_of_four_all_meet_once_in_five_heats() -> None:
    known = summarize_heats(heats(16, rounds=5).history)
    assert len(known.met) == 120
    assert set(known.met.values()) == {1}


@settings(max_examples=examples(5))
@given(st.integers(0, 2**32), st.integers(6, 12))
def test_who_comes_late_is_not_given_the_first_seat_again_and_again(seed: int, size: int) -> None:
    played = heats(size, seed, rounds=4)
    played.settings = HEATS.check({"rounds": 8}, size)
    played.entrants.append(Entrant(1000, joined=4))
    played.play()
    assert summarize_heats(played.history).seats[1000, 0] <= 2


@settings(max_examples=examples(25))
@given(st.integers(2, 4).flatmap(lambda seats: st.lists(st.integers(1, 4), min_size=seats, max_size=seats)))
def test_points_of_shared_places_are_shared_and_none_are_lost_or_made(given: list[int]) -> None:
    ranks = [1 + sum(other < one for other in given) for one in given]
    made = score_heat(ranks, POINTS_BY_PLACE[len(ranks)])
    assert sum(made) == sum(POINTS_BY_PLACE[len(ranks)])
    for one, other in combinations(range(len(ranks)), 2):
        assert (made[one] > made[other]) == (ranks[one] < ranks[other])


def test_the_mean_of_a_table_is_the_same_at_every_size() -> None:
    assert {sum(row) / size for size, row in POINTS_BY_PLACE.items()} == {6}
    assert HEATS.check({}, 8).points([3, 1, 2]) == (0, 12, 6)


@settings(max_examples=examples(6))
@given(st.integers(0, 2**32), st.integers(4, 12))
def test_the_best_of_the_heats_play_the_final_table_and_its_order_is_that_of_the_event(seed: int, size: int) -> None:
    before = heats(size, seed, rounds=3)
    best = [line.entrant for line in before.standings()][:4]
    played = heats(size, seed, rounds=3, final=True)
    (final,) = [one for one in contests(played.history) if one.key == FINAL_KEY]
    assert list(final.sides) == best
    assert played.next_round() is None
    order = sorted(best, key=final.made, reverse=True)
    assert [(line.rank, line.entrant) for line in played.standings()][:4] == list(enumerate(order, 1))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_is_left_alone_in_a_heat_has_a_bye_and_who_asked_to_be_absent_no_points(seats: int) -> None:
    entrants = [Entrant(one, absences=frozenset({1} if one < 4 else ())) for one in range(1, 5)]
    made = HEATS.next_round(HEATS.check({"seats": seats}, 4), entrants, ()) or ()
    assert [(one.sides, one.halves, one.kind) for one in made] == [
        ((4, None), (6, None), Kind.PAIRING_BYE),
        *(((one, None), (0, None), Kind.ABSENT) for one in (1, 2, 3)),
    ]
