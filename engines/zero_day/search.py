"""What the search bot knows of Zero Day: how positions are imagined, judged, widened and played on."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp
from random import Random
from typing import Any

from engines.search_adapter import SearchAdapter, SearchSettings
from engines.zero_day import admin, guess, instinct
from engines.zero_day import state as states
from engines.zero_day.actions import Action
from engines.zero_day.cards import BASICS, OPERATIONS, TERMS, VIRUSES, members
from engines.zero_day.imagining import imaginer
from engines.zero_day.state import State, on_virus

_SPREAD = 2.5  # scores that are so much apart differ by the factor e in their prior
_HACKS = 3  # of each kind that are looked at
_BLIND = 1.6  # matches to expect of four keys when nothing is known
_SURE = (0.3, 0.9)  # how much the Admin's and a Hacker's scores are spoilt by chance in a rollout
_ADMIN_FIRST = -0.18  # the Admin's standing where nothing else counts
_LASTING = {"Alice": 0.8, "Bob": 0.1, "Eve": 0.3, "Oscar": 0.3, "Mallory": 0.1, "Walter": 0.15, "Trudy": 0.05}
_LASTING |= {"Carol": 0.1, "Matilda": 0.1, "Dave": 0.8, "Victor": 0.0, "Sybil": 0.05}
_LASTS = tuple(_LASTING[virus.name] for virus in VIRUSES)
_PAYS = 3  # credits for Progress
_RACE = 12  # tokens that the weights below are made for


def judge(state: State) -> tuple[float, ...]:
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
            found += 0.03 * cards + (0.2 * admin.worth(state, operation) if credits >= kind.cost else 0.0)
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
    chances = guess.chances_of(state, seat)
    free = sorted([chances[key] for key in members(state.hands[seat])])
    found += 0.6 * (sum(free[-TERMS.keys :]) - _BLIND)
    if state.installed[seat]:
        left = 1.0 - state.score[seat] / state.table.goal
        found += left * sum(on_virus(state, seat, virus).bit_count() * _LASTS[virus] for virus in range(len(VIRUSES)))
    if state.at[seat] >= 0:
        found += 0.42
    return found


def widen(state: State, seat: int, listed: list[Action] | None, rng: Random) -> Sequence[tuple[Action, float]]:
    """All actions but the unlikely hacks, with priors from their scores; of equal cards the first is preferred."""
    assert listed is not None, "every action of this game can be listed"
    kept = instinct.fewer_hacks(state, seat, listed, _HACKS, rng)
    scores = instinct.scores(state, seat, kept)
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


def play(state: State, seat: int, listed: list[Action] | None, rng: Random) -> Action:
    """The best score, spoilt by a little chance."""
    assert listed is not None, "every action of this game can be listed"
    if len(listed) == 1:
        return listed[0]
    if state.phase in (states.CREDENTIALS, states.SCRAMBLE):
        return rng.choice(listed)
    kept = _one_card(instinct.fewer_hacks(state, seat, listed, 1, rng))
    scores = instinct.scores(state, seat, kept)
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


def direct(seat: int, view: Any, legal: list[str] | None, rng: Random) -> str | None:
    """Credentials are named at random: any pattern could be guessed."""
    if legal is not None and view["phase"] in ("credentials", "scramble"):
        return rng.choice(legal)
    return None


def told(state: State, seat: int) -> Hashable:
    """The number that the last hack brought, and whether it can be trusted."""
    return (state.hacks[-1].told, state.hacks[-1].token) if state.hacks else None


def private(state: State, seat: int, listed: list[Action]) -> list[Hashable]:
    """The Admin answers a hack knowing what it matched."""
    match = state.pending.match if state.pending is not None and state.phase == states.PROTECT else None
    return [match] * len(listed)


ADAPTER = SearchAdapter(
    imaginer, judge, widen, play, direct, told, private, SearchSettings(explore=0.2, bias=1.0, plies=8)
)
