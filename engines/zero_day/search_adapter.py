"""The search adapter of Zero Day: candidates, rollouts and what a step reveals."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp
from random import Random
from typing import Any

from engines.search_adapter import SearchAdapter, SearchSettings
from engines.zero_day import heuristics
from engines.zero_day import state as states
from engines.zero_day.actions import Action
from engines.zero_day.determinization import make_determinizer
from engines.zero_day.evaluation import evaluate
from engines.zero_day.state import State

_SPREAD = 2.5  # scores that are so much apart differ by the factor e in their prior
_HACKS = 3  # of each kind that are looked at
_SURE = (0.3, 0.9)  # how much the Admin's and a Hacker's scores are spoilt by chance in a rollout


def candidates(state: State, seat: int, listed: list[Action] | None, rng: Random) -> Sequence[tuple[Action, float]]:
    """All actions but the unlikely hacks, with priors from their scores; of equal cards the first is preferred."""
    assert listed is not None, "every action of this game can be listed"
    kept = heuristics.fewer_hacks(state, seat, listed, _HACKS, rng)
    scores = heuristics.score_actions(state, seat, kept)
    most = max(scores)
    found = []
    stacked: dict[int, int] = {}
    for action, score in zip(kept, scores, strict=True):
        prior = exp((score - most) / _SPREAD)
        if action.verb == "stack":
            rank = stacked.get(action.args[0], 0)
            stacked[action.args[0]] = rank + 1
            prior *= 0.02 if rank else 1.0
        found.append((action, prior))
    return found


def rollout(state: State, seat: int, listed: list[Action] | None, rng: Random) -> Action:
    """The best score, spoilt by a little chance."""
    assert listed is not None, "every action of this game can be listed"
    if len(listed) == 1:
        return listed[0]
    if state.phase in (states.CREDENTIALS, states.SCRAMBLE):
        return rng.choice(listed)
    kept = _one_card(heuristics.fewer_hacks(state, seat, listed, 1, rng))
    scores = heuristics.score_actions(state, seat, kept)
    spoilt = _SURE[seat > 0]
    at = max(range(len(kept)), key=lambda at: scores[at] + spoilt * rng.random())
    return kept[at]


def _one_card(listed: list[Action]) -> list[Action]:
    """Of the ways to stack on one operation only the first: its cards are alike."""
    found, there = [], set()
    for action in listed:
        if action.verb == "stack":
            if action.args[0] in there:
                continue
            there.add(action.args[0])
        found.append(action)
    return found


def shortcut(seat: int, view: Any, legal: list[str] | None, rng: Random) -> str | None:
    """Credentials are named at random: any pattern could be guessed."""
    if legal is not None and view["phase"] in ("credentials", "scramble"):
        return rng.choice(legal)
    return None


def observation(state: State, seat: int) -> Hashable:
    """Return the number that the last hack brought, and whether it can be trusted."""
    return (state.hacks[-1].told, state.hacks[-1].token) if state.hacks else None


def private_info(state: State, seat: int, listed: list[Action]) -> list[Hashable]:
    """The Admin answers a hack knowing what it matched."""
    match = state.pending.match if state.pending is not None and state.phase == states.PROTECT else None
    return [match] * len(listed)


ADAPTER = SearchAdapter(
    determinizer=make_determinizer,
    evaluate=evaluate,
    candidates=candidates,
    rollout=rollout,
    shortcut=shortcut,
    observation=observation,
    private_info=private_info,
    settings=SearchSettings(explore=0.2, bias=1.0, plies=8),
)
