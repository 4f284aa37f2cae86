"""The Dutch system and its checker, which share nothing but the tournament, against an endorsed program (see `cases`)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from hypothesis import given, settings, strategies as st

from league.formats.protocol import CannotPair
from league.formats.swiss.pairing import pair_next_round
from league.formats.swiss.pairing_quality import Board, Bracket, find_difference, list_brackets
from league.formats.swiss.random_tournament import Chances, generate_tournament
from league.formats.swiss.tournament import DOWN, UP, Tournament, list_player_states
from tests.league.formats.playing import examples
from tests.league.formats.swiss.cases import cases
from tests.league.formats.swiss.pasts import any_past
from tests.league.formats.swiss.second_reading import due_white, faults, histories, pair_faults
from tests.thorough import WHOLE

BUSY = Chances(forfeit=0.1, half_point_bye=0.1, late_entry=0.2, withdrawal=0.05, forbidden=0.05, accelerated=0.5)


def test_every_pair_and_colour_is_that_of_the_endorsed_program() -> None:
    """2,990 rounds in `make prove`, else some 130."""
    for name, tournament, pairs in cases(every=1 if WHOLE else 23):
        assert [(one.white, one.black) for one in pair_next_round(tournament)] == pairs, name


WILD = Chances(forfeit=0.08, half_point_bye=0.06, zero_point_bye=0.06, full_point_bye=0.02, accelerated=0.2)


def seated(given: Tournament, boards: Sequence[Board]) -> list[Board]:
    """The boards with the colours that the rules give."""
    people = histories(given)
    found = []
    for one, other in boards:
        high, low = (one, other) if one else (other, one)
        swap = low and due_white(given, people[high], people[low]) != high
        found.append((low, high) if swap else (high, low))
    return found


def test_the_expected_pairings_have_no_fault_and_every_swap_makes_them_worse() -> None:
    rng = Random(4)
    seen = set()
    for name, event, pairing in cases(every=10 if WHOLE else 149):
        assert faults(event, pairing) == [], name
        best = list_brackets(event, pairing)
        for _ in range(20):
            swapped = [list(board) for board in pairing]
            at = rng.randrange(len(swapped) - 1)
            one, other = rng.choice((0, 1)), rng.choice((0, 1))
            swapped[at][one], swapped[at + 1][other] = swapped[at + 1][other], swapped[at][one]
            changed = seated(event, [(board[0], board[1]) for board in swapped])
            broken = faults(event, changed)
            found = broken[0] if broken else find_difference(best, list_brackets(event, changed))
            assert found is not None, (name, pairing[at], pairing[at + 1])
            seen.add(found if isinstance(found, str) else found.code)
    assert {"C1", "C2", "C6", "C8", "C12", "order"} <= seen


@settings(max_examples=examples(25))
@given(st.integers(0, 2**32), st.integers(8, 30))
def test_both_readings_see_the_same_in_every_past(seed: int, size: int) -> None:
    given = any_past(Random(seed), size)
    seen = {one.number: one for one in list_player_states(given)}
    people = histories(given)
    assert seen.keys() == people.keys()
    for number, one in seen.items():
        other = people[number]
        assert (one.rank, one.score, one.opponents) == (other.place, other.score, other.met)
        assert (tuple(one.colours), one.difference) == (other.played, other.balance)
        strength = 3 if one.absolute else 2 if one.strong else 1 if one.preference else 0
        assert (one.preference, strength) == (other.due, other.strength)
        floats = [(-1 if back == DOWN else 1 if back == UP else 0) for back in one.floats]
        assert floats == [rose - fell for rose, fell in zip(other.rose, other.fell, strict=True)]
        assert (one.may_have_bye, one.top) == (not other.barred_from_bye, other.top)
        assert given.played - one.games == other.unplayed


def every_pairing(numbers: Sequence[int]) -> Iterator[list[Board]]:
    if not numbers:
        yield []
        return
    first, *rest = numbers
    for at, other in enumerate(rest):
        for more in every_pairing([*rest[:at], *rest[at + 1 :]]):
            yield [(first, other), *more]


def best_of_all(given: Tournament) -> list[Board] | None:
    """By trying every pairing there is."""
    people = histories(given)
    numbers = [*people, *([0] if len(people) % 2 else [])]
    best: tuple[list[Board], list[Bracket]] | None = None
    for boards in every_pairing(numbers):
        if any(_impossible(given, board) for board in boards):
            continue
        pairing = seated(given, boards)
        counted = list_brackets(given, pairing)
        if best is None or find_difference(counted, best[1]):
            best = pairing, counted
    return best[0] if best else None


def _impossible(given: Tournament, board: Board) -> bool:
    people = histories(given)
    one, other = board
    return people[one].barred_from_bye if not other else bool(pair_faults(given, people, one, other))


def test_the_pairing_is_the_best_of_all_there_are() -> None:
    """Random tournaments of 2 to 8 players: no other pairing is legal and better by any criterion, or comes first."""
    for seed in range(examples(40)):
        rng = Random(seed)
        rounds = rng.randint(2, 6)
        chances = replace(WILD, forbidden=rng.choice((0, 0.1)))
        given = generate_tournament(rng, rng.randint(2, 8), rounds, rng.randint(0, rounds - 1), chances)
        best = best_of_all(given)
        try:
            found = [(one.white, one.black) for one in pair_next_round(given)]
        except CannotPair:
            assert best is None, seed
        else:
            assert best is not None, seed
            assert sorted(found) == sorted(best), seed
