"""Cooldowns: when one may be announced, against which targets, and what it does."""

from __future__ import annotations

from engines.incursion_point_zero import actions, steps
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import SQUAD
from engines.incursion_point_zero.field import Field
from engines.incursion_point_zero.spaces import DISTANCE
from engines.incursion_point_zero.state import ACTED, ATTACKED, HALTED
from engines.incursion_point_zero.words import Ability

# What may still be announced after the attack; `move` may not even after the movement has ended.
_AFTER_ATTACK = ("heal", "reveal", "shield", "no_free")


def choices(field: Field, unit: int) -> list[Action]:
    """The cooldowns that a Soldier could announce now, with their targets."""
    found: list[Action] = []
    at, spent = field.units[unit].at, field.spent[unit]
    for number, ability in field.units[unit].cooldowns:
        if spent >> number & 1 or too_late(field, ability) or not field.holds(unit, ability):
            continue
        if ability.effect == "reveal":
            found += [actions.skill(at, ability.id, "space", space) for space in spaces_for(field, unit, ability)]
        elif ability.effect in ("heal", "shield"):
            targets = targets_for(field, unit, ability)
            if ability.scope == "self":
                found += [actions.skill(at, ability.id)] if targets else []
            else:
                found += [actions.skill(at, ability.id, "soldier", field.units[target].at) for target in targets]
        else:
            found.append(actions.skill(at, ability.id))
    return found


def too_late(field: Field, ability: Ability) -> bool:
    if ability.effect == "move":
        return bool(field.did & (ATTACKED | HALTED))
    return bool(field.did & ATTACKED) and ability.effect not in _AFTER_ATTACK


def spaces_for(field: Field, unit: int, ability: Ability) -> list[int]:
    """The unrevealed cards that a `reveal` may turn up."""
    at = field.at[unit]
    return steps.face_down(field, at, ability.n) if at >= 0 and unit < SQUAD else []


def targets_for(field: Field, unit: int, ability: Ability) -> list[int]:
    """Whom a `heal` or `shield` may be used on; a heal needs damage, and nobody hidden is named (IP-18)."""
    team = [unit] if ability.scope == "self" else field.allies(unit)
    if ability.effect == "heal":
        team = [ally for ally in team if field.marks[ally]]
    space = field.where(unit)
    near = [ally for ally in team if ally != unit and field.at[ally] >= 0 and space >= 0]
    near = [ally for ally in near if DISTANCE[field.at[ally]][space] <= 1]
    return sorted([*near, *([unit] if unit in team else [])])


def announce(field: Field, unit: int, ability: str, target: int) -> None:
    """Spend the cooldown, let the other side jam it, then let it work."""
    number = next(at for at, one in field.units[unit].cooldowns if one.id == ability)
    if field.hidden(unit):
        field.uncover(unit)
    field.did |= ACTED
    field.spend(unit, number)
    jams = [
        ("skill?", enemy, other, unit, number)
        for enemy in field.enemies(unit)
        for other in field.units[enemy].interrupts.get("skill", ())
    ]
    field.then(*jams, ("work", unit, number, target))


def ask_skill(field: Field, enemy: int, number: int, unit: int, announced: int) -> None:
    if field.ready(enemy, number):
        field.question(enemy, "interrupt", number, "skill", unit, announced)


def jam(field: Field, unit: int) -> None:
    """A yes to a `skill` question: the cooldown is spent without effect."""
    field.stack.clear()
    field.tell("jammed", field.name(unit))


def work(field: Field, unit: int, number: int, target: int) -> None:
    """`target` is a Soldier, a space, or -1."""
    ability = field.units[unit].abilities[number]
    if ability.effect == "reveal":
        steps.turn_up_from_afar(field, target)
    elif ability.effect == "heal":
        field.heal(unit if target < 0 else target, ability.n)
    elif ability.effect == "shield":
        field.guards += ((unit, number, unit if target < 0 else target),)
    elif ability.effect == "move":
        field.moves += ability.n
    else:
        field.boost |= 1 << number
