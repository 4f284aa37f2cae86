"""Brackets while they are played: losses, resets, byes, withdrawals, results that are changed afterwards."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.elimination.draw import Draw, Part, Seed, Winner, double_elimination, single_elimination
from league.formats.elimination.format import DOUBLE
from league.formats.elimination.state import NOBODY, NodeState, Result, compute_ranks, compute_states, list_ready
from tests.league.formats.playing import examples
from tests.thorough import WHOLE

SIZES = [*(range(2, 1025) if WHOLE else (*range(2, 20), 31, 32, 33, 63, 64, 65, 100, 128, 129, 1024))]


def play_out(draw: Draw, rng: Random, *, best: bool = False) -> dict[str, Result]:
    """Results for the whole bracket: round by round whatever is ready, the better seed or anybody winning."""
    results: dict[str, Result] = {}
    while waiting := list_ready(compute_states(draw, results)):
        for place in waiting:
            one, other = sides(place)
            results[place.node.key] = Result((one, other), min(one, other) if best else rng.choice((one, other)))
    return results


def sides(place: NodeState) -> tuple[int, int]:
    one, other = place.sides
    assert one is not None
    assert other is not None
    return one, other


def losses(results: dict[str, Result]) -> Counter[int]:
    return Counter(next(seed for seed in one.between if seed != one.winner) for one in results.values())


def follow(draw: Draw, rng: Random) -> tuple[dict[str, Result], int]:
    """A second way to play a bracket out: straight through the nodes. Returns results and champion."""
    won: dict[str, int] = {}
    lost: dict[str, int] = {}
    results: dict[str, Result] = {}
    champion = 0
    for node in draw.nodes:
        one, other = (
            (source.number if source.number <= draw.entrants else 0)
            if isinstance(source, Seed)
            else (won if isinstance(source, Winner) else lost)[source.of]
            for source in node.sides
        )
        if node.part is Part.RESET and results["F1"].winner == one:
            continue
        winner = rng.choice((one, other)) if one and other else one or other
        won[node.key], lost[node.key] = winner, one + other - winner
        if one and other:
            results[node.key] = Result((one, other), winner)
        champion = winner
    return results, champion


@pytest.mark.parametrize("entrants", SIZES)
def test_all_but_the_winner_lose_once_or_twice_and_ranks_are_shared_without_a_gap(entrants: int) -> None:
    """If the better always wins, everybody comes where they were seeded."""
    draw = single_elimination(entrants, third_place=True)
    ranks = compute_ranks(compute_states(draw, play_out(draw, Random(0), best=True)))
    for seed in range(1, entrants + 1):
        assert ranks[seed] == (seed if seed <= min(4, entrants) else (1 << (seed - 1).bit_length() - 1) + 1)
    draw = single_elimination(entrants)
    results = play_out(draw, Random(entrants))
    assert len(results) == entrants - 1
    assert set(losses(results).values()) == {1}
    check_ranks(compute_ranks(compute_states(draw, results)), entrants)
    draw = double_elimination(entrants)
    results, champion = follow(draw, Random(entrants))
    count = losses(results)
    assert count.pop(champion, 0) <= 1
    assert count == Counter({seed: 2 for seed in range(1, entrants + 1) if seed != champion})
    places = compute_states(draw, results)
    assert not list_ready(places)
    assert compute_ranks(places)[champion] == 1
    check_ranks(compute_ranks(places), entrants)


def check_ranks(ranks: dict[int, int], entrants: int) -> None:
    assert set(ranks) == set(range(1, entrants + 1))
    times = Counter(ranks.values())
    assert all(rank == 1 + sum(times[other] for other in times if other < rank) for rank in times)


def test_a_rank_is_told_as_soon_as_nobody_can_change_it() -> None:
    draw = single_elimination(4, third_place=True)
    results = {"W1.1": Result((1, 4), 1), "W1.2": Result((3, 2), 2), "W2.1": Result((1, 2), 1)}
    assert compute_ranks(compute_states(draw, results)) == {1: 1, 2: 2}
    assert compute_ranks(compute_states(draw, results | {"T": Result((4, 3), 4)})) == {1: 1, 2: 2, 4: 3, 3: 4}


def test_the_grand_final_is_repeated_only_if_the_winners_side_loses_it() -> None:
    draw = double_elimination(2)
    first = {"W1.1": Result((1, 2), 1)}
    assert not compute_states(draw, first)["F2"].ready
    kept = compute_states(draw, first | {"F1": Result((1, 2), 1)})
    assert (kept["F2"].needed, kept["F2"].ready, compute_ranks(kept)) == (False, False, {1: 1, 2: 2})
    lost = compute_states(draw, first | {"F1": Result((1, 2), 2)})
    assert (lost["F2"].needed, lost["F2"].ready, compute_ranks(lost)) == (True, True, {})
    assert compute_ranks(compute_states(draw, first | {"F1": Result((1, 2), 2), "F2": Result((1, 2), 1)})) == {1: 1, 2: 2}


def test_both_grand_finals_may_be_longer_series() -> None:
    rules = DOUBLE.check({"best_of": 3, "best_of_final": 5}, 4)
    lengths = {node.part: DOUBLE.best_of(rules, node) for node in DOUBLE.draw(rules, 4).nodes}
    assert lengths == {Part.WINNERS: 3, Part.LOSERS: 3, Part.FINAL: 5, Part.RESET: 5}


def test_without_a_reset_one_grand_final_decides() -> None:
    draw = double_elimination(2, reset=False)
    assert compute_ranks(compute_states(draw, {"W1.1": Result((1, 2), 1), "F1": Result((1, 2), 2)})) == {2: 1, 1: 2}


def test_a_result_that_is_changed_takes_everything_built_on_it_away_and_back() -> None:
    draw = single_elimination(4)
    results = {"W1.1": Result((1, 4), 1), "W1.2": Result((3, 2), 2), "W2.1": Result((1, 2), 1)}
    changed = results | {"W1.1": Result((1, 4), 4)}
    final = compute_states(draw, changed)["W2.1"]
    assert (final.sides, final.ready, final.winner) == ((4, 2), True, None)
    assert compute_states(draw, changed | {"W1.1": Result((1, 4), 1)})["W2.1"].winner == 1


def test_who_withdraws_loses_what_is_to_come_and_keeps_what_was_played() -> None:
    draw = double_elimination(4)
    results = {"W1.1": Result((1, 4), 1)}
    places = compute_states(draw, results, withdrawn={1})
    assert places["W1.1"].winner == 1
    assert not any(1 in sides(place) for place in list_ready(places))
    assert sides(places["W1.2"]) == (3, 2)


def test_two_who_forfeit_a_match_are_both_out() -> None:
    draw = single_elimination(4)
    places = compute_states(draw, {"W1.1": Result((1, 4), NOBODY), "W1.2": Result((3, 2), 2)})
    assert places["W2.1"].winner == 2
    assert compute_ranks(places) == {2: 1, 3: 2, 1: 2, 4: 2}


@settings(max_examples=examples(25))
@given(st.integers(2, 40), st.booleans(), st.randoms(use_true_random=False), st.data())
def test_whatever_happens_the_bracket_ends_and_ranks_everybody(
    entrants: int, double: bool, rng: Random, data: st.DataObject
) -> None:
    """Double forfeits, withdrawals and overturned results at any moment leave a bracket that can be finished."""
    draw = double_elimination(entrants) if double else single_elimination(entrants, third_place=rng.random() < 0.5)
    results: dict[str, Result] = {}
    withdrawn: set[int] = set()
    for _ in range(8 * entrants):
        waiting = list_ready(compute_states(draw, results, withdrawn))
        if not waiting:
            break
        place = rng.choice(waiting)
        one, other = sides(place)
        results[place.node.key] = Result((one, other), rng.choice((one, one, other, other, NOBODY)))
        if rng.random() < 0.1:
            withdrawn.add(rng.randint(1, entrants))
        if rng.random() < 0.1:
            changed = rng.choice(sorted(results))
            results[changed] = Result(results[changed].between, rng.choice((*results[changed].between, NOBODY)))
    for place in list_ready(compute_states(draw, results, withdrawn)):
        assert place.node.part in Part
    while waiting := list_ready(compute_states(draw, results, withdrawn)):
        results |= {place.node.key: Result(sides(place), place.sides[0] or 0) for place in waiting}
    places = compute_states(draw, results, withdrawn)
    assert all(place.winner is not None for place in places.values())
    assert set(compute_ranks(places)) == set(range(1, entrants + 1))
