"""The search adapter of Field Tactics: candidates, rollouts and what a step reveals."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from random import Random
from typing import Any

from engines.field_tactics import bot
from engines.field_tactics.actions import Choice, Setup
from engines.field_tactics.determinization import make_determinizer
from engines.field_tactics.heuristics import evaluate, score_actions
from engines.field_tactics.inference import VALUES
from engines.field_tactics.notation import decode
from engines.field_tactics.pieces import KIND, LEADER
from engines.field_tactics.state import PLAY, State
from engines.search_adapter import SearchAdapter, SearchSettings

_TEMPERATURE = 30.0  # of priors: so much better looks e times likelier
_SAMPLED = 4  # moves that a rollout compares


def candidates(state: State, seat: int, listed: list[Any] | None, rng: Random) -> list[tuple[Any, float]]:
    """Moves with what they look like beside the best; everything else alike."""
    if listed is None:
        return [(_set_up(rng), 0.5)]
    if state.phase != PLAY:
        return [(action, _duel_prior(state, action)) for action in listed]
    scores = score_actions(state, seat, listed)
    top = max(scores)
    return [(move, exp((score - top) / _TEMPERATURE)) for move, score in zip(listed, scores, strict=True)]


def _duel_prior(state: State, action: Any) -> float:
    return VALUES[KIND[state.board[action.square]]] / 100.0 if isinstance(action, Choice) else 0.5


def rollout(state: State, seat: int, listed: list[Any] | None, rng: Random) -> Any:
    """The best looking of a few moves."""
    if listed is None:
        return _set_up(rng)
    if state.phase != PLAY or len(listed) == 1:
        return rng.choice(listed)
    few = [listed[int(rng.random() * len(listed))] for _ in range(_SAMPLED)]
    board = state.board
    few += [move for move in listed if board[move.dst]]
    scores = score_actions(state, seat, few)
    return few[scores.index(max(scores))]


def _set_up(rng: Random) -> Setup:
    made = decode(bot.set_up(rng))
    assert isinstance(made, Setup)
    return made


def shortcut(seat: int, view: Mapping[str, Any], legal: list[str] | None, rng: Random) -> str | None:
    """Set-ups are the greedy bot's presets, and it is good to move first."""
    return bot.choose(seat, view, legal, rng) if view["phase"] in ("choose", "setup") else None


def observation(state: State, seat: int) -> tuple[Any, ...] | None:
    """A battle shows which pieces fell."""
    last = state.last
    return (last.result, last.attacker, last.defender) if last is not None and last.result else None


def private_info(state: State, seat: int, listed: list[Any]) -> list[Any]:
    """The kind of the piece that moves; quiet moves of pieces that are no leaders are all alike."""
    if state.phase != PLAY:
        return [0] * len(listed)
    board = state.board
    return [KIND[piece] if board[move.dst] or LEADER[piece] else 0 for move in listed if (piece := board[move.src])]


ADAPTER = SearchAdapter(
    determinizer=make_determinizer,
    evaluate=evaluate,
    candidates=candidates,
    rollout=rollout,
    shortcut=shortcut,
    observation=observation,
    private_info=private_info,
    settings=SearchSettings(iterations=1200, plies=0),
)
