"""The determinizer of Order & Chaos: all is open, so one state serves every iteration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engines.contract import Outcome
from engines.order_and_chaos import bot
from engines.order_and_chaos import state as states
from engines.order_and_chaos.state import Last, State


def make_determinizer(seat: int, view: Mapping[str, Any], legal: list[str] | None) -> Callable[[Random], State]:
    """Return a function that gives the view's position, with as many earlier ones like it as the view counts."""
    state = bot.seen(view)
    history = b"" if state.terms.classroom else state.place * view["stood"]
    outcome = view["outcome"]
    last = view["last"] and _last(view["last"])
    ended = outcome and Outcome(tuple(outcome["ranks"]), outcome["reason"])
    known = states.arrange(state.terms, state.place, state.fresh, state.turn, state.quiet, history, last, ended)
    return lambda rng: known


def _last(seen: Mapping[str, Any]) -> Last:
    revived = "".join(back["kind"] + (f"x{back['killed']}" if back["killed"] else "") for back in seen["revived"])
    return Last(
        seat=seen["by"],
        text=seen["do"],
        kind=seen["kind"] or "",
        killed=seen["killed"] or "",
        turned=seen["turned"],
        revived=revived,
    )
