"""For the contract suite: options, texts that are seldom legal, and positions that look the same.

Everything on the board is open. What a view does not hold is which positions stood before, so two worlds differ in
the order of these.
"""

from random import Random
from typing import Any

from engines import registry

ENGINE = registry.get("order-and-chaos")
WIDTH = 21  # characters of a position in the history that `dump` writes
SHORT = {"quiet_turn_limit": 5}
# A classroom match is long without a clock, so it is one in 21.
PRINTED = {"rules": "printed", "quiet_turn_limit": 30}
OPTIONS = ({}, {"classroom": True}, SHORT, {"repetition_limit": 2}, PRINTED, *4 * ({}, {"quiet_turn_limit": 30}, {}, SHORT))
NONSENSE = (
    *("S1-S1", "S1-W1", "S1-B1", "B2-B5", "W1-S1", "W1s-B1", "B1s-W1", "W1-W4", "W7-W1", "W1x-W2"),
    *("pass", "time", "x", "", "S1-"),
)


def another(state: Any, viewer: int | None, rng: Random) -> Any | None:
    """The same position after the same positions in another order; None at the start and in a classroom match."""
    saved = ENGINE.dump(state)
    history = str(saved["history"])
    places = [history[at : at + WIDTH] for at in range(0, len(history), WIDTH)]
    earlier = places[:-1]
    rng.shuffle(earlier)
    other = ENGINE.load({**saved, "history": "".join([*earlier, *places[-1:]])})
    return other if other != state else None
