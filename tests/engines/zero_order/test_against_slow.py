"""The engine against the slow implementation: whole games, crowded positions, perft."""

from random import Random

import pytest

from tests.engines.perft import perft
from tests.engines.zero_order import lockstep, slow_turns
from tests.engines.zero_order.scenes import ENGINE
from tests.thorough import WHOLE

MATCHES = (
    {"joined_map": True}, {"start": "luck_of_the_draw", "joined_map": True},
    {"start": "capture_the_flag", "joined_map": True}, {"start": "kill_the_king", "joined_map": True},
    {"levels": 2, "rules": "printed"}, {"levels": 1, "joined_map": True}, {"joined_map": True, "turn_limit": 15},
)  # fmt: skip


@pytest.mark.parametrize("number", range(14 if WHOLE else 7))
def test_whole_games_go_the_same_way(number: int) -> None:
    rng = Random(f"match {number}")
    state, game = lockstep.begin(MATCHES[number % len(MATCHES)], rng)
    assert sum(1 for _ in lockstep.walk(state, game, rng, 5000)) > 50


@pytest.mark.parametrize("batch", range(10 if WHOLE else 2))
def test_crowded_positions_go_the_same_way(batch: int) -> None:
    steps = 0
    for number in range(12 if WHOLE else 6):
        rng = Random(f"crowd {batch} {number}")
        state = lockstep.crowd(rng)
        steps += sum(1 for _ in lockstep.walk(state, lockstep.read(state), rng, 60))
    assert steps > 60


@pytest.mark.parametrize("number", range(24 if WHOLE else 8))
def test_both_count_the_same_leaves_of_the_game_tree(number: int) -> None:
    state = lockstep.crowd(Random(f"perft {number}"))
    game, depths = lockstep.read(state), (1, 2, 3) if WHOLE or number < 3 else (1, 2)
    assert [perft(ENGINE, state, depth) for depth in depths] == [slow_turns.perft(game, depth) for depth in depths]
