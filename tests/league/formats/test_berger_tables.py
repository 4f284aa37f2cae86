"""The tables below are typed in from the Berger tables that FIDE publishes (handbook C.05, annex 1)."""

from collections import Counter

import pytest
from hypothesis import example, given, settings, strategies as st

from league.formats.round_robin import BergerRound, build_berger_table, build_schedule
from tests.league.formats.playing import examples

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


@pytest.mark.parametrize(("players", "cycles"), [(1, 1), (4, 0)])
def test_an_event_that_cannot_be_is_refused(players: int, cycles: int) -> None:
    with pytest.raises(ValueError, match="two players and one cycle"):
        build_schedule(players, cycles)
