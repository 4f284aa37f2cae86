"""Random tournaments are sound, and shrink to the smallest that shows a fault."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.formats.swiss.generating import Chances, tournament
from league.formats.swiss.shrinking import shrink, without
from league.formats.swiss.tournament import Kind, Tournament

BUSY = Chances(forfeit=0.1, half_point_bye=0.1, late_entry=0.2, withdrawal=0.05, forbidden=0.05, accelerated=0.5)


def sound(given_one: Tournament) -> None:
    """Everybody has every round, and both sides of a game tell it alike."""
    by_number = {one.number: one for one in given_one.players}
    for one in given_one.players:
        assert len(one.rounds) == given_one.played
        for at, done in enumerate(one.rounds):
            if done.opponent:
                theirs = by_number[done.opponent].rounds[at]
                assert (theirs.opponent, theirs.kind) == (one.number, done.kind)
                assert theirs.colour != done.colour
                assert done.points + theirs.points in (0, 2)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 14), st.integers(2, 6))
def test_a_random_tournament_is_sound_and_the_same_seed_gives_the_same(seed: int, players: int, rounds: int) -> None:
    made = tournament(Random(seed), players, rounds, rounds - 1, BUSY)
    sound(made)
    assert made.played < rounds
    assert made == tournament(Random(seed), players, rounds, rounds - 1, BUSY)


def test_all_that_happens_at_tournaments_happens() -> None:
    made = [tournament(Random(seed), 16, 6, 5, BUSY) for seed in range(12)]
    kinds = {done.kind for one in made for player in one.players for done in player.rounds}
    assert kinds == set(Kind)
    assert any(player.absent for one in made for player in one.players)


def test_a_failure_shrinks_to_what_it_needs() -> None:
    """A program that goes wrong once somebody has a forfeit win after a half-point bye."""

    def fails(one: Tournament) -> bool:
        return any(
            done.kind is Kind.FORFEIT and done.points and before.kind is Kind.BYE
            for player in one.players
            for before, done in zip(player.rounds, player.rounds[1:], strict=False)
        )

    big = next(one for seed in range(99) if fails(one := tournament(Random(seed), 20, 7, 6, BUSY)))
    small = shrink(big, fails)
    sound(small)
    assert (len(small.players), small.played) == (2, 2)
    assert (dict(small.extra), small.forbidden) == ({}, frozenset())
    unusual = [done for one in small.players for done in one.rounds if done.kind not in (Kind.FORFEIT, Kind.ABSENT)]
    assert [done.kind for done in unusual] == [Kind.BYE]


def test_what_does_not_fail_is_not_shrunk() -> None:
    with pytest.raises(ValueError, match="does not fail"):
        shrink(tournament(Random(1), 4, 3, 1), lambda one: False)


def test_a_test_that_breaks_on_a_smaller_tournament_keeps_the_bigger() -> None:
    def fails(one: Tournament) -> bool:
        return one.players[2].number == 3

    assert len(shrink(tournament(Random(1), 9, 3, 2), fails).players) == 3


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sets(st.integers(1, 10)))
def test_without_some_players_a_tournament_stays_sound(seed: int, gone: set[int]) -> None:
    left = without(tournament(Random(seed), 10, 5, 4, BUSY), gone)
    sound(left)
    assert [one.number for one in left.players] == list(range(1, 11 - len(gone)))
