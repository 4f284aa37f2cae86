"""Evaluation for the search: each seat's chance to win a position."""

from __future__ import annotations

from math import exp

from engines.zero_day import admin_actions, inference
from engines.zero_day.cards import BASICS, OPERATIONS, TERMS, VIRUSES, members
from engines.zero_day.state import State, on_virus

_BLIND = 1.6  # matches to expect of four keys when nothing is known
_ADMIN_FIRST = -0.18  # the Admin's standing where nothing else counts
_LASTING = {"Alice": 0.8, "Bob": 0.1, "Eve": 0.3, "Oscar": 0.3, "Mallory": 0.1, "Walter": 0.15, "Trudy": 0.05}
_LASTING |= {"Carol": 0.1, "Matilda": 0.1, "Dave": 0.8, "Victor": 0.0, "Sybil": 0.05}
_LASTS = tuple(_LASTING[virus.name] for virus in VIRUSES)
_PAYS = 3  # credits for Progress
_RACE = 12  # tokens that the weights below are made for


def evaluate(state: State) -> tuple[float, ...]:
    """Each seat's chance to win the race for tokens; the weights were fitted to self-play (log odds)."""
    strengths = [_admin(state), *(_hacker(state, seat) for seat in range(1, state.table.seats))]
    most = max(strengths)
    odds = [exp(strength - most) for strength in strengths]
    total = sum(odds)
    return tuple(odd / total for odd in odds)


def _admin(state: State) -> float:
    score = _RACE * state.score[0] / state.table.goal
    found = _ADMIN_FIRST + 0.23 * score + 0.0186 * score * score
    credits = state.credits[0]
    found += 0.14 * min(credits, TERMS.cap) + (0.15 if credits >= _PAYS else 0.0) + 0.16 * state.protection
    if state.seat == 0:
        found += 0.16 * state.turn.left
    for operation in (*range(BASICS), *state.open):
        cards = state.stacks[operation].bit_count()
        if not cards:
            continue
        kind = OPERATIONS[operation]
        if kind.effect == "progress":
            found += 0.03 * cards + (0.2 * admin_actions.worth(state, operation) if credits >= kind.cost else 0.0)
        else:
            found += (0.22 if kind.effect in ("credits", "toll") else 0.1) * cards
    return found


def _hacker(state: State, seat: int) -> float:
    if state.gone >> seat & 1:
        return -20.0
    score = _RACE * state.score[seat] / state.table.goal
    credits = state.credits[seat]
    found = 0.27 * score + 0.0115 * score * score
    found += (
        0.1 * min(credits, TERMS.cap) + (0.14 if credits >= TERMS.hack else 0.0) + 0.02 * min(state.proxies[seat], 6)
    )
    chances = inference.chances_of(state, seat)
    free = sorted([chances[key] for key in members(state.hands[seat])])
    found += 0.6 * (sum(free[-TERMS.keys :]) - _BLIND)
    if state.installed[seat]:
        left = 1.0 - state.score[seat] / state.table.goal
        found += left * sum(on_virus(state, seat, virus).bit_count() * _LASTS[virus] for virus in range(len(VIRUSES)))
    if state.at[seat] >= 0:
        found += 0.42
    return found
