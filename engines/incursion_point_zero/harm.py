"""Damage: shields, the questions before it is placed, and death."""

from __future__ import annotations

from engines.incursion_point_zero.cards import INCURSIONS
from engines.incursion_point_zero.field import Field
from engines.incursion_point_zero.spaces import DISTANCE
from engines.incursion_point_zero.state import OFF
from engines.incursion_point_zero.tables import UNITS


def strike(field: Field, blows: list[tuple[int, int]]) -> None:
    """Take shields off damage to several Soldiers, ask about the rest, and place all of it at once.

    A hidden Terrorist that is about to take damage is uncovered before any question (IP-16).
    """
    left = [(victim, amount - shield(field, victim)) for victim, amount in blows]
    field.blow = tuple([(victim, amount) for victim, amount in left if amount > 0])
    for victim, _ in field.blow:
        if field.hidden(victim):
            field.uncover(victim)
    field.then(("harm",))
    for at in range(len(field.blow) - 1, -1, -1):
        _ask_around(field, at, field.blow[at][0])


def shield(field: Field, victim: int) -> int:
    """What each damage placed on it is less, before any interrupt."""
    guarded = sum([field.units[user].abilities[number].n for user, number, whom in field.guards if whom == victim])
    return guarded + field.total(victim, "shield")


def _ask_around(field: Field, at: int, victim: int) -> None:
    """Line up the questions: the victim's own abilities first, then its team's in activation order."""
    steps = []
    for unit in (victim, *field.allies(victim)):
        for number in field.units[unit].interrupts.get("hit", ()):
            if unit == victim or field.units[unit].abilities[number].scope == "adjacent":
                steps.append(("hit?", at, unit, number))
    field.then(*dict.fromkeys(steps))


def ask_hit(field: Field, at: int, unit: int, number: int) -> None:
    victim, amount = field.blow[at]
    if amount > 0 and field.ready(unit, number) and field.distance(unit, victim) <= 1:
        field.question(unit, "interrupt", number, "hit", victim, amount, at)


def soften(field: Field, unit: int, number: int, at: int) -> None:
    """A yes to a `hit` question."""
    blows = list(field.blow)
    victim, amount = blows[at]
    blows[at] = victim, max(0, amount - field.units[unit].abilities[number].n)
    field.blow = tuple(blows)


def harm(field: Field) -> None:
    """Place all markers at once, then let the dead die, then look at the missile."""
    dying = []
    for victim, amount in field.blow:
        if amount:
            field.marks[victim] += amount
            field.tell("damage", field.name(victim), amount)
            if field.marks[victim] >= field.units[victim].hp:
                dying.append(victim)
    field.blow, field.fight = (), None
    for victim in dying:
        die(field, victim)
    if dying:
        field.check_missile()


def die(field: Field, unit: int) -> None:
    """Markers and equipment go, boosts end, spent abilities stay spent."""
    field.at[unit] = OFF
    field.marks[unit] = 0
    field.gear[unit] = ()
    field.dead |= 1 << unit
    field.guards = tuple([guard for guard in field.guards if unit not in (guard[0], guard[2])])
    if unit == field.active:
        field.boost = field.moves = 0
    field.tell("death", field.name(unit))


def blast(field: Field, space: int, card: int) -> None:
    """A Booby Trap: everyone there and adjacent, Strike's in activation order, then the Terrorists (IP-17)."""
    kind = INCURSIONS[card]
    assert kind is not None, "a hazard is no Soldier"
    near = DISTANCE[space]
    victims = [unit for unit in range(UNITS) if field.where(unit) >= 0 and near[field.where(unit)] <= 1]
    strike(field, [(unit, kind.damage) for unit in victims])
