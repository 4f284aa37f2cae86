"""Players that are programs. A bot sees its own seat's view and its own legal list, as a person would."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engines import registry, search
from engines.api import Json
from engines.field_tactics import bot as field_tactics
from engines.field_tactics import search as field_tactics_search
from engines.incursion_point_zero import bot as incursion_point_zero
from engines.incursion_point_zero import search as incursion_search
from engines.mind import Iterations, Mind, More
from engines.order_and_chaos import bot as order_and_chaos
from engines.order_and_chaos import search as order_and_chaos_search
from engines.words import say
from engines.zero_day import bot as zero_day
from engines.zero_day import search as zero_day_search
from engines.zero_order import bot as zero_order
from engines.zero_order import search as zero_order_search

_GREEDY: Mapping[str, Callable[[int, Any, list[str] | None, Random], str]] = {
    "field-tactics": field_tactics.choose,
    "incursion-point-zero": incursion_point_zero.choose,
    "order-and-chaos": order_and_chaos.choose,
    "zero-day": zero_day.choose,
    "zero-order": zero_order.choose,
}
MINDS: Mapping[str, Mind] = {
    "field-tactics": field_tactics_search.MIND,
    "incursion-point-zero": incursion_search.MIND,
    "order-and-chaos": order_and_chaos_search.MIND,
    "zero-day": zero_day_search.MIND,
    "zero-order": zero_order_search.MIND,
}
POLICIES = ("random", "greedy", "search")


class UnknownPolicy(LookupError):
    """There is no such bot for that game; the message lists what there is."""


def policies(game: str) -> tuple[str, ...]:
    """The bots that can play a game."""
    return ("random", *(["greedy"] if game in _GREEDY else []), *(["search"] if game in MINDS else []))


def choose(
    policy: str,
    game: str,
    seat: int,
    view: Json,
    legal: list[str] | None,
    sample: Callable[[], str],
    rng: Random,
    more: More | None = None,
) -> str:
    """The notation of what a bot does.

    `view` is the seat's own; `legal` its own legal actions (None: too many to list); `sample` draws a random legal one.
    `more` says before every iteration whether the search bot may go on thinking; without it the game's usual number of
    iterations is made, so that the same `rng` gives the same choice.
    """
    if policy not in policies(game):
        known = ", ".join(policies(game))
        raise UnknownPolicy(
            say("There is no bot {bot} for {game}; there is {known}.", bot=repr(policy), game=game, known=known)
        )
    if policy == "search":
        mind = MINDS[game]
        budget = Iterations(mind.settings.iterations) if more is None else more
        found = search.choose(registry.get(game), mind, seat, view, legal, rng, budget)
        if found is not None:
            return found
    if policy in ("greedy", "search"):
        return _GREEDY[game](seat, view, legal, rng)
    return rng.choice(legal) if legal else sample()
