"""The search adapter of Order & Chaos: candidates and rollouts."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

from engines.order_and_chaos.determinization import make_determinizer
from engines.order_and_chaos.heuristics import evaluate, score_actions
from engines.order_and_chaos.state import State
from engines.search_adapter import SearchAdapter, SearchSettings

_TEMPERATURE = 6.0  # of priors: so much better looks e times likelier


def candidates(state: State, seat: int, listed: list[Any] | None, rng: Random) -> list[tuple[Any, float]]:
    """Return all moves, with what they look like beside the best."""
    assert listed is not None, "everything in this game can be listed"
    scores = score_actions(state, seat, listed)
    top = max(scores)
    return [(move, exp((score - top) / _TEMPERATURE)) for move, score in zip(listed, scores, strict=True)]


def rollout(state: State, seat: int, listed: list[Any] | None, rng: Random) -> Any:
    """The best looking of three moves."""
    assert listed is not None
    few = [listed[int(rng.random() * len(listed))] for _ in range(3)]
    scores = score_actions(state, seat, few)
    return few[scores.index(max(scores))]


ADAPTER = SearchAdapter(
    determinizer=make_determinizer,
    evaluate=evaluate,
    candidates=candidates,
    rollout=rollout,
    settings=SearchSettings(iterations=1200, plies=0, open_state=True, mix=0.3),
)
