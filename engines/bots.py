"""The bots. A bot is given its own seat's view and legal actions, as a person would be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from engines import mcts, registry
from engines.contract import Json
from engines.search_adapter import Budget, IterationBudget, SearchAdapter
from engines.words import say

SEARCH_ADAPTERS: Mapping[str, SearchAdapter] = {
    key: registry.module(key, "search_adapter").ADAPTER
    for key in registry.keys()  # noqa: SIM118
}
POLICIES = ("random", "greedy", "search")


class UnknownPolicy(LookupError):
    """There is no such bot for that game; the message lists what there is."""


def policies(game: str) -> tuple[str, ...]:
    """Return the names of the bots that can play a game: every engine has what they need."""
    return POLICIES if game in SEARCH_ADAPTERS else ("random",)


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
        greedy: str = registry.module(game, "bot").choose(seat, view, legal, rng)
        return greedy
    return rng.choice(legal) if legal else sample()
