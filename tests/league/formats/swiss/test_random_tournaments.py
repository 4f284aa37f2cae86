"""Random tournaments are sound."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings, strategies as st

from league.formats.swiss.random_tournament import Chances, generate_tournament
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
    made = generate_tournament(Random(seed), players, rounds, rounds - 1, BUSY)
    sound(made)
    assert made.played < rounds
    assert made == generate_tournament(Random(seed), players, rounds, rounds - 1, BUSY)


def test_all_that_happens_at_tournaments_happens() -> None:
    made = [generate_tournament(Random(seed), 16, 6, 5, BUSY) for seed in range(12)]
    kinds = {done.kind for one in made for player in one.players for done in player.rounds}
    assert kinds == set(Kind) - {Kind.UNDER_WAY}
    assert any(player.absent for one in made for player in one.players)
