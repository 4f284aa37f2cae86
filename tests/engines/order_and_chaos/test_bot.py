"""The greedy bot: it sees a view, and is worth playing against."""

from random import Random

import pytest

from engines import bots
from tests.engines.order_and_chaos.scenes import CHAOS, ENGINE, ORDER, scene


def choice(state: object, seed: int) -> str:
    legal = [ENGINE.encode(action) for action in ENGINE.legal(state, ORDER) or ()]
    return bots.choose_action("greedy", "order-and-chaos", ORDER, ENGINE.view(state, ORDER), legal, str, Random(seed))


@pytest.mark.parametrize("seed", range(3))
def test_greedy_takes_a_win_and_does_not_give_the_other_side_one(seed: int) -> None:
    assert choice(scene("S4 s, B4 b, W6 b, B3 s", "W2 ss, S1 s"), seed) == "W6-B6"
    state = scene("B3 s, W5 s", "S1 s, S2 s, B4 s, B5 b")  # Chaos holds two triangles and is about to enter the third.
    after = ENGINE.apply(state, ORDER, ENGINE.decode(choice(state, seed)))
    replies = [ENGINE.apply(after, CHAOS, action) for action in ENGINE.legal(after, CHAOS) or ()]
    assert not [reply for reply in replies if ENGINE.outcome(reply) is not None]
