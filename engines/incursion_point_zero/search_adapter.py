"""The search adapter of Incursion Point: Zero: candidates, rollouts and what a step reveals."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp
from random import Random
from typing import Any

from engines.incursion_point_zero import heuristics, setup_bot
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import MISSILE
from engines.incursion_point_zero.determinization import make_determinizer
from engines.incursion_point_zero.state import PLAY, State
from engines.search_adapter import SearchAdapter, SearchSettings

_SPREAD = 12.0  # scores that are so much apart differ by the factor e in their prior
_SPOILT = 4.0  # by how much at most a rollout's score is spoilt by chance


def candidates(state: State, seat: int, listed: list[Action] | None, rng: Random) -> Sequence[tuple[Action, float]]:
    """Return all actions with priors from their scores; of squads a few are drawn."""
    if listed is None:
        return [(setup_bot.squad(state.setup, seat, rng), 0.5)]
    if state.phase != PLAY:
        return [(action, 0.5) for action in listed]
    scores = heuristics.score_actions(state, seat, listed)
    most = max(scores)
    return [(action, exp((score - most) / _SPREAD)) for action, score in zip(listed, scores, strict=True)]


def rollout(state: State, seat: int, listed: list[Action] | None, rng: Random) -> Action:
    """The best score, spoilt by a little chance."""
    if listed is None:
        return setup_bot.squad(state.setup, seat, rng)
    if len(listed) == 1:
        return listed[0]
    if state.phase != PLAY:
        return setup_bot.set_up(state, seat, listed, rng)
    best, most = listed[0], -1e9
    for action, score in zip(listed, heuristics.score_actions(state, seat, listed), strict=True):
        score += _SPOILT * rng.random()
        if score > most:
            best, most = action, score
    return best


def observation(state: State, seat: int) -> Hashable:
    """What came to light: cards turned up and Soldiers that show."""
    return state.down, state.at


def private_info(state: State, seat: int, listed: list[Action]) -> list[Hashable]:
    """The Terrorists act knowing where the missile lies."""
    return [state.setup.cards.find(MISSILE) if seat else None] * len(listed)


def shortcut(seat: int, view: Any, legal: list[str] | None, rng: Random) -> str | None:
    """The set-up is planned without looking ahead."""
    if view["phase"] == PLAY:
        return None
    state = make_determinizer(seat, view, legal)(rng)
    return setup_bot.chosen(state, seat, rng).text


ADAPTER = SearchAdapter(
    determinizer=make_determinizer,
    evaluate=heuristics.evaluate,
    candidates=candidates,
    rollout=rollout,
    shortcut=shortcut,
    observation=observation,
    private_info=private_info,
    settings=SearchSettings(explore=0.15, bias=1.0, wide=1.5, plies=10),
)
