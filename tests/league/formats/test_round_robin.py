"""Round robins: the tables that FIDE publishes (handbook C.05, annex 1), withdrawals, late entries, and tables by hand."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import example, given, settings, strategies as st

from league.formats.protocol import Entrant, Kind, Pairing, Round, TableRow, contests
from league.formats.round_robin import BergerRound, RoundRobin, build_berger_table, build_schedule, compute_table
from league.formats.tables import format_halves, format_quarters, score_ranks
from league.pairings.actions.match_creation import with_advantage
from matches.clock import TimeControl
from matches.time_control import format_time_control
from tests.league.formats.playing import Event, examples

PUBLISHED = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1
    """,
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """,
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """,
}


def read(table: str) -> list[set[tuple[int, int]]]:
    lines = [line.split() for line in table.strip().splitlines()]
    return [{(int(pair.split("-")[0]), int(pair.split("-")[1])) for pair in line} for line in lines]


def sides(rounds: tuple[BergerRound, ...], player: int) -> str:
    """The player's sides in order, H or A, byes left out."""
    pairs = [pair for pairings in rounds for pair in pairings if player in pair and pair[1] is not None]
    return "".join("H" if pair[0] == player else "A" for pair in pairs)


@pytest.mark.parametrize("players", PUBLISHED)
def test_the_tables_are_those_that_fide_publishes(players: int) -> None:
    assert [set(pairings) for pairings in build_berger_table(players)] == read(PUBLISHED[players])


@pytest.mark.parametrize("players", [3, 5, 7])
def test_an_odd_number_plays_the_next_even_table_and_its_last_number_is_the_bye(players: int) -> None:
    full = read(PUBLISHED[players + 1])
    for pairings, published in zip(build_berger_table(players), full, strict=True):
        (free,) = [home for home, away in pairings if away is None]
        assert {pair for pair in pairings if pair[1] is not None} == {p for p in published if players + 1 not in p}
        assert any({free, players + 1} == set(pair) for pair in published)


@settings(max_examples=examples(20))
@given(st.integers(2, 25), st.integers(1, 4))
@example(4, 2)
@example(6, 2)
@example(8, 3)
def test_everybody_meets_everybody_once_a_cycle_with_sides_in_turn(players: int, cycles: int) -> None:
    """Balanced to one match, nobody has one side three times running, and in each two cycles each side against each."""
    rounds = build_schedule(players, cycles)
    for pairings in rounds:
        assert sorted(player for pair in pairings for player in pair if player) == list(range(1, players + 1))
    pairs = Counter(pair for pairings in rounds for pair in pairings if pair[1] is not None)
    for one in range(1, players + 1):
        for other in range(1, one):
            assert pairs[one, other] + pairs[other, one] == cycles
            assert abs(pairs[one, other] - pairs[other, one]) <= 1
        had = sides(rounds, one)
        assert abs(had.count("H") - had.count("A")) <= 1
        assert (players == 4 and cycles > 2) or not ("HHH" in had or "AAA" in had)
    if players % 2:
        byes = [home for pairings in build_schedule(players) for home, away in pairings if away is None]
        assert sorted(byes) == list(range(1, players + 1))


ROBIN = RoundRobin()
FIRST: list[Round] = [(Pairing((1, 4), (0, 2)), Pairing((2, 3), (2, 0)))]
LEFT = [Entrant(1), Entrant(2), Entrant(3), Entrant(4, left=1)]


@pytest.mark.parametrize(
    ("leaver", "due", "points"),
    [
        ("forfeit", Pairing((4, 3), (0, 2), Kind.FORFEIT), {2: 2, 4: 2, 1: 0, 3: 0}),
        ("keep", Pairing((3, None), (0, None), Kind.PAIRING_BYE), {2: 2, 4: 2, 1: 0, 3: 0}),
        ("expunge", Pairing((3, None), (0, None), Kind.PAIRING_BYE), {2: 2, 1: 0, 3: 0, 4: 0}),
        ("half", Pairing((3, None), (0, None), Kind.PAIRING_BYE), {2: 2, 1: 0, 3: 0, 4: 0}),
    ],
)
def test_the_organisers_rule_decides_what_becomes_of_the_games_of_who_withdraws(
    leaver: str, due: Pairing, points: dict[int, int]
) -> None:
    """Round 2 of four entrants, in which 4 would meet 3; who is struck out comes last."""
    rules = ROBIN.check({"leaver": leaver}, 4)
    assert ROBIN.next_round(rules, LEFT, FIRST) == (due, Pairing((1, 2)))
    lines = ROBIN.standings(rules, LEFT, FIRST)
    assert {line.entrant: line.halves for line in lines} == points
    assert (lines[-1].entrant == 4) == (points[4] == 0)


def test_who_withdraws_after_half_of_its_games_keeps_them_and_loses_the_rest() -> None:
    rules = ROBIN.check({"leaver": "half"}, 4)
    history = [*FIRST, (Pairing((4, 3), (2, 0)), Pairing((1, 2), (2, 0)))]
    (forfeit, _) = ROBIN.next_round(rules, LEFT, history) or ()
    assert forfeit == Pairing((2, 4), (2, 0), Kind.FORFEIT)
    assert ROBIN.standings(rules, LEFT, history)[0].entrant == 4


def test_when_all_have_withdrawn_nothing_is_due() -> None:
    gone = [Entrant(one, left=0) for one in (1, 2, 3)]
    assert ROBIN.next_round(ROBIN.check({}, 3), gone, ()) is None


@settings(max_examples=examples(10))
@given(st.integers(0, 2**32), st.integers(3, 10), st.integers(1, 3), st.integers(1, 2))
def test_who_comes_late_plays_everybody_as_often_as_the_others_with_sides_about_balanced(
    seed: int, size: int, late: int, cycles: int
) -> None:
    played = Event(ROBIN, {"cycles": cycles}, size, Random(seed))
    joined = played.rng.randint(1, ROBIN.rounds_planned(played.settings, size))
    for _ in range(joined):
        made = played.next_round()
        assert made
        played.history.append(tuple(played.decide(one) for one in made))
    played.entrants += [Entrant(1000 + one, joined=joined) for one in range(late)]
    played.play()
    met = Counter(frozenset(pairing.entrants) for pairing in contests(played.history))
    assert set(met.values()) == {cycles}
    assert len(met) == (size + late) * (size + late - 1) // 2
    for one in played.ids:
        sides = Counter(pairing.sides.index(one) for pairing in contests(played.history) if one in pairing.sides)
        assert abs(sides[0] - sides[1]) <= 3


@settings(max_examples=examples(10))
@given(st.integers(0, 2**32), st.integers(3, 10))
def test_a_late_entry_before_the_first_round_costs_no_more_rounds_than_need_be(seed: int, size: int) -> None:
    """Who has most before them plays first, so at most one round more than the games of one entrant (as colours of
    edges by Vizing's theorem), if all is due."""
    played = Event(ROBIN, {}, size, Random(seed))
    made = played.next_round()
    assert made
    played.history.append(tuple(played.decide(one) for one in made))
    played.entrants.append(Entrant(1000, joined=1))
    played.play()
    assert len(played.history) <= 1 + size + 2


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
