"""Search adapter: the search plays the battle, the greedy bot what comes before it.

Nothing is hidden except a chosen team, and positions that have stood once.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engines.search_adapter import SearchAdapter, SearchSettings
from engines.zero_order import actions, bot
from engines.zero_order.actions import Action
from engines.zero_order.heuristics import evaluate, score_actions
from engines.zero_order.state import ACT, BUILD, COMBO, DIGEST_LENGTH, MOVE, TEAM, State, digest

_UNKNOWN = "." + (DIGEST_LENGTH - 1) * "0"
"""Stands for the digest of a position that a view doesn't name."""


def make_determinizer(seat: int, view: Mapping[str, Any], legal: list[str] | None) -> Callable[[Random], State]:
    """Return a function that returns the position; an unknown team of the other side is drawn."""
    base = bot.parse_view(view)
    base = base._replace(history=_build_history(view, base))
    if base.phase != TEAM or not view["ready"][1 - seat]:
        return lambda rng: base
    valid = base.terms.teams

    def determinize(rng: Random) -> State:
        team = rng.choice(valid)
        return base._replace(teams=(base.teams[0], team) if seat == 0 else (team, base.teams[1]))

    return determinize


def _build_history(view: Mapping[str, Any], base: State) -> str:
    """Return a history with what a view tells of it: the positions that have stood twice, and last the start of the turn."""
    stood: int = view["stood"]
    repeated: list[str] = view["repeated"]
    if not stood:
        return ""
    start = digest(base.board, base.seat) if base.phase == MOVE else repeated[0] if stood > 1 else _UNKNOWN
    return "".join(2 * [position for position in repeated if position != start]) + stood * start


def candidates(state: State, seat: int, listed: list[Any] | None, rng: Random) -> list[tuple[Any, float]]:
    """Return all actions with their priors."""
    if listed is None:
        return [(_draw_team(state, rng), 0.5)]
    return list(zip(listed, score_actions(state, seat, listed), strict=True))


def rollout(state: State, seat: int, listed: list[Any] | None, rng: Random) -> Any:
    """Return the best scored of a few actions."""
    if listed is None:
        return _draw_team(state, rng)
    if len(listed) == 1:
        return listed[0]
    sampled = listed if state.phase != MOVE else [listed[int(rng.random() * len(listed))] for _ in range(4)]
    priors = [prior + 0.2 * rng.random() for prior in score_actions(state, seat, sampled)]
    return sampled[priors.index(max(priors))]


def _draw_team(state: State, rng: Random) -> Action:
    return actions.team_action(rng.choice(state.terms.teams))


def shortcut(seat: int, view: Mapping[str, Any], legal: list[str] | None, rng: Random) -> str | None:
    """Return the greedy bot's action for team, map and deployment."""
    return None if view["phase"] in (MOVE, ACT, COMBO, BUILD) else bot.choose(seat, view, legal, rng)


ADAPTER = SearchAdapter(
    determinizer=make_determinizer,
    evaluate=evaluate,
    candidates=candidates,
    rollout=rollout,
    shortcut=shortcut,
    settings=SearchSettings(iterations=800, plies=0, mix=0.5, open_state=True),
)
