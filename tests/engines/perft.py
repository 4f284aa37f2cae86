"""Perft: how many sequences of actions there are from a position."""

from typing import Any

from engines.contract import AnyEngine


def perft(engine: AnyEngine, state: Any, depth: int) -> int:
    """The number of action sequences of a length, the lowest seat to act first; referee acts are not followed."""
    seats = engine.to_act(state)
    if depth == 0 or engine.outcome(state) is not None or not seats:
        return 1
    seat = min(seats)
    listed = engine.legal(state, seat)
    if listed is None:
        raise ValueError("perft needs a position whose actions can be listed")
    actions = list(listed)
    if depth == 1:
        return len(actions)
    return sum(perft(engine, engine.apply(state, seat, action), depth - 1) for action in actions)
