"""The Dutch system against an endorsed program (see `cases`), and random tournaments that are sound."""

from random import Random

from hypothesis import given, settings, strategies as st

from league.formats.swiss.pairing import pair_next_round
from league.formats.swiss.random_tournament import Chances, generate_tournament
from league.formats.swiss.tournament import Kind
from tests.league.formats.playing import examples
from tests.league.formats.swiss.cases import cases
from tests.thorough import WHOLE

BUSY = Chances(forfeit=0.1, half_point_bye=0.1, late_entry=0.2, withdrawal=0.05, forbidden=0.05, accelerated=0.5)


def test_every_pair_and_colour_is_that_of_the_endorsed_program() -> None:
    """2,990 rounds in `make prove`, else some 130."""
    for name, tournament, pairs in cases(every=1 if WHOLE else 23):
        assert [(one.white, one.black) for one in pair_next_round(tournament)] == pairs, name


@settings(max_examples=examples(20))
@given(st.integers(0, 10**6), st.integers(2, 14), st.integers(2, 6))
def test_a_random_tournament_is_sound_and_the_same_seed_gives_the_same(seed: int, players: int, rounds: int) -> None:
    """Everybody has every round, and both sides of a game tell it alike."""
    made = generate_tournament(Random(seed), players, rounds, rounds - 1, BUSY)
    by_number = {one.number: one for one in made.players}
    for one in made.players:
        assert len(one.rounds) == made.played < rounds
        for at, done in enumerate(one.rounds):
            if done.opponent:
                theirs = by_number[done.opponent].rounds[at]
                assert (theirs.opponent, theirs.kind) == (one.number, done.kind)
                assert theirs.colour != done.colour
                assert done.points + theirs.points in (0, 2)
    assert made == generate_tournament(Random(seed), players, rounds, rounds - 1, BUSY)


def test_all_that_happens_at_tournaments_happens() -> None:
    made = [generate_tournament(Random(seed), 16, 6, 5, BUSY) for seed in range(12)]
    assert {done.kind for one in made for player in one.players for done in player.rounds} == set(Kind) - {Kind.UNDER_WAY}
    assert any(player.absent for one in made for player in one.players)
