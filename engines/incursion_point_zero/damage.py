"""Damage: shields, the questions before it is placed, and death."""

from __future__ import annotations

from engines.incursion_point_zero.cards import INCURSIONS
from engines.incursion_point_zero.match_tables import UNITS
from engines.incursion_point_zero.mutable_state import MutableState
from engines.incursion_point_zero.spaces import DISTANCE
from engines.incursion_point_zero.state import OFF


def strike(mutable: MutableState, blows: list[tuple[int, int]]) -> None:
    """Take shields off damage to several Soldiers, ask about the rest, and place all of it at once.

    A hidden Terrorist that is about to take damage is uncovered before any question (IP-16).
    """
    left = [(victim, amount - shield(mutable, victim)) for victim, amount in blows]
    mutable.blow = tuple([(victim, amount) for victim, amount in left if amount > 0])
    for victim, _ in mutable.blow:
        if mutable.hidden(victim):
            mutable.uncover(victim)
    mutable.then(("harm",))
    for at in range(len(mutable.blow) - 1, -1, -1):
        _ask_around(mutable, at, mutable.blow[at][0])


def shield(mutable: MutableState, victim: int) -> int:
    """What each damage placed on it is less, before any interrupt."""
    guarded = sum([mutable.units[user].abilities[number].n for user, number, whom in mutable.guards if whom == victim])
    return guarded + mutable.total(victim, "shield")


def _ask_around(mutable: MutableState, at: int, victim: int) -> None:
    """Line up the questions: the victim's own abilities first, then its team's in activation order."""
    steps = []
    for unit in (victim, *mutable.allies(victim)):
        for number in mutable.units[unit].interrupts.get("hit", ()):
            if unit == victim or mutable.units[unit].abilities[number].scope == "adjacent":
                steps.append(("hit?", at, unit, number))
    mutable.then(*dict.fromkeys(steps))


def ask_hit(mutable: MutableState, at: int, unit: int, number: int) -> None:
    victim, amount = mutable.blow[at]
    if amount > 0 and mutable.ready(unit, number) and mutable.distance(unit, victim) <= 1:
        mutable.question(unit, "interrupt", number, "hit", victim, amount, at)


def soften(mutable: MutableState, unit: int, number: int, at: int) -> None:
    """A yes to a `hit` question."""
    blows = list(mutable.blow)
    victim, amount = blows[at]
    blows[at] = victim, max(0, amount - mutable.units[unit].abilities[number].n)
    mutable.blow = tuple(blows)


def harm(mutable: MutableState) -> None:
    """Place all markers at once, then let the dead die, then look at the missile."""
    dying = []
    for victim, amount in mutable.blow:
        if amount:
            mutable.marks[victim] += amount
            mutable.tell("damage", mutable.name(victim), amount)
            if mutable.marks[victim] >= mutable.units[victim].hp:
                dying.append(victim)
    mutable.blow, mutable.fight = (), None
    for victim in dying:
        die(mutable, victim)
    if dying:
        mutable.check_missile()


def die(mutable: MutableState, unit: int) -> None:
    """Markers and equipment go, boosts end, spent abilities stay spent."""
    mutable.at[unit] = OFF
    mutable.marks[unit] = 0
    mutable.gear[unit] = ()
    mutable.dead |= 1 << unit
    mutable.guards = tuple([guard for guard in mutable.guards if unit not in (guard[0], guard[2])])
    if unit == mutable.active:
        mutable.boost = mutable.moves = 0
    mutable.tell("death", mutable.name(unit))


def blast(mutable: MutableState, space: int, card: int) -> None:
    """A Booby Trap: everyone there and adjacent, Strike's in activation order, then the Terrorists (IP-17)."""
    kind = INCURSIONS[card]
    assert kind is not None, "a hazard is no Soldier"
    near = DISTANCE[space]
    victims = [unit for unit in range(UNITS) if mutable.where(unit) >= 0 and near[mutable.where(unit)] <= 1]
    strike(mutable, [(unit, kind.damage) for unit in victims])
