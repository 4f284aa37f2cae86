"""Groups: who plays where, who goes on, and with which seed."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.elimination.draw import get_bracket_size, seed_order
from league.formats.groups import (
    Groups,
    distribute_in_snake,
    find_tied_wild_cards,
    get_group_name,
    get_points_per_match,
    list_qualifiers,
)
from league.formats.protocol import Entrant, TableRow, contests
from league.formats.settings import BadSetting
from tests.league.formats.playing import Event, examples

GROUPS = Groups()


@settings(max_examples=examples(25))
@given(st.integers(1, 20), st.integers(0, 100))
def test_groups_hold_everybody_differ_by_one_at_most_and_are_equally_strong_if_full_and_even(groups: int, more: int) -> None:
    drawn = distribute_in_snake(range(2 * groups + more), groups)
    sizes = [len(group) for group in drawn]
    assert max(sizes) - min(sizes) <= 1
    assert sorted(one for group in drawn for one in group) == list(range(2 * groups + more))
    even = distribute_in_snake(range(groups * 2 * (1 + more % 3)), groups)
    assert len({sum(group) for group in even}) == 1


def test_groups_that_cannot_be_are_refused() -> None:
    for given_, entrants, field, sentence in (
        ({"groups": 9}, 8, "groups", "9 groups are too many for 8 entrants"),
        ({"groups": 5}, 8, "groups", "fill at most 4 groups of two"),
        ({"groups": 4, "top": 3}, 11, "top", "only 2 entrants"),
        ({"groups": 4, "top": 2, "wild_cards": 4}, 11, "wild_cards", "Only 3 groups"),
        ({"groups": 0}, 8, "groups", "from 1 to 128"),
    ):
        with pytest.raises(BadSetting, match=sentence) as refused:
            GROUPS.check(given_, entrants)
        assert refused.value.field == field


def test_group_names_go_on_behind_z() -> None:
    assert [get_group_name(at) for at in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]


@settings(max_examples=examples(12))
@given(st.integers(0, 2**32), st.integers(1, 3), st.integers(1, 2))
def test_all_rounds_are_played_side_by_side_and_everybody_meets_all_of_its_group(seed: int, groups: int, cycles: int) -> None:
    rng = Random(seed)
    played = Event(GROUPS, {"groups": groups, "cycles": cycles}, rng.randint(2 * groups, 12), rng).play()
    drawn = GROUPS.parts(played.settings, played.entrants)
    met = Counter(frozenset(pairing.entrants) for pairing in contests(played.history))
    assert len(played.history) == GROUPS.rounds_planned(played.settings, played.size)
    assert all(
        met[frozenset((one, other))] == (cycles if here == there else 0)
        for here, group in drawn.items()
        for there, others in drawn.items()
        for one in group
        for other in others
        if one != other
    )


def tables_of(rng: Random, groups: int, size: int) -> list[list[TableRow]]:
    """Final tables with random points; entrants of group 0 are 0, 1, 2 ..., of group 1 100, 101 ..."""
    made = []
    for group in range(groups):
        points = sorted((rng.randint(0, 8) for _ in range(size)), reverse=True)
        made.append([TableRow(at + 1, 100 * group + at, halves, size - 1) for at, halves in enumerate(points)])
    return made


def meeting(seeds: tuple[int, ...], one: int, other: int) -> int:
    """How many rounds before the final two would meet."""
    order = seed_order(get_bracket_size(len(seeds)))
    here, there = (order.index(seeds.index(who) + 1) for who in (one, other))
    return (len(order) - 1).bit_length() - (here ^ there).bit_length()


@settings(max_examples=examples(20))
@given(st.integers(0, 2**32), st.integers(1, 17), st.integers(1, 3), st.integers(0, 9))
def test_better_places_have_better_seeds_wild_cards_the_last_and_those_of_a_group_meet_late(
    seed: int, groups: int, top: int, wild: int
) -> None:
    """The first two of a group in the final at the earliest; of 4, 8 or 16 groups four qualify for four quarters."""
    tables, wild = tables_of(Random(seed), groups, 5), min(wild, groups)
    seeds = list_qualifiers(tables, top, wild)
    places = [one % 100 for one in seeds]
    assert places == sorted(places)
    assert len(seeds) == len(set(seeds)) == groups * top + wild
    pairs = list_qualifiers(tables, 2)
    assert all(meeting(pairs, 100 * group, 100 * group + 1) == 0 for group in range(groups))
    groups = 4 << seed % 3
    quarters = list_qualifiers(tables_of(Random(seed), groups, 5), 4)
    for group in range(groups):
        assert max(meeting(quarters, 100 * group + one, 100 * group + other) for one in range(4) for other in range(one)) <= 1


def test_among_group_winners_the_one_who_made_most_a_match_is_the_first_seed() -> None:
    tables = [[TableRow(1, 10, 6, 4), TableRow(2, 11, 5, 4)], [TableRow(1, 20, 6, 3), TableRow(2, 21, 1, 3)]]
    assert list_qualifiers(tables, 1) == (20, 10)


def test_wild_cards_of_unequal_groups_are_compared_by_points_a_match() -> None:
    large = [TableRow(1, 10, 8, 4), TableRow(2, 11, 5, 4), TableRow(3, 12, 4, 4)]
    small = [TableRow(1, 20, 6, 3), TableRow(2, 21, 4, 3), TableRow(3, 22, 2, 3)]
    assert get_points_per_match(small[1])[0] == Fraction(4, 3) > get_points_per_match(large[1])[0] == Fraction(5, 4)
    assert list_qualifiers([large, small], 1, 1)[-1] == 21
    assert list_qualifiers([large[:2], small[:1]], 1, 2) == (10, 20, 11), "a group without a next placed gives none"
    equal = [large[:2], [small[0], TableRow(2, 21, 5, 4)]]
    assert [list_qualifiers(equal, 1, 1, order={11: 2, 21: 1}, shared=shared) for shared in (False, True)] == [
        (10, 20, 21), (10, 20, 11, 21)
    ]  # fmt: skip
    assert find_tied_wild_cards(equal, 1, 1) == {11, 21}


def test_the_table_begins_with_the_qualifiers_as_seeds_and_tells_group_and_place() -> None:
    played = Event(GROUPS, {"groups": 2, "top": 1, "wild_cards": 1}, 7, Random(5)).play()
    lines_ = played.standings()
    assert [line.rank for line in lines_] == list(range(1, 8))
    assert [dict(line.figures)["group_rank"] for line in lines_] == [1, 1, 2, 2, 3, 3, 4]
    assert {line.group for line in lines_[:2]} == {"A", "B"}


def test_of_two_who_stay_in_a_group_the_one_who_left_loses_what_was_due_by_forfeit() -> None:
    entrants = [Entrant(1), Entrant(2), Entrant(3, left=0), Entrant(4, left=0)]
    (made,) = GROUPS.next_round(GROUPS.check({"groups": 2, "top": 1}, 4), entrants, ())[:1]  # type: ignore[index]
    assert (made.sides, made.halves) == ((1, 4), (2, 0))
