"""The bots. A bot is given its own seat's view and legal actions, as a person would be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engines import mcts, registry
from engines.contract import Json
from engines.field_tactics import bot as field_tactics
from engines.field_tactics import search_adapter as field_tactics_search
from engines.incursion_point_zero import bot as incursion_point_zero
from engines.incursion_point_zero import search_adapter as incursion_search
from engines.order_and_chaos import bot as order_and_chaos
from engines.order_and_chaos import search_adapter as order_and_chaos_search
from engines.search_adapter import Budget, IterationBudget, SearchAdapter
from engines.words import say
from engines.zero_day import bot as zero_day
from engines.zero_day import search_adapter as zero_day_search
from engines.zero_order import bot as zero_order
from engines.zero_order import search_adapter as zero_order_search

_GREEDY: Mapping[str, Callable[[int, Any, list[str] | None, Random], str]] = {
    "field-tactics": field_tactics.choose,
    "incursion-point-zero": incursion_point_zero.choose,
    "order-and-chaos": order_and_chaos.choose,
    "zero-day": zero_day.choose,
    "zero-order": zero_order.choose,
}
SEARCH_ADAPTERS: Mapping[str, SearchAdapter] = {
    "field-tactics": field_tactics_search.ADAPTER,
    "incursion-point-zero": incursion_search.ADAPTER,
    "order-and-chaos": order_and_chaos_search.ADAPTER,
    "zero-day": zero_day_search.ADAPTER,
    "zero-order": zero_order_search.ADAPTER,
}
POLICIES = ("random", "greedy", "search")


class UnknownPolicy(LookupError):
    """There is no such bot for that game; the message lists what there is."""


def policies(game: str) -> tuple[str, ...]:
    """Return the names of the bots that can play a game."""
    return ("random", *(["greedy"] if game in _GREEDY else []), *(["search"] if game in SEARCH_ADAPTERS else []))


def choose(
    policy: str,
    game: str,
    seat: int,
    view: Json,
    legal: list[str] | None,
    sample: Callable[[], str],
    rng: Random,
    budget: Budget | None = None,
) -> str:
    """Return the notation of the action that a bot chooses.

    `view` is the seat's own; `legal` its own legal actions (None: too many to list); `sample` draws a random legal one.
    `budget` is asked before every iteration whether the search may go on; without it the game's usual number of
    iterations is made, so that the same `rng` gives the same choice.
    """
    if policy not in policies(game):
        known = ", ".join(policies(game))
        raise UnknownPolicy(
            say("There is no bot {bot} for {game}; there is {known}.", bot=repr(policy), game=game, known=known)
        )
    if policy == "search":
        adapter = SEARCH_ADAPTERS[game]
        limit = IterationBudget(adapter.settings.iterations) if budget is None else budget
        choice = mcts.choose(registry.get(game), adapter, seat, view, legal, rng, limit)
        if choice is not None:
            return choice
    if policy in ("greedy", "search"):
        return _GREEDY[game](seat, view, legal, rng)
    return rng.choice(legal) if legal else sample()
