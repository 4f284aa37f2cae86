"""Direct encounter: article 6, with the case that not all have met."""

from itertools import combinations, product

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.protocol import Kind
from league.formats.tie_breaks.ledger import Contender, Ledger, Rules
from league.formats.tie_breaks.standings import split_group
from tests.league.formats.playing import examples
from tests.league.formats.tie_breaks.exercises import meeting

Games = list[tuple[int, int, int, int]]
"""(first, second, half points of each); each in a round of its own."""


def tiers(players: int, games: Games, *, kind: Kind = Kind.GAME, everybody_meets: bool = False) -> list[list[int]]:
    contenders = [Contender(number) for number in range(players)]
    rounds = [tuple(meeting(*game, kind)) for game in games]
    return split_group(Ledger(contenders, rounds, Rules(everybody_meets)), range(players))


@pytest.mark.parametrize(
    ("players", "games", "expected"),
    [
        (3, [(0, 1, 0, 2), (1, 2, 1, 1), (2, 0, 1, 1)], [[1], [2], [0]]),
        # it counts again among those it leaves equal: 0 and 1 make two points each, 2 and 3 one; 0 beat 1, and 2 beat 3
        (4, [(0, 1, 2, 0), (0, 2, 2, 0), (3, 0, 2, 0), (1, 2, 2, 0), (1, 3, 2, 0), (2, 3, 2, 0)], [[0], [1], [2], [3]]),
        (3, [(0, 1, 2, 0), (1, 2, 2, 0), (2, 0, 2, 0)], [[0, 1, 2]]),  # a circle stays a tie
        # who is first whatever the missing match brings is first, and the second is found the same way
        (3, [(0, 1, 2, 0), (0, 2, 2, 0)], [[0], [1, 2]]),
        (4, [(0, 1, 2, 0), (0, 2, 2, 0), (0, 3, 2, 0), (1, 2, 2, 0), (1, 3, 2, 0)], [[0], [1], [2, 3]]),
        (3, [(0, 1, 2, 0)], [[0, 1, 2]]),  # a missing match could change the first place
    ],
)
def test_their_points_against_each_other_split_those_who_are_equal(
    players: int, games: Games, expected: list[list[int]]
) -> None:
    assert tiers(players, games) == expected


def test_several_games_between_two_count_as_their_average() -> None:
    """Added up, 1 would be first with two points."""
    games = [(0, 1, 2, 0), (1, 0, 1, 1), (1, 2, 2, 0), (2, 1, 1, 1), (2, 0, 2, 0)]
    assert tiers(3, games, everybody_meets=True) == [[2], [1], [0]]


def test_a_forfeit_is_a_meeting_only_where_everybody_meets_everybody() -> None:
    assert tiers(2, [(0, 1, 2, 0)], kind=Kind.FORFEIT) == [[0, 1]]
    assert tiers(2, [(0, 1, 2, 0)], kind=Kind.FORFEIT, everybody_meets=True) == [[0], [1]]


@settings(max_examples=examples(40))
@given(st.integers(2, 4), st.data())
def test_the_first_place_is_given_exactly_if_no_outcome_of_the_missing_matches_could_take_it(
    players: int, data: st.DataObject
) -> None:
    pairs = list(combinations(range(players), 2))
    made = {pair: data.draw(st.sampled_from([(2, 0), (1, 1), (0, 2), None])) for pair in pairs}
    found = tiers(players, [(*pair, *halves) for pair, halves in made.items() if halves])
    missing = [pair for pair in pairs if made[pair] is None]
    if not missing:
        return
    alone = set(range(players))
    for outcome in product([(2, 0), (1, 1), (0, 2)], repeat=len(missing)):
        points = [0] * players
        for (first, second), halves in [*made.items(), *zip(missing, outcome, strict=True)]:
            points[first] += halves[0] if halves else 0
            points[second] += halves[1] if halves else 0
        alone &= {one for one in range(players) if points.count(max(points)) == 1 and points[one] == max(points)}
    assert (len(found[0]) == 1) == bool(alone)
    if alone:
        assert set(found[0]) == alone
    else:
        assert found == [list(range(players))]
