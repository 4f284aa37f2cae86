"""Search adapter. Nothing is hidden, so one state serves every iteration."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engines.contract import Outcome
from engines.order_and_chaos import bot
from engines.order_and_chaos.heuristics import evaluate, score_actions
from engines.order_and_chaos.state import Last, State
from engines.search_adapter import SearchAdapter, SearchSettings, priors


def make_determinizer(seat: int, view: Mapping[str, Any], legal: list[str] | None) -> Callable[[Random], State]:
    """Return a function that returns the view's position, with as many earlier equal positions as the view counts."""
    state, outcome = bot.seen(view), view["outcome"]
    history = b"" if state.options["classroom"] else state.place * view["stood"]
    known = state._replace(
        history=history,
        last=view["last"] and _last(view["last"]),
        outcome=outcome and Outcome(tuple(outcome["ranks"]), outcome["reason"]),
    )
    return lambda rng: known


def _last(seen: Mapping[str, Any]) -> Last:
    revived = "".join(back["kind"] + (f"x{back['killed']}" if back["killed"] else "") for back in seen["revived"])
    return Last(seen["by"], seen["do"], seen["kind"] or "", seen["killed"] or "", seen["turned"], revived)


_TEMPERATURE = 6.0  # Of priors: a move better by this much is e times likelier.


def candidates(state: State, seat: int, listed: list[Any] | None, rng: Random) -> list[tuple[Any, float]]:
    """Return all moves with priors relative to the best."""
    assert listed is not None, "everything in this game can be listed"
    return priors(listed, score_actions(state, seat, listed), _TEMPERATURE)


def rollout(state: State, seat: int, listed: list[Any] | None, rng: Random) -> Any:
    """Return the best scored of three moves."""
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
