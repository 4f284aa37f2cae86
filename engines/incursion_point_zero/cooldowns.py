"""Cooldowns: when one may be announced, against which targets, and what it does."""

from __future__ import annotations

from engines.incursion_point_zero import movement
from engines.incursion_point_zero.cards import SQUAD
from engines.incursion_point_zero.effects import Ability
from engines.incursion_point_zero.mutable_state import MutableState
from engines.incursion_point_zero.spaces import DISTANCE
from engines.incursion_point_zero.state import ACTED, ATTACKED, HALTED

# What may still be announced after the attack; `move` may not even after the movement has ended.
_AFTER_ATTACK = ("heal", "reveal", "shield", "no_free")


def too_late(mutable: MutableState, ability: Ability) -> bool:
    if ability.effect == "move":
        return bool(mutable.did & (ATTACKED | HALTED))
    return bool(mutable.did & ATTACKED) and ability.effect not in _AFTER_ATTACK


def spaces_for(mutable: MutableState, unit: int, ability: Ability) -> list[int]:
    """The unrevealed cards that a `reveal` may turn up."""
    at = mutable.at[unit]
    return movement.face_down(mutable, at, ability.n) if at >= 0 and unit < SQUAD else []


def targets_for(mutable: MutableState, unit: int, ability: Ability) -> list[int]:
    """Whom a `heal` or `shield` may be used on; a heal needs damage, and nobody hidden is named (IP-18)."""
    team = [unit] if ability.scope == "self" else mutable.allies(unit)
    if ability.effect == "heal":
        team = [ally for ally in team if mutable.marks[ally]]
    space = mutable.where(unit)
    near = [ally for ally in team if ally != unit and mutable.at[ally] >= 0 and space >= 0]
    near = [ally for ally in near if DISTANCE[mutable.at[ally]][space] <= 1]
    return sorted([*near, *([unit] if unit in team else [])])


def announce(mutable: MutableState, unit: int, ability: str, target: int) -> None:
    """Spend the cooldown, let the other side jam it, then let it work."""
    number = next(at for at, one in mutable.units[unit].cooldowns if one.id == ability)
    if mutable.hidden(unit):
        mutable.uncover(unit)
    mutable.did |= ACTED
    mutable.spend(unit, number)
    jams = [
        ("skill?", enemy, other, unit, number)
        for enemy in mutable.enemies(unit)
        for other in mutable.units[enemy].interrupts.get("skill", ())
    ]
    mutable.then(*jams, ("work", unit, number, target))


def ask_skill(mutable: MutableState, enemy: int, number: int, unit: int, announced: int) -> None:
    if mutable.ready(enemy, number):
        mutable.question(enemy, "interrupt", number, "skill", unit, announced)


def jam(mutable: MutableState, unit: int) -> None:
    """A yes to a `skill` question: the cooldown is spent without effect."""
    mutable.stack.clear()
    mutable.tell("jammed", mutable.name(unit))


def apply_cooldown(mutable: MutableState, unit: int, number: int, target: int) -> None:
    """`target` is a Soldier, a space, or -1."""
    ability = mutable.units[unit].abilities[number]
    if ability.effect == "reveal":
        movement.turn_up_from_afar(mutable, target)
    elif ability.effect == "heal":
        mutable.heal(unit if target < 0 else target, ability.n)
    elif ability.effect == "shield":
        mutable.guards += ((unit, number, unit if target < 0 else target),)
    elif ability.effect == "move":
        mutable.moves += ability.n
    else:
        mutable.boost |= 1 << number
