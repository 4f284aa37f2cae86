"""Why two players do not meet, and where no pairing exists, who is in the way."""

from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.protocol import CannotPair
from league.formats.swiss.explanations import BYE, explain_unpaired, find_conflict
from league.formats.swiss.pairing import pair_next_round
from league.formats.swiss.pairing_quality import CRITERION_TEXTS
from league.formats.swiss.tournament import Kind, Player, Round, Tournament
from tests.league.formats.playing import examples
from tests.league.formats.swiss.cases import cases
from tests.league.formats.swiss.test_counting import SIX

NEW = Tournament(tuple(Player(number) for number in range(1, 8)), rounds=3, played=0)
PAIRING = [(one.white, one.black) for one in pair_next_round(SIX)]
Pairs = set[frozenset[int]]


def test_the_reason_is_the_first_criterion_that_would_be_worse() -> None:
    assert explain_unpaired(SIX, PAIRING, 1, 4).code == "C1"
    found = explain_unpaired(SIX, PAIRING, 1, 5)
    assert (found.code, found.text) == ("C6", f"{CRITERION_TEXTS['C6']}: 0 now, 2 with this pair.")
    assert explain_unpaired(SIX, PAIRING, *PAIRING[0]).code == "paired"
    with pytest.raises(KeyError):
        explain_unpaired(SIX, PAIRING, 1, 7)
    for name, given_one, pairing in cases(every=1400):
        numbers = [one.number for one in given_one.players if not one.absent][:4]
        for one, other in combinations(numbers, 2):
            met = {one, other} in [set(board) for board in pairing]
            assert (explain_unpaired(given_one, pairing, one, other).code == "paired") == met, (name, one, other)


def test_the_bye_can_be_asked_for() -> None:
    first = [(one.white, one.black) for one in pair_next_round(NEW)]
    assert [explain_unpaired(NEW, first, number, 0).code for number in (7, 1)] == ["paired", "order"]
    assert explain_unpaired(SIX, PAIRING, 1, 0).code == "C2"


def tournament(count: int, forbidden: Pairs, byed: set[int] | frozenset[int] = frozenset()) -> Tournament:
    """After one round of byes, for these by pairing."""
    past = {True: (Round(Kind.PAIRING_BYE, 2),), False: (Round(Kind.ABSENT, 0),)}
    players = tuple(Player(number, past[number in byed]) for number in range(1, count + 1))
    return Tournament(players, rounds=9, played=1, forbidden=frozenset(forbidden))


def pairs(*numbers: int) -> Pairs:
    return {frozenset(pair) for pair in combinations(numbers, 2)}


CLUBS = {1: "a", 2: "a", 3: "a", 4: "b", 5: "c"}


@pytest.mark.parametrize(
    ("count", "forbidden", "said"),
    [
        (4, pairs(1, 2, 3), "players 1, 2 and 3 need more opponents than they have. They can only play player 4."),
        (
            6,
            {frozenset((one, other)) for one in (1, 2, 3) for other in (4, 5, 6)},
            "players 1, 2 and 3 can only play each other, but their number is odd",
        ),
        (
            6,
            {pair for pair in pairs(*CLUBS) if len({CLUBS[one] for one in pair}) == 2},
            "players 1, 2 and 3; player 4; player 5 (each of these groups has one player too many) need",
        ),
        (66, {frozenset((1, number)) for number in range(2, 67)}, "even the best attempt leaves players 1 and "),
    ],
    ids=["too few opponents", "odd group", "groups compete", "large"],
)
def test_those_in_the_way_of_a_round_are_named(count: int, forbidden: Pairs, said: str) -> None:
    found = find_conflict(tournament(count, forbidden))
    assert found is not None
    assert said in found.text({})
    assert found.exact == (count < 66)


def test_numbers_are_said_as_in_the_file_and_the_bye_that_nobody_may_have_is_named() -> None:
    found = find_conflict(tournament(2, pairs(1, 2)))
    assert found is not None
    assert found.text({1: 12, 2: 7}) == "Not all players can be paired: player 12 has no possible opponent left."
    byed = find_conflict(tournament(3, set(), byed={1, 2, 3}))
    assert byed is not None
    assert (BYE,) in byed.groups


@settings(max_examples=examples(40))
@given(st.integers(2, 7), st.sets(st.sampled_from(sorted(pairs(*range(1, 8)), key=sorted))), st.sets(st.integers(1, 7)))
def test_a_conflict_is_named_exactly_where_there_is_no_pairing(count: int, forbidden: Pairs, byed: set[int]) -> None:
    stuck = tournament(count, forbidden, byed)
    found = find_conflict(stuck)
    try:
        pair_next_round(stuck)
    except CannotPair:
        assert found is not None
        assert len(found.groups) > len(found.others)
    else:
        assert found is None
