"""Tables worked out by hand."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.protocol import Pairing, TableRow
from league.formats.round_robin import build_schedule, compute_table
from league.formats.tables import format_halves, format_quarters, score_ranks
from league.pairings.actions.match_creation import with_advantage
from matches.clock import TimeControl
from matches.time_control import format_time_control
from tests.league.formats.playing import examples

WIN, DRAW, LOSS, NEITHER = (2, 0), (1, 1), (0, 2), (0, 0)
Game = tuple[int, int, tuple[int, int]]


def standings(entrants: Sequence[int], games: Sequence[Game]) -> tuple[TableRow, ...]:
    return compute_table(entrants, frozenset(), [tuple(Pairing((home, away), made) for home, away, made in games)])


def figure(place: TableRow, name: str) -> int:
    return dict(place.figures)[name]


def table(entrants: int, *results: Game) -> list[tuple[int, int]]:
    """(rank, entrant) in order."""
    return [(place.rank or 0, place.entrant) for place in standings(range(1, entrants + 1), results)]


def test_the_figures_of_a_small_table_by_hand() -> None:
    """1 beat 2, drew with 3 and lost to 4; 2 beat 3; 4 drew with 2 and 3. Points: 1½, 1½, 1, 2."""
    games = [
        (1, 2, WIN), (1, 3, DRAW), (1, 4, LOSS), (2, 3, WIN), (4, 2, DRAW), (4, 3, DRAW),
    ]  # fmt: skip
    places = {place.entrant: place for place in standings([1, 2, 3, 4], games)}
    assert [(places[one].halves, figure(places[one], "sonneborn_quarters")) for one in (1, 2, 3, 4)] == [
        (3, 2 * 3 + 1 * 2),  # beat 2 (1½), drew with 3 (1): 1½ + ½ = 2
        (3, 2 * 2 + 1 * 4),  # beat 3 (1), drew with 4 (2): 1 + 1 = 2
        (2, 1 * 3 + 1 * 4),  # drew with 1 (1½) and 4 (2): ¾ + 1 = 1¾
        (4, 2 * 3 + 1 * 3 + 1 * 2),  # beat 1, drew with 2 and 3: 1½ + ¾ + ½ = 2¾
    ]
    assert [figure(places[one], "direct_halves") for one in (1, 2, 3, 4)] == [2, 0, 0, 0]
    assert [places[one].rank for one in (4, 1, 2, 3)] == [1, 2, 3, 4]


def test_sonneborn_berger_prefers_points_against_the_strong() -> None:
    """2 and 3 have a point each; 2 beat the leader, 3 beat the last."""
    assert table(4, (1, 4, WIN), (1, 3, WIN), (2, 1, WIN), (3, 4, WIN)) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert table(4, (1, 4, WIN), (1, 2, WIN), (3, 1, WIN), (2, 4, WIN)) == [(1, 1), (2, 3), (3, 2), (4, 4)]


def test_a_direct_encounter_waits_until_all_who_are_equal_have_met() -> None:
    """1, 2 and 3 have the same points and Sonneborn-Berger, but 1 and 3 have not met."""
    places = standings([1, 2, 3, 4, 5], [(1, 4, WIN), (2, 4, WIN), (3, 5, WIN)])
    assert [figure(place, "direct_halves") for place in places[:3]] == [0, 0, 0]
    assert {place.rank for place in places[:3]} == {1}


def test_more_wins_break_the_last_tie() -> None:
    """1 (two draws) and 2 (a win, a loss) have not met. 4 and 5 end on half a point each, 3 on none, 6 on one:
    Sonneborn-Berger is ½ for 1 (half of ½, twice) and ½ for 2 (who beat 4)."""
    games = [(1, 4, DRAW), (1, 5, DRAW), (2, 4, WIN), (6, 2, WIN)]
    places = standings([1, 2, 3, 4, 5, 6], games)
    tied = [place for place in places if place.entrant in (1, 2)]
    assert len({(place.halves, place.figures) for place in tied}) == 1
    assert [place.entrant for place in tied] == [2, 1]
    assert tied[0].rank < tied[1].rank


@pytest.mark.parametrize(
    ("entrants", "games", "expected"),
    [
        (3, [], [(1, 1), (1, 2), (1, 3)]),
        (3, [(1, 2, LOSS), (2, 3, WIN), (1, 3, DRAW)], [(1, 2), (2, 1), (2, 3)]),
        (4, [(1, 2, DRAW), (3, 4, DRAW)], [(1, 1), (1, 2), (1, 3), (1, 4)]),
    ],
)
def test_points_come_first_and_who_is_equal_in_everything_shares_a_rank(
    entrants: int, games: list[Game], expected: list[tuple[int, int]]
) -> None:
    assert table(entrants, *games) == expected


def test_a_double_forfeit_gives_nobody_a_point_and_both_a_loss() -> None:
    assert [(one.halves, one.losses, one.draws) for one in standings([1, 2], [(1, 2, NEITHER)])] == [(0, 1, 0), (0, 1, 0)]


def test_ranks_become_half_points() -> None:
    made = {ranks: score_ranks(ranks) for ranks in ((1, 2), (2, 1), (1, 1), (2, 2))}
    assert made == {(1, 2): (2, 0), (2, 1): (0, 2), (1, 1): (1, 1), (2, 2): (0, 0)}


@settings(max_examples=examples(15))
@given(st.integers(2, 9), st.integers(0, 2**32))
def test_points_are_neither_made_nor_lost_and_ranks_fall(players: int, seed: int) -> None:
    rng = Random(seed)
    pairs = [pair for pairings in build_schedule(players) for pair in pairings if pair[1] is not None]
    games = [(home, away or 0, rng.choice([WIN, DRAW, LOSS])) for home, away in pairs]
    places = standings(range(1, players + 1), games)
    assert sum(place.halves for place in places) == 2 * len(games)
    assert all(place.played == place.wins + place.draws + place.losses == players - 1 for place in places)
    order = [(place.rank or 0, -place.halves) for place in places]
    assert order == sorted(order)


def test_the_higher_seed_has_the_advantage_where_the_game_has_one() -> None:
    for seeds, side in (((1, 2), "red"), ((2, 1), "blue")):
        options = with_advantage("field-tactics", {"duel_tiles": 1}, home_seed=seeds[0], away_seed=seeds[1])
        assert options == {"duel_tiles": 1, "advantage": side}
    assert with_advantage("zero-order", {"levels": 2}, home_seed=1, away_seed=2) == {"levels": 2}


def test_points_and_time_controls_are_written_as_people_do() -> None:
    assert [format_halves(made) for made in (0, 1, 2, 5)] == ["0", "½", "1", "2½"]
    assert [format_quarters(made) for made in (0, 1, 7, 8)] == ["0", "¼", "1¾", "2"]
    controls = ((180_000, 300_000), (10_000, 90_000), (30_000, 0), (0, 600_000))
    assert [format_time_control(TimeControl(*control)) for control in controls] == [
        "3 min per turn, 5 min time bank", "10 s per turn, 90 s time bank", "30 s per turn", "10 min per player",
    ]  # fmt: skip
