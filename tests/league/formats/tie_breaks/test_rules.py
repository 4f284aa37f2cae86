"""The rules of C.07 one by one, in small tables worked out by hand, and what cannot be chosen."""

import doctest
from collections import Counter
from itertools import combinations, product
from types import ModuleType

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.protocol import Kind, Pairing
from league.formats.tie_breaks import definitions, derivation as derivation_module, figures, ratings
from league.formats.tie_breaks.definitions import BadTieBreaks, check_tie_breaks
from league.formats.tie_breaks.derivation import derive_figure
from league.formats.tie_breaks.ledger import Contender, Ledger, Lots, Rules
from league.formats.tie_breaks.standings import compute_standings, split_group
from tests.league.formats.playing import examples
from tests.league.formats.tie_breaks.exercises import SWISS, meeting, table
from tests.league.formats.tie_breaks.tournaments import Event, round_robins, swiss

ALL_MEET = Rules(everybody_meets=True)


def ranks(text: str, *keys: str, rules: Rules | None = None) -> list[tuple[int, int]]:
    """(rank, contender) in order."""
    return [(place.rank, place.contender) for place in compute_standings(*table(text), keys, rules)]


def figure(text: str, key: str, contender: int, rules: Rules | None = None) -> str:
    return derive_figure(*table(text), [key], rules, contender=contender, key=key).shown


def test_who_is_equal_in_everything_shares_a_rank_in_order_of_seed_and_who_has_no_seed_stands_last() -> None:
    assert ranks("1 -w2 -w3\n2 +b1 =w4\n3 =w4 +b1\n4 =b3 =b2") == [(1, 2), (1, 3), (3, 4), (4, 1)]
    places = compute_standings([Contender(1), Contender(2, 2), Contender(3, 1)], [], [])
    assert [(place.rank, place.contender) for place in places] == [(1, 3), (1, 2), (1, 1)]


def test_a_tie_break_decides_only_among_those_still_equal() -> None:
    """Of those with 3½ points 3 has the best Buchholz, then 4, then 1 and 16; 16 has most wins."""
    assert [contender for _, contender in ranks(SWISS, "BH", "WIN")][1:5] == [3, 4, 16, 1]
    assert [contender for _, contender in ranks(SWISS, "WIN", "BH")][1:5] == [16, 3, 4, 1]


@pytest.mark.parametrize(
    ("text", "shown", "halves"),
    [
        # a withdrawal counts as draws for the opponents: 2, who never came back, as 1 point; 3 and 4 have 1½
        ("1 +w2 +w3 =w4\n2 -b1\n3 +w4 -b1 H\n4 -b3 P =b1", "4", 0),
        # a bye asked for before a played round counts as it is: 2 has ½, and 3 has ½
        ("1 +w2 =w3\n2 -b1 =w4\n3 Z =b1\n4 Z =b2", "1", 1),
        # a forfeit loss at the end counts as no point: 2 has 0, 3 has 1
        ("1 +w2 +w3\n2 -b1 Fb4\n3 +w4 -b1\n4 -b3 Ww2", "1", 0),
        # a bye at the end after which one forfeits counts as a draw: 2 has 0 + ½ + 0, 3 has 2½, 4 has 1½
        ("1 +w2 =w3 =w4\n2 -b1 Z Fb3\n3 +w4 =b1 Ww2\n4 -b3 P =b1", "4½", 0),
    ],
)
def test_unplayed_rounds_of_opponents_count_for_the_buchholz_of_1_by_article_16(text: str, shown: str, halves: int) -> None:
    assert figure(text, "BH", 1) == shown
    points = {place.contender: place.halves for place in compute_standings(*table(text), [])}
    assert points[2] == halves, "2 itself has no more than it made"


def test_sonneborn_berger_cuts_a_bye_asked_for_if_it_is_worth_as_much_as_the_lowest_opponent() -> None:
    """1 lost to 2 with 1 point, had a bye worth half of its own 1½, and beat 3 with 2: the bye is cut, not 2."""
    text = "1 -w2 H +w3\n2 +b1 -w3 -w4\n3 +w4 +b2 -b1\n4 -b3 P +b2"
    assert (figure(text, "SB", 1), figure(text, "SB-C1", 1)) == ("2¾", "2")


def test_somebody_still_playing_is_not_away() -> None:
    contenders = [Contender(number) for number in (1, 2, 3, 4)]
    rounds = [
        (*meeting(1, 2, 2, 0), Pairing((3, None), (0, None), Kind.BYE), Pairing((4, None), (1, None), Kind.BYE)),
        (*meeting(1, 3, None, None), *meeting(2, 4, None, None)),
    ]
    places = {place.contender: place for place in compute_standings(contenders, rounds, ["BH", "REP"])}
    assert places[1].figures == {"BH": 0, "REP": 2}  # 2 has no point, and 3 does not count yet
    assert places[1].played == 1


def test_where_everybody_meets_everybody_a_forfeit_is_a_game_but_not_for_ratings() -> None:
    text = "1 Ww2 =b3 .\n2 Fb1 . +w3\n3 . =w1 -b2"
    assert figure(text, "SB", 1, ALL_MEET) == "1¼"  # 2 has 1, 3 has ½
    assert compute_standings(*table(text, {2: 2000, 3: 1500}), ["ARO"], ALL_MEET)[0].figures == {"ARO": 1500}


@pytest.mark.parametrize(
    ("keys", "everybody_meets", "code"),
    [
        (["BH", "XX"], False, "unknown-tie-break"),
        (["bh"], False, "unknown-tie-break"),
        (["BH", "SB", "BH"], False, "twice-the-same"),
        (["LOTS", "BH"], False, "nothing-left"),
        (["SEED", "LOTS"], False, "nothing-left"),
        (["BH"], True, "not-here"),
        (["KS"], False, "not-here"),
        ([7, ["BH"]], False, "unknown-tie-break"),
        ("BH", False, "unknown-tie-break"),
    ],
)
def test_a_choice_that_cannot_be_used_is_refused_in_a_sentence(keys: list[str], everybody_meets: bool, code: str) -> None:
    with pytest.raises(BadTieBreaks) as caught:
        check_tie_breaks(keys, everybody_meets=everybody_meets)
    assert (caught.value.code, caught.value.field) == (code, "tie_breaks")
    assert str(caught.value).endswith(".")
    with pytest.raises(BadTieBreaks):
        compute_standings([Contender(1)], [], keys, Rules(everybody_meets=everybody_meets))


@pytest.mark.parametrize("module", [definitions, derivation_module, figures, ratings])
def test_the_examples_in_the_code_are_true(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed


def test_the_lots_separate_everybody_the_same_way_every_time() -> None:
    rules = Rules(lots=Lots(b"one", "event 1"))
    contenders = [Contender(number, number) for number in range(1, 30)]
    drawn = compute_standings(contenders, [], ["LOTS"], rules)
    assert [place.rank for place in drawn] == list(range(1, 30))
    assert drawn == compute_standings(contenders, [], ["LOTS"], rules)
    others = [Rules(lots=Lots(b"two", "event 1")), Rules(lots=Lots(b"one", "event 2"))]
    for other in others:
        assert [one.contender for one in compute_standings(contenders, [], ["LOTS"], other)] != [one.contender for one in drawn]


def test_before_the_secret_is_out_the_lots_leave_all_equal_and_who_has_no_rating_comes_last() -> None:
    places = compute_standings([Contender(1, 1), Contender(2, 2)], [], ["LOTS"])
    assert [(place.rank, place.figures) for place in places] == [(1, {"LOTS": None}), (1, {"LOTS": None})]
    rated = compute_standings([Contender(1, 1), Contender(2, 2, 0), Contender(3, 3, 900)], [], ["RTNG"])
    assert [place.contender for place in rated] == [3, 2, 1]


@settings(max_examples=examples(30))
@given(st.lists(st.tuples(st.integers(1500, 1520), st.integers(0, 2)), min_size=1, max_size=9), st.integers(0, 900))
def test_the_perfect_performance_is_the_lowest_rating_that_lets_expect_the_points(
    played: list[tuple[int, int]], wider: int
) -> None:
    games = [(rating + wider * (at % 2), halves, at) for at, (rating, halves) in enumerate(played)]
    made = sum(halves for _, halves in played)
    found = ratings.compute_perfect_performance(games, 2)
    assert found is not None
    if made == 0:
        assert found == min(game[0] for game in games) - 800
        return
    enough, short = (sum(ratings.get_expected_score(rating - game[0]) for game in games) for rating in (found, found - 1))
    assert short < 50 * made <= enough


@settings(max_examples=examples(20))
@given(st.one_of(swiss(), round_robins()))
def test_places_are_in_order_of_points_and_the_order_in_which_results_are_told_changes_none(event: Event) -> None:
    contenders, rounds, keys, rules = event
    places = compute_standings(contenders, rounds, keys, rules)
    assert sorted(place.contender for place in places) == sorted(one.id for one in contenders)
    assert [place.halves for place in places] == sorted((place.halves for place in places), reverse=True)
    ahead = Counter(place.rank for place in places)
    assert all(rank == 1 + sum(count for other, count in ahead.items() if other < rank) for rank in ahead)
    assert all(place.wins + place.draws + place.losses == place.played for place in places)
    turned = compute_standings(contenders[::-1], [told[::-1] for told in rounds], keys, rules)
    assert {place.contender: (place.rank, place.figures) for place in turned} == {
        place.contender: (place.rank, place.figures) for place in places
    }


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
