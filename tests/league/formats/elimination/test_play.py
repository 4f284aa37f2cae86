"""Brackets while they are played: losses, resets, byes, withdrawals, results that are changed afterwards."""

from collections import Counter
from random import Random

import pytest

from league.formats.elimination.draw import Draw, double_elimination, single_elimination
from league.formats.elimination.format import DOUBLE, SINGLE
from league.formats.elimination.state import NOBODY, NodeState, Result, compute_ranks, compute_states, list_ready
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
    results = play_out(draw, Random(entrants))
    ranks = compute_ranks(compute_states(draw, results))
    check_ranks(ranks, entrants)
    (champion,) = (seed for seed, rank in ranks.items() if rank == 1)
    count = losses(results)
    assert count.pop(champion, 0) <= 1
    assert count == Counter({seed: 2 for seed in range(1, entrants + 1) if seed != champion})


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


def test_the_final_and_both_grand_finals_may_be_longer_series() -> None:
    for format, finals in ((SINGLE, ["W2.1"]), (DOUBLE, ["F1", "F2"])):
        rules = format.check({"best_of": 3, "best_of_final": 5}, 4)
        lengths = {node.key: format.best_of(rules, node) for node in format.draw(rules, 4).nodes}
        assert lengths == {key: 5 if key in finals else 3 for key in lengths}
        assert lengths.keys() >= set(finals)


def test_without_a_reset_one_grand_final_decides() -> None:
    draw = double_elimination(2, reset=False)
    assert compute_ranks(compute_states(draw, {"W1.1": Result((1, 2), 1), "F1": Result((1, 2), 2)})) == {2: 1, 1: 2}


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
