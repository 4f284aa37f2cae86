"""Where no pairing exists, the players in the way are named; where one exists, nobody is."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings, strategies as st

from league.formats.protocol import CannotPair
from league.formats.swiss.explanations import BYE, find_conflict
from league.formats.swiss.pairing import pair_next_round
from league.formats.swiss.tournament import Kind, Player, Round, Tournament

BYED = (Round(Kind.PAIRING_BYE, 2),)
SAT_OUT = (Round(Kind.ABSENT, 0),)


def tournament(count: int, forbidden: set[frozenset[int]], byed: set[int] | frozenset[int] = frozenset()) -> Tournament:
    players = tuple(Player(number, BYED if number in byed else SAT_OUT) for number in range(1, count + 1))
    return Tournament(players, rounds=9, played=1, forbidden=frozenset(forbidden))


def pairs(*numbers: int) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in combinations(numbers, 2)}


def test_three_who_may_only_meet_the_fourth_are_named() -> None:
    found = find_conflict(tournament(4, pairs(1, 2, 3)))
    assert found is not None
    assert (found.groups, found.others) == (((1,), (2,), (3,)), (4,))
    assert "players 1, 2 and 3 need more opponents than they have. They can only play player 4." in found.text({})


def test_numbers_are_said_as_in_the_file() -> None:
    found = find_conflict(tournament(2, pairs(1, 2)))
    assert found is not None
    assert found.text({1: 12, 2: 7}) == "Not all players can be paired: player 12 has no possible opponent left."


def test_an_odd_group_that_may_not_meet_the_others_is_named() -> None:
    across = {frozenset((one, other)) for one in (1, 2, 3) for other in (4, 5, 6)}
    found = find_conflict(tournament(6, across))
    assert found is not None
    assert "players 1, 2 and 3 can only play each other, but their number is odd" in found.text({})


def test_groups_that_compete_for_the_same_opponent_are_named_apart() -> None:
    group = {1: "a", 2: "a", 3: "a", 4: "b", 5: "c", 6: "d"}
    apart = {pair for pair in pairs(*group) if 6 not in pair and len({group[one] for one in pair}) == 2}
    found = find_conflict(tournament(6, apart))
    assert found is not None
    assert "players 1, 2 and 3; player 4; player 5 (each of these groups has one player too many) need" in found.text({})


def test_the_bye_that_nobody_may_have_is_named() -> None:
    found = find_conflict(tournament(3, set(), byed={1, 2, 3}))
    assert found is not None
    assert (BYE,) in found.groups


def test_in_a_big_round_those_whom_the_best_attempt_leaves_over_are_named() -> None:
    found = find_conflict(tournament(66, {frozenset((1, number)) for number in range(2, 67)}))
    assert found is not None
    assert not found.exact
    assert "even the best attempt leaves players 1 and " in found.text({})


edges = st.sets(st.sampled_from(sorted(pairs(*range(1, 8)), key=sorted)))


@settings(max_examples=120, deadline=None)
@given(st.integers(2, 7), edges, st.sets(st.integers(1, 7)))
def test_a_conflict_is_named_exactly_where_there_is_no_pairing(
    count: int, forbidden: set[frozenset[int]], byed: set[int]
) -> None:
    given = tournament(count, forbidden, byed)
    found = find_conflict(given)
    try:
        pair_next_round(given)
    except CannotPair:
        assert found is not None
        assert len(found.groups) > len(found.others)
    else:
        assert found is None
