"""What the search bot knows of Incursion Point: Zero: how positions are imagined, judged, widened and played on."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp
from random import Random
from typing import Any

from engines.incursion_point_zero import instinct, planning
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import MISSILE, SQUAD
from engines.incursion_point_zero.imagining import imaginer
from engines.incursion_point_zero.spaces import ANCHOR, DISTANCE
from engines.incursion_point_zero.state import PLAY, ROUNDS, State
from engines.incursion_point_zero.tables import UNITS
from engines.search_adapter import SearchAdapter, SearchSettings

_SPREAD = 12.0  # scores that are so much apart differ by the factor e in their prior
_SPOILT = 4.0  # by how much at most a rollout's score is spoilt by chance


def judge(state: State) -> tuple[float, ...]:
    """Both sides' chances, as time, ground and hit points promise them."""
    if state.tables is None:
        return 0.5, 0.5
    strike = 1.0 / (1.0 + exp(-_standing(state)))
    return strike, 1.0 - strike


def _standing(state: State) -> float:
    """Strike's log odds; the weights were fitted to self-play."""
    time = ((ROUNDS - state.round) * UNITS + UNITS - state.place) / (ROUNDS * UNITS)
    missile = state.setup.cards.find(MISSILE)
    found = 4.19 + 6.16 * time + _strike(state, missile, time)
    theirs, guarding = _terrorists(state, missile)
    found += theirs
    if state.shown:
        found -= 1.76 if guarding else 0.0
        return found + 0.84 * time - guarding * (0.2 - 0.1 * time)
    down = state.down.bit_count() / 5
    return found + down * (1.39 - 1.82 * time) - 0.6 * DISTANCE[ANCHOR][missile]


def _strike(state: State, missile: int, time: float) -> float:
    """Hit points, and how near the missile Strike's Soldiers have come."""
    assert state.tables is not None, "this is for the play"
    found = 0.0
    for unit, one in enumerate(state.tables.units[:SQUAD]):
        at = state.at[unit]
        if at >= 0:
            away = DISTANCE[missile][at]
            found += 0.053 * (one.hp - state.marks[unit]) - 0.31 - (0.1 - 0.08 * time) * away / SQUAD
            found += 0.57 - 0.52 * time if away <= 2 else 0.0
        elif state.dead >> unit & 1:
            found -= 0.28
    return found


def _terrorists(state: State, missile: int) -> tuple[float, int]:
    """What the living ones are worth to Strike, and the hit points of those that stand on the missile."""
    assert state.tables is not None, "this is for the play"
    found, guarding = 0.0, 0
    for unit in range(SQUAD, UNITS):
        at, left = state.at[unit], state.tables.units[unit].hp - state.marks[unit]
        if state.dead >> unit & 1:
            found -= 0.27
            continue
        found -= 0.092 * left
        if state.lairs[unit - SQUAD] >= 0:
            found -= 0.64
        elif at >= 0 and DISTANCE[missile][at] <= 2:
            found -= 0.46
            guarding += left if at == missile else 0
    return found, guarding


def widen(state: State, seat: int, listed: list[Action] | None, rng: Random) -> Sequence[tuple[Action, float]]:
    """All actions with priors from their scores; of squads a few are drawn."""
    if listed is None:
        return [(planning.squad(state.setup, seat, rng), 0.5)]
    if state.phase != PLAY:
        return [(action, 0.5) for action in listed]
    scores = instinct.scores(state, seat, listed)
    most = max(scores)
    return [(action, exp((score - most) / _SPREAD)) for action, score in zip(listed, scores, strict=True)]


def play(state: State, seat: int, listed: list[Action] | None, rng: Random) -> Action:
    """The best score, spoilt by a little chance."""
    if listed is None:
        return planning.squad(state.setup, seat, rng)
    if len(listed) == 1:
        return listed[0]
    if state.phase != PLAY:
        return planning.set_up(state, seat, listed, rng)
    best, most = listed[0], -1e9
    for action, score in zip(listed, instinct.scores(state, seat, listed), strict=True):
        score += _SPOILT * rng.random()
        if score > most:
            best, most = action, score
    return best


def told(state: State, seat: int) -> Hashable:
    """What came to light: cards turned up and Soldiers that show."""
    return state.down, state.at


def private(state: State, seat: int, listed: list[Action]) -> list[Hashable]:
    """The Terrorists act knowing where the missile lies."""
    return [state.setup.cards.find(MISSILE) if seat else None] * len(listed)


def direct(seat: int, view: Any, legal: list[str] | None, rng: Random) -> str | None:
    """The set-up is planned without looking ahead."""
    if view["phase"] == PLAY:
        return None
    state = imaginer(seat, view, legal)(rng)
    return planning.chosen(state, seat, rng).text


ADAPTER = SearchAdapter(
    imaginer,
    judge,
    widen,
    play,
    direct,
    told,
    private,
    SearchSettings(explore=0.15, bias=1.0, wide=1.5, plies=10),
)
