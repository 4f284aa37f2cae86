"""Honest bots and planted cheaters, with which the measurement finds out what the comparison can see.

Cheaters get what no bot on the site gets, the true position or a partner's secrets, so only the measurement has them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import log
from random import Random
from typing import Any

from engines import bots, mcts, registry
from engines.contract import AnyEngine, Seat
from engines.fair_play.adapter import FairPlay
from engines.play import Position
from engines.search_adapter import IterationBudget, SearchAdapter

_TRUST = 3.0  # How much more a glance counts than what a move looks like, in log odds.


@dataclass(frozen=True, slots=True)
class Player:
    """A bot of the measurement: `greedy`, `random`, or the search bot with so many iterations a move.

    `knows` is what a cheater looks up: "all" (the true position), "told" (the same, and the search's preferences know
    what `FairPlay.reveal` tells), "part" (`FairPlay.glimpse`), "secret" (`FairPlay.reveal`), "glance" (the position
    after each move), or "partner" (what the seats of `partners` know). It does so in `share` of its decisions, at random.
    """

    name: str
    policy: str = "search"
    iterations: int = 0
    knows: str = ""
    share: float = 1.0
    partners: tuple[Seat, ...] = ()

    @property
    def is_honest(self) -> bool:
        return not self.knows


def choose_action(
    player: Player, adapter: FairPlay, engine: AnyEngine, position: Position[Any], seat: Seat, rng: Random
) -> str:
    """Return the action that a planted player chooses."""
    peeks = bool(player.knows) and rng.random() < player.share
    state = position.state
    if peeks and player.knows == "partner" and adapter.pool is not None:
        for partner in player.partners:
            if partner != seat:
                state = adapter.pool(state, seat, partner)
    if peeks and player.knows == "secret" and adapter.reveal is not None:
        state = adapter.reveal(state, seat)
    budget = IterationBudget(player.iterations) if player.policy == "search" else None
    if not peeks or player.knows in ("partner", "secret"):
        return bots.bot_action(engine, position._replace(state=state), seat, player.policy, rng, budget)
    search = registry.get_package(engine.key).search
    assert search is not None, "games with fair play have a search bot"
    if player.knows == "glance":
        return _glance(search, adapter, engine, state, seat) or bots.bot_action(engine, position, seat, player.policy, rng)
    legal, view = bots.list_legal_actions(engine, state, seat), engine.view(state, seat)
    cheating = with_truth(search, adapter, state, seat, player.knows)
    choice = mcts.choose(engine, cheating, seat, view, legal, rng, budget or IterationBudget(search.settings.iterations))
    return choice or bots.bot_action(engine, position, seat, "greedy", rng)


def _glance(search: SearchAdapter, adapter: FairPlay, engine: AnyEngine, true: Any, seat: Seat) -> str | None:
    """Return the action that looks best once its player has seen where it leads; None if the seat can't be judged."""
    actions = list(engine.legal(true, seat) or ())
    if not actions or not adapter.is_judged(true, seat, actions):
        return None
    chances = [search.evaluate(engine.apply(true, seat, action))[seat] for action in actions]
    odds = [log(max(chance, 1e-3) / max(1.0 - chance, 1e-3)) for chance in chances]
    scores = adapter.scores(true, seat, actions)
    return engine.encode(actions[max(range(len(actions)), key=lambda at: scores[at] + _TRUST * odds[at])])


def with_truth(search: SearchAdapter, adapter: FairPlay, true: Any, seat: Seat, knows: str) -> SearchAdapter:
    """Return the search adapter with positions drawn by a cheater."""
    if knows == "part":

        def determinizer(seat: Seat, view: Any, legal: list[str] | None) -> Callable[[Random], Any]:
            draw = search.determinizer(seat, view, legal)
            return lambda rng: adapter.glimpse(true, draw(rng), seat)

        return replace(search, determinizer=determinizer)
    informed = replace(search, determinizer=lambda seat, view, legal: lambda rng: true)
    if knows == "told" and adapter.reveal is not None:
        return _with_told_preferences(informed, adapter.reveal, seat)
    return informed


def _with_told_preferences(search: SearchAdapter, reveal: Callable[[Any, Seat], Any], seat: Seat) -> SearchAdapter:
    """Return the search adapter whose priors and rollouts for the seat know what matters most."""

    def tell(state: Any, by: Seat) -> Any:
        return reveal(state, by) if by == seat else state

    return replace(
        search,
        candidates=lambda state, by, listed, rng: search.candidates(tell(state, by), by, listed, rng),
        rollout=lambda state, by, listed, rng: search.rollout(tell(state, by), by, listed, rng),
    )
