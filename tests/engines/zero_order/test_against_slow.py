"""The engine against the slow implementation: whole games, crowded positions, perft."""

from __future__ import annotations

from random import Random

import pytest

from tests.engines.perft import perft
from tests.engines.zero_order import lockstep, slow_turns
from tests.engines.zero_order.scenes import ENGINE

MATCHES = (
    {"joined_map": True},
    {"start": "luck_of_the_draw", "joined_map": True},
    {"start": "capture_the_flag", "joined_map": True},
    {"start": "kill_the_king", "joined_map": True},
    {"levels": 2},
    {"levels": 1, "joined_map": True},
    {"joined_map": True, "turn_limit": 15},
)


@pytest.mark.parametrize("number", range(14))
def test_whole_games_go_the_same_way(number: int) -> None:
    rng = Random(f"match {number}")
    state, game = lockstep.begin(MATCHES[number % len(MATCHES)], rng)
    assert sum(1 for _ in lockstep.walk(state, game, rng, 5000)) > 50


@pytest.mark.parametrize("batch", range(10))
def test_crowded_positions_go_the_same_way(batch: int) -> None:
    steps = 0
    for number in range(12):
        rng = Random(f"crowd {batch} {number}")
        state = lockstep.crowd(rng)
        steps += sum(1 for _ in lockstep.walk(state, lockstep.read(state), rng, 60))
    assert steps > 200


# Leaves of the game tree from crowded positions, one to three actions deep.
COUNTS = [
    [1, 1, 1],
    [13, 101, 252],
    [13, 92, 236],
    [2, 11, 14],
    [2, 3, 8],
    [6, 6, 20],
    [7, 19, 90],
    [11, 60, 159],
    [2, 6, 18],
    [3, 6, 12],
    [1, 1, 6],
    [6, 23, 119],
    [7, 113, 164],
    [3, 7, 16],
    [6, 13, 68],
    [11, 35, 181],
    [4, 13, 16],
    [10, 24, 125],
    [3, 14, 31],
    [12, 53, 209],
    [3, 4, 10],
    [3, 3, 6],
    [5, 8, 124],
    [5, 6, 34],
]


@pytest.mark.parametrize("number", range(24))
def test_perft_counts_agree(number: int) -> None:
    state = lockstep.crowd(Random(f"perft {number}"))
    game = lockstep.read(state)
    counted = [perft(ENGINE, state, depth) for depth in (1, 2, 3)]
    assert counted == [slow_turns.perft(game, depth) for depth in (1, 2, 3)]
    assert counted == COUNTS[number]
