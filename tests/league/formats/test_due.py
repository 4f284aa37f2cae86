"""Where everybody meets everybody: what becomes of games of who withdraws, and what who comes late has to play."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.protocol import Entrant, Kind, Pairing, Round, contests
from league.formats.round_robin import RoundRobin
from tests.league.formats.playing import Event, examples

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
