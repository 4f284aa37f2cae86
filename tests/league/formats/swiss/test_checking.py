"""The checker, which shares nothing with the pairing but the tournament, against pairings of an endorsed program."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.protocol import CannotPair
from league.formats.swiss.pairing import pair_next_round
from league.formats.swiss.pairing_quality import Board, Bracket, find_difference, list_brackets
from league.formats.swiss.random_tournament import Chances, generate_tournament
from league.formats.swiss.tournament import BLACK, DOWN, UP, WHITE, Kind, Player, Round, Tournament, list_player_states
from tests.league.formats.playing import examples
from tests.league.formats.swiss.cases import cases
from tests.league.formats.swiss.pasts import any_past
from tests.league.formats.swiss.second_reading import due_white, faults, histories, pair_faults
from tests.league.formats.swiss.test_counting import game
from tests.thorough import WHOLE

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
            found = broken[0].code if broken else find_difference(best, list_brackets(event, changed))
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


FOUR = Tournament(
    (
        Player(1, (game(3, WHITE, 2),)),
        Player(2, (game(4, BLACK, 2),)),
        Player(3, (game(1, BLACK, 0),)),
        Player(4, (game(2, WHITE, 0),)),
        Player(5, (Round(Kind.PAIRING_BYE, 2),)),
    ),
    rounds=5,
    played=1,
    forbidden=frozenset({frozenset((1, 2))}),
)


@pytest.mark.parametrize(
    ("pairing", "code", "players"),
    [
        ([(1, 5), (2, 3)], "C4", (4,)),
        ([(5, 1), (2, 3), (4, 9)], "C4", (9,)),
        ([(5, 1), (2, 3), (3, 4)], "C4", (3,)),
        ([(5, 0), (2, 3), (4, 0)], "C4", (1,)),
        ([(5, 0), (4, 1), (2, 3)], "C2", (5,)),
        ([(3, 1), (2, 5), (4, 0)], "C1", (3, 1)),
        ([(2, 1), (3, 5), (4, 0)], "forbidden", (2, 1)),
        ([(1, 5), (2, 3), (4, 0)], "colour", (1, 5)),
    ],
)
def test_each_breach_is_named_with_its_players(pairing: list[Board], code: str, players: tuple[int, ...]) -> None:
    assert (code, players) in [(one.code, one.players) for one in faults(FOUR, pairing)]


def test_two_who_must_have_the_same_colour_do_not_meet_but_topscorers_may() -> None:
    white_twice = (game(9, WHITE, 2), game(8, WHITE, 2))
    given = Tournament((Player(1, white_twice), Player(2, white_twice), Player(8), Player(9)), rounds=5, played=2)
    people = histories(replace(given, players=tuple(replace(one, absent=one.number > 2) for one in given.players)))
    assert [one.code for one in pair_faults(given, people, 1, 2)] == ["C3"]
    final = histories(replace(given, rounds=3))
    assert pair_faults(given, final, 1, 2) == []


def test_the_colours_of_the_first_round_alternate_from_the_first_colour() -> None:
    given = Tournament(tuple(Player(number) for number in (1, 2, 3, 4)), rounds=3, played=0, first_colour=BLACK)
    assert seated(given, [(1, 3), (2, 4)]) == [(3, 1), (2, 4)]
