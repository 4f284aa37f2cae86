"""The bot for the set-up: squads, the map, and where the cards lie. Randomness makes it unpredictable."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, permutations
from random import Random

from engines.incursion_point_zero import squads
from engines.incursion_point_zero.actions import AS_CLASS, Action
from engines.incursion_point_zero.cards import KIND, LOCATIONS, MISSILE, SIDE_CLASSES, SOLDIERS, SQUAD, Gamer
from engines.incursion_point_zero.move_generation import legal_actions
from engines.incursion_point_zero.spaces import ANCHOR, DISTANCE
from engines.incursion_point_zero.state import DROP, LAY, SQUADS, STRIKE, Setup, State

CANDIDATES = 6  # Gamers that are tried
_TALENT = 0.5
_MOODS = 1.0  # how far the classes' worth is spoilt by chance, so that every class is seen


def chosen(state: State, seat: int, rng: Random) -> Action:
    """An action of the set-up for a seat that is to act."""
    if state.phase == SQUADS:
        return squad(state.setup, seat, rng)
    listed = legal_actions(state)
    assert listed, "a seat that is to act has an action"
    return set_up(state, seat, listed, rng)


def squad(setup: Setup, seat: int, rng: Random) -> Action:
    """Four classes of the side, with the Gamers that have the most dice for them, in a random order."""
    mood = {at: _MOODS * 4.0 * rng.random() for at in SIDE_CLASSES[seat]}
    numbers = setup.rosters[seat] if setup.options["gamers"] else ()
    gamers = setup.gamers
    roster = tuple((number, gamers[number]) for number in numbers)
    best = max(_fours(seat, roster), key=lambda found: found[0] + sum(mood[at] for at, _ in found[1]))[1]
    return squads.squad_action(setup, tuple(rng.sample(best, SQUAD)))


@lru_cache(64)
def _fours(seat: int, roster: tuple[tuple[int, Gamer], ...]) -> list[tuple[float, tuple[tuple[int, int], ...]]]:
    """For each four classes the best Gamers, with how many dice they have together."""
    cards = dict(roster)
    gamers = sorted(cards, key=lambda number: strength(cards[number]))[-CANDIDATES:]
    found = []
    for four in combinations(SIDE_CLASSES[seat], SQUAD):
        if not gamers:
            found.append((0.0, tuple((at, -1) for at in four)))
            continue
        ways = [tuple(zip(four, order, strict=True)) for order in permutations(gamers, SQUAD)]
        found.append(max((sum(dice(at, cards[gamer]) for at, gamer in way), way) for way in ways))
    return found


def dice(at: int, gamer: Gamer) -> float:
    return gamer.stats[SOLDIERS[at].focus] + _TALENT * (gamer.talent is not None)


def strength(gamer: Gamer) -> int:
    return max(gamer.stats[soldier.focus] for soldier in SOLDIERS)


def set_up(state: State, seat: int, listed: Sequence[Action], rng: Random) -> Action:
    """One of the listed ways to place a Location, to drop or to lay a card."""
    if state.phase == DROP or listed[0].verb == "discard":
        return rng.choice(listed)
    if state.phase == LAY:
        return _lay(state, listed, rng)
    return max(listed, key=lambda action: _place(seat, *action.parts) + 2.0 * rng.random())


def _place(seat: int, at: int, space: int) -> float:
    """Strike keeps the map near, the Terrorists stretch it; what helps a Soldier there is kept for the own side."""
    far = DISTANCE[ANCHOR][space]
    helps = LOCATIONS[at].bullet is not None
    return (far + 0.5 * helps) if seat != STRIKE else (-far + 0.3 * helps)


def _lay(state: State, listed: Sequence[Action], rng: Random) -> Action:
    """The missile rather far off, the Soldiers rather near it, hazards on the way."""
    setup = state.setup
    missile = setup.cards.find(MISSILE)
    return max(listed, key=lambda action: _lies(action, missile) + 3.0 * rng.random())


def _lies(action: Action, missile: int) -> float:
    what: int = action.parts[0]
    space: int = action.parts[1]
    if what == MISSILE:
        return 1000.0 + DISTANCE[ANCHOR][space]
    away = DISTANCE[missile][space] if missile >= 0 else 0
    if what >= AS_CLASS:
        return 500.0 - 1.5 * away
    return 100.0 - away if KIND[what] == "hazard" else float(away)
