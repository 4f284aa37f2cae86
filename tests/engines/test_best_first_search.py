"""The search over whole turns, on a game small enough to know the answer."""

from random import Random
from typing import Any, NamedTuple

import pytest

from engines.mcts import choose, start_search
from engines.search_adapter import IterationBudget, SearchAdapter, TurnValue, build_adapter
from tests.engines.test_mcts import Toy


class Heap(NamedTuple):
    """Stones on a heap: a turn takes one to three, and who takes the last one wins."""

    stones: int


def adapter(worth: dict[int, float] | None = None, variation: float = 0.0) -> SearchAdapter:
    """`worth` is the value of a heap for the seat that is to take; by default nothing is known of it."""

    def turns(heap: Heap) -> list[TurnValue]:
        found = []
        for taken in range(1, min(3, heap.stones) + 1):
            left = heap.stones - taken
            value = 1.0 - (worth or {}).get(left, 0.5)
            found.append(TurnValue(f"take {taken}", value if left else 1.0, Heap(left) if left else None))
        return found

    base = build_adapter(lambda seat, view, legal: lambda rng: view, lambda state: (0.5, 0.5))
    return SearchAdapter(
        base.determinizer, base.evaluate, base.candidates, base.rollout, turns=turns, variation=lambda state: variation
    )


def chosen(stones: int, iterations: int = 200, seed: int = 1, legal: list[str] | None = None, **how: Any) -> str | None:
    return choose(Toy(), adapter(**how), 0, Heap(stones), legal, Random(seed), IterationBudget(iterations))  # type: ignore[arg-type]


@pytest.mark.parametrize("stones", [1, 3, 5, 7, 10])
def test_it_leaves_the_opponent_a_multiple_of_four(stones: int) -> None:
    assert chosen(stones) == f"take {stones % 4}"


def test_it_finds_the_winning_turn_though_the_values_of_heaps_are_misleading() -> None:
    assert chosen(6, worth={4: 0.9, 5: 0.1, 3: 0.2}) == "take 2"


def test_it_stops_at_a_certain_win_and_a_sooner_one_is_worth_more() -> None:
    search = start_search(Toy(), adapter(), 0, Heap(3), None, Random(1))  # type: ignore[arg-type]
    search.run(IterationBudget(100))
    assert search.done == 1
    assert search.line()[0][0] == "take 3"
    values = {}
    for stones in (3, 5, 9, 4, 8):
        search = start_search(Toy(), adapter(), 0, Heap(stones), None, Random(1))  # type: ignore[arg-type]
        search.run(IterationBudget(500))
        values[stones] = search.line()[0][2]
    assert values[3] > values[5] > values[9] > 0.9
    assert values[4] < values[8] < 0.1


def test_it_chooses_only_legal_actions_and_none_without_an_iteration() -> None:
    assert chosen(7, legal=["take 1", "take 2"]) in {"take 1", "take 2"}
    assert chosen(9, iterations=0) is None


def test_equal_turns_are_chosen_at_random_only_with_a_variation() -> None:
    def choices(variation: float) -> set[str | None]:
        return {chosen(40, iterations=2, seed=seed, variation=variation) for seed in range(12)}

    assert len(choices(0.0)) == 1
    assert len(choices(0.01)) > 1
