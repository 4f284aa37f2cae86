"""The greedy bot: it sees a view, and is worth playing against."""

from random import Random

import pytest

from engines import bots
from engines.bots import simulate
from engines.order_and_chaos.bot import parse_view as as_the_bot_sees_it
from tests.engines.order_and_chaos.scenes import CHAOS, ENGINE, ORDER, scene, start
from tests.thorough import WHOLE


def choice(state: object, seat: int = ORDER, seed: int = 1) -> str:
    legal = [ENGINE.encode(action) for action in ENGINE.legal(state, seat) or ()]
    return bots.choose_action("greedy", "order-and-chaos", seat, ENGINE.view(state, seat), legal, str, Random(seed))


@pytest.mark.parametrize("seat", [ORDER, CHAOS])
def test_greedy_beats_random_in_nine_games_of_ten_from_either_seat(seat: int) -> None:
    won = 0
    matches = 50 if WHOLE else 10
    for number in range(matches):
        policies = ["random", "random"]
        policies[seat] = "greedy"
        *_, end = simulate(ENGINE, {}, policies, f"contest {number}")
        outcome = end["outcome"]
        assert isinstance(outcome, dict)
        won += outcome["ranks"][seat] == 1 and outcome["ranks"] != [1, 1]
    assert won >= 0.9 * matches


@pytest.mark.parametrize("seed", range(3))
def test_greedy_takes_a_win(seed: int) -> None:
    assert choice(scene("S4 s, B4 b, W6 b, B3 s", "W2 ss, S1 s"), seed=seed) == "W6-B6"


@pytest.mark.parametrize("seed", range(3))
def test_greedy_does_not_give_the_other_side_a_win(seed: int) -> None:
    """Chaos holds two triangles and is about to enter the third."""
    state = scene("B3 s, W5 s", "S1 s, S2 s, B4 s, B5 b")
    after = ENGINE.apply(state, ORDER, ENGINE.decode(choice(state, seed=seed)))
    replies = [ENGINE.apply(after, CHAOS, action) for action in ENGINE.legal(after, CHAOS) or ()]
    assert not [reply for reply in replies if ENGINE.outcome(reply) is not None]


def test_it_passes_where_it_must() -> None:
    assert choice(scene("W1 s", "W1 sb, S5 s")) == "pass"


def test_it_reads_the_position_out_of_the_view() -> None:
    state = start()
    rng = Random(4)
    for _ in range(200):
        if ENGINE.outcome(state) is not None:
            break
        view = ENGINE.view(state, state.seat)
        assert isinstance(view, dict)
        again = ENGINE.view(as_the_bot_sees_it(view), state.seat)
        assert isinstance(again, dict)
        assert {**again, "last": None} == {**view, "last": None}
        state = ENGINE.apply(state, state.seat, ENGINE.sample(state, state.seat, rng))
    assert state.turn > 20
