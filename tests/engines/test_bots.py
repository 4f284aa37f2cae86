"""Bots: they choose what is legal from what they may see, and greedy is worth playing."""

from __future__ import annotations

from random import Random

import pytest

from engines import bots, registry
from engines.bots import simulate
from tests.engines.field_tactics.scenes import ENGINE, RED, do, scene


def choice(state: object, seat: int = RED, seed: int = 1) -> str:
    listed = ENGINE.legal(state, seat)
    legal = None if listed is None else [ENGINE.encode(action) for action in listed]
    return bots.choose_action("greedy", "field-tactics", seat, ENGINE.view(state, seat), legal, str, Random(seed))


def test_greedy_beats_random_in_nine_games_of_ten() -> None:
    won = 0
    for number in range(100):
        seat = number % 2
        policies = ["random", "random"]
        policies[seat] = "greedy"
        *_, end = simulate(ENGINE, {}, policies, f"contest {number}")
        outcome = end["outcome"]
        assert isinstance(outcome, dict)
        won += outcome["ranks"][seat] == 1
    assert won >= 90


@pytest.mark.parametrize("seed", range(5))
def test_greedy_walks_a_leader_into_an_empty_base(seed: int) -> None:
    assert choice(scene("C7 F1, A1 G1", "E8 C1, F8 G2"), seed=seed) == "C7-CD8"


@pytest.mark.parametrize("seed", range(5))
def test_greedy_takes_a_piece_that_it_must_beat(seed: int) -> None:
    known = scene("B3 G3, F1 C1, F2 MN", "C3 C1")
    assert choice(known, seed=seed) == "B3-C3"


@pytest.mark.parametrize("policies", [["greedy", "greedy"], ["random", "greedy"]])
def test_games_of_greedy_bots_end(policies: list[str]) -> None:
    ends = [list(simulate(ENGINE, {}, policies, f"end {number}"))[-1]["outcome"] for number in range(20)]
    assert len(ends) == 20
    assert None not in ends


def test_a_bot_sees_no_more_than_its_seat() -> None:
    one = scene("B3 G2, A1 C1", "C3 C1, F8 SP, F7 MN")
    other = scene("B3 G2, A1 C1", "C3 SP, F8 C1, F7 MN")
    assert [choice(one, seed=seed) for seed in range(10)] == [choice(other, seed=seed) for seed in range(10)]


def test_greedy_duels_with_its_best_piece() -> None:
    assert choice(scene("A1 C1, A2 C3, A3 SP", "F8 C2, F7 C1", phase="duel")) == "A2"


@pytest.mark.parametrize("key", registry.keys())
def test_the_random_bot_plays_every_game(key: str) -> None:
    assert "random" in bots.policies(key)
    with pytest.raises(bots.UnknownPolicy, match="random"):
        bots.choose_action("clever", key, 0, {}, None, str, Random(1))


def test_the_chosen_action_is_legal_to_the_end() -> None:
    state = scene("B3 G2, A1 C1, C2 TK", "C6 C1, F8 SP, F7 MN")
    for _ in range(30):
        acting = min(ENGINE.to_act(state), default=None)
        if acting is None or ENGINE.outcome(state) is not None:
            break
        state = do(state, choice(state, acting))
    assert state.turn > 40
