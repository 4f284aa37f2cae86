"""Bots: they choose what is legal from what they may see, and greedy is worth playing."""

from random import Random

import pytest

from engines import bots, registry
from engines.bots import simulate
from tests.engines.field_tactics.scenes import ENGINE, RED, scene
from tests.thorough import WHOLE


def choice(state: object, seat: int = RED, seed: int = 1) -> str:
    listed = ENGINE.legal(state, seat)
    legal = None if listed is None else [ENGINE.encode(action) for action in listed]
    return bots.choose_action("greedy", "field-tactics", seat, ENGINE.view(state, seat), legal, str, Random(seed))


def test_greedy_beats_random_in_nine_games_of_ten() -> None:
    won = 0
    games = 100 if WHOLE else 20
    for number in range(games):
        seat = number % 2
        policies = ["random", "random"]
        policies[seat] = "greedy"
        *_, end = simulate(ENGINE, {}, policies, f"contest {number}")
        outcome = end["outcome"]
        assert isinstance(outcome, dict)
        won += outcome["ranks"][seat] == 1
    assert won >= 0.9 * games


@pytest.mark.parametrize(
    ("state", "best"),
    [
        (scene("C7 F1, A1 G1", "E8 C1, F8 G2"), "C7-CD8"),  # a leader into an empty base
        (scene("B3 G3, F1 C1, F2 MN", "C3 C1"), "B3-C3"),  # a piece that it must beat
        (scene("A1 C1, A2 C3, A3 SP", "F8 C2, F7 C1", phase="duel"), "A2"),  # a duel with its best piece
    ],
)
def test_greedy_chooses_what_is_plainly_best(state: object, best: str) -> None:
    assert {choice(state, seed=seed) for seed in range(5)} == {best}


def test_a_bot_sees_no_more_than_its_seat() -> None:
    one = scene("B3 G2, A1 C1", "C3 C1, F8 SP, F7 MN")
    other = scene("B3 G2, A1 C1", "C3 SP, F8 C1, F7 MN")
    assert [choice(one, seed=seed) for seed in range(10)] == [choice(other, seed=seed) for seed in range(10)]


@pytest.mark.parametrize("key", registry.keys())
def test_the_random_bot_plays_every_game(key: str) -> None:
    assert "random" in bots.policies(key)
    with pytest.raises(bots.UnknownPolicy, match="random"):
        bots.choose_action("clever", key, 0, {}, None, str, Random(1))
