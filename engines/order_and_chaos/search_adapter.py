"""Search adapter. Nothing is hidden, so one state serves every iteration."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engines.contract import Outcome
from engines.order_and_chaos import bot
from engines.order_and_chaos.heuristics import evaluate, score_actions
from engines.order_and_chaos.state import LastTurn, State
from engines.search_adapter import SearchAdapter, SearchSettings, compute_priors


def make_determinizer(seat: int, view: Mapping[str, Any], legal: list[str] | None) -> Callable[[Random], State]:
    """Return a function that returns the view's position, with those earlier ones that the view counts."""
    state, outcome = bot.parse_view(view), view["outcome"]
    base = state._replace(
        last=view["last"] and _parse_last(view["last"]), outcome=outcome and Outcome(tuple(outcome["ranks"]), outcome["reason"])
    )
    return lambda rng: base


def _parse_last(data: Mapping[str, Any]) -> LastTurn:
    revived = "".join(back["kind"] + (f"x{back['killed']}" if back["killed"] else "") for back in data["revived"])
    return LastTurn(data["by"], data["do"], data["kind"] or "", data["killed"] or "", data["turned"], revived)


TEMPERATURE = 6.0  # Of priors: a move better by this much is e times likelier.


def candidates(state: State, seat: int, listed: list[Any] | None, rng: Random) -> list[tuple[Any, float]]:
    """Return all moves with priors relative to the best."""
    assert listed is not None, "everything in this game can be listed"
    return compute_priors(listed, score_actions(state, seat, listed), TEMPERATURE)


def rollout(state: State, seat: int, listed: list[Any] | None, rng: Random) -> Any:
    """Return the best scored of three moves."""
    assert listed is not None
    sampled = [listed[int(rng.random() * len(listed))] for _ in range(3)]
    scores = score_actions(state, seat, sampled)
    return sampled[scores.index(max(scores))]


ADAPTER = SearchAdapter(
    determinizer=make_determinizer,
    evaluate=evaluate,
    candidates=candidates,
    rollout=rollout,
    settings=SearchSettings(iterations=1200, plies=0, open_state=True, mix=0.3),
)
