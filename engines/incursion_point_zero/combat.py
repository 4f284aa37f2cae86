"""Attacks, counterattacks and Free Attacks with their damage: questions, dice, deaths, in the order of the rulings."""

from collections.abc import Iterable
from typing import TypeVar

from engines.incursion_point_zero.cards import INCURSIONS
from engines.incursion_point_zero.mutable_state import MutableState
from engines.incursion_point_zero.spaces import DISTANCE
from engines.incursion_point_zero.state import OFF, UNITS, Fight

T = TypeVar("T")


def attack(mutable: MutableState, attacker: int, defender: int, *, free: bool = False, base: bool = True) -> None:
    """Begin an attack, which may be countered, or a Free Attack with or without Base Damage."""
    mutable.fight = Fight(attacker, defender, free, base)
    mutable.add_event("free" if free else "attack", mutable.name(attacker), mutable.name(defender))
    mutable.then(*_interrupt_steps(mutable, "attack", attacker), ("counter",))


def free_attack(mutable: MutableState, unit: int, number: int, target: int) -> None:
    """Begin the Free Attack of an ability, whose strength decides whether Base Damage counts."""
    attack(mutable, unit, target, free=True, base=mutable.units[unit].abilities[number].n == 1)


def _interrupt_steps(mutable: MutableState, moment: str, unit: int) -> list[tuple[object, ...]]:
    return [(f"{moment}?", unit, number) for number in mutable.units[unit].interrupts.get(moment, ())]


def _get_fight(mutable: MutableState) -> Fight:
    assert mutable.fight is not None, "a fight is on"
    return mutable.fight


def _replace_side(pair: tuple[T, T], side: int, value: T) -> tuple[T, T]:
    return (pair[0], value) if side else (value, pair[1])


def would_counter(mutable: MutableState) -> bool:
    """Return whether the defender would counter."""
    fight = _get_fight(mutable)
    if fight.free or fight.no_counter or mutable.sources(fight.attacker, "no_counter", fight.defender):
        return False
    return mutable.distance(*fight.pair(1)) <= mutable.reach(*fight.pair(1))


def ask_attack(mutable: MutableState, unit: int, number: int) -> None:
    """Ask whether to use an interrupt at an attack, if it applies."""
    fight = _get_fight(mutable)
    side = int(unit == fight.defender)
    target = fight.pair(side)[1]
    ability = mutable.units[unit].abilities[number]
    if ability.effect == "no_counter" and (side or not would_counter(mutable)):
        return
    if mutable.ready(unit, number, target) and (ability.n or ability.effect == "no_counter"):
        mutable.question(unit, "interrupt", number, "attack", target)


def use_attack(mutable: MutableState, unit: int, number: int, target: int) -> None:
    """Apply the interrupt after a yes to an `attack` question."""
    fight = _get_fight(mutable)
    ability = mutable.units[unit].abilities[number]
    if ability.effect == "no_counter":
        mutable.fight = fight._replace(no_counter=True)
        return
    side = int(unit == fight.defender)
    increased = _replace_side(getattr(fight, ability.effect), side, getattr(fight, ability.effect)[side] + ability.n)
    mutable.fight = fight._replace(dice=increased) if ability.effect == "dice" else fight._replace(damage=increased)


def counterattack(mutable: MutableState) -> None:
    """Decide whether the defender counterattacks, and queue its questions, if any, and the dice."""
    fight = _get_fight(mutable)
    if not would_counter(mutable):
        mutable.then(("roll", 0), ("score",))
        return
    mutable.fight = fight._replace(countered=True)
    mutable.then(*_interrupt_steps(mutable, "attack", fight.defender), ("roll", 0), ("roll", 1), ("score",))


def roll(mutable: MutableState, side: int) -> None:
    """Request a side's dice from the referee; passive rerolls and `rolled` questions follow."""
    fight = _get_fight(mutable)
    unit, target = fight.pair(side)
    mutable.fight = fight._replace(side=side)
    mutable.rolling = mutable.units[unit].dice + mutable.total(unit, "dice", target) + fight.dice[side]
    mutable.then(("reroll",), *_interrupt_steps(mutable, "rolled", unit))


def take_dice(mutable: MutableState, dice: tuple[int, ...]) -> None:
    """Take the fallen dice: a fresh roll, or replacements for as many blanks."""
    fight = _get_fight(mutable)
    side = fight.side
    faces, new_dice = fight.faces[side], iter(dice)
    faces = tuple([face or next(new_dice, face) for face in faces]) if faces else dice
    thrown = _replace_side(fight.thrown, side, fight.thrown[side] + dice)
    mutable.fight = fight._replace(faces=_replace_side(fight.faces, side, faces), thrown=thrown)
    mutable.rolling = 0
    mutable.add_event("dice", mutable.name(fight.pair(side)[0]), dice)


def count_blanks(mutable: MutableState) -> int:
    """Return the number of blanks in the current roll."""
    fight = _get_fight(mutable)
    return (fight.faces[fight.side] or ()).count(0)


def reroll(mutable: MutableState) -> None:
    """Do passive rerolls, without asking."""
    fight = _get_fight(mutable)
    unit, target = fight.pair(fight.side)
    mutable.rolling = min(mutable.total(unit, "reroll", target), count_blanks(mutable))


def ask_rolled(mutable: MutableState, unit: int, number: int) -> None:
    """Ask whether to use an interrupt after a roll, if it applies."""
    fight = _get_fight(mutable)
    target = fight.pair(fight.side)[1]
    if count_blanks(mutable) and mutable.units[unit].abilities[number].n and mutable.ready(unit, number, target):
        mutable.question(unit, "interrupt", number, "rolled", target, fight.faces[fight.side])


def use_rolled(mutable: MutableState, unit: int, number: int, *details: object) -> None:
    """Apply the interrupt after a yes to a `rolled` question."""
    mutable.rolling = min(mutable.units[unit].abilities[number].n, count_blanks(mutable))


def compute_damage(mutable: MutableState) -> None:
    """Compute both sides' damage: successes + Base Damage + extra damage."""
    fight = _get_fight(mutable)
    blows = []
    for side in (0, 1) if fight.countered else (0,):
        unit, target = fight.pair(side)
        amount = sum(fight.faces[side] or ()) + mutable.total(unit, "damage", target) + fight.damage[side]
        blows.append((target, amount + (mutable.units[unit].base if fight.base else 0)))
    deal_damage(mutable, blows)


def deal_damage(mutable: MutableState, blows: list[tuple[int, int]]) -> None:
    """Reduce damage to several Soldiers by shields, ask about the rest, and place all of it at once.

    A hidden Terrorist that is about to take damage is uncovered before any question (IP-16).
    """
    reduced = []
    for victim, amount in blows:
        by_cooldown = [
            mutable.units[user].abilities[number].n for user, number, protected in mutable.guards if protected == victim
        ]
        reduced.append((victim, amount - sum(by_cooldown) - mutable.total(victim, "shield")))
    mutable.blow = tuple([(victim, amount) for victim, amount in reduced if amount > 0])
    for victim, _ in mutable.blow:
        mutable.uncover_if_hidden(victim)
    questions = [question for at in range(len(mutable.blow)) for question in _hit_steps(mutable, at)]
    mutable.then(*questions, ("harm",))


def _hit_steps(mutable: MutableState, at: int) -> Iterable[tuple[object, ...]]:
    """Return the questions about a blow: the victim's own abilities first, then its team's in activation order."""
    victim = mutable.blow[at][0]
    return dict.fromkeys(
        ("hit?", at, unit, number)
        for unit in (victim, *mutable.allies(victim))
        for number in mutable.units[unit].interrupts.get("hit", ())
        if unit == victim or mutable.units[unit].abilities[number].scope == "adjacent"
    )


def ask_hit(mutable: MutableState, at: int, unit: int, number: int) -> None:
    """Ask whether to use an interrupt against damage, if it applies."""
    victim, amount = mutable.blow[at]
    if amount > 0 and mutable.ready(unit, number) and mutable.distance(unit, victim) <= 1:
        mutable.question(unit, "interrupt", number, "hit", victim, amount, at)


def reduce_damage(mutable: MutableState, unit: int, number: int, victim: int, amount: int, at: int) -> None:
    """Reduce the damage after a yes to a `hit` question."""
    reduced = victim, max(0, amount - mutable.units[unit].abilities[number].n)
    mutable.blow = (*mutable.blow[:at], reduced, *mutable.blow[at + 1 :])


def apply_damage(mutable: MutableState) -> None:
    """Place all damage markers at once, then remove the dead, then check the missile."""
    dying = []
    for victim, amount in mutable.blow:
        if amount:
            mutable.marks[victim] += amount
            mutable.add_event("damage", mutable.name(victim), amount)
            if mutable.marks[victim] >= mutable.units[victim].hp:
                dying.append(victim)
    mutable.blow, mutable.fight = (), None
    for victim in dying:
        kill(mutable, victim)
    if dying:
        mutable.check_missile()


def kill(mutable: MutableState, unit: int) -> None:
    """Remove a dead Soldier with its markers, equipment and boosts; spent abilities stay spent."""
    mutable.at[unit] = OFF
    mutable.marks[unit] = 0
    mutable.gear[unit] = ()
    mutable.dead |= 1 << unit
    mutable.guards = tuple([guard for guard in mutable.guards if unit not in (guard[0], guard[2])])
    if unit == mutable.active:
        mutable.boost = mutable.moves = 0
    mutable.add_event("death", mutable.name(unit))


def blast(mutable: MutableState, space: int, card: int) -> None:
    """Apply a Booby Trap to everyone there and adjacent, Strike in activation order, then the Terrorists (IP-17)."""
    near = DISTANCE[space]
    victims = [unit for unit in range(UNITS) if mutable.where(unit) >= 0 and near[mutable.where(unit)] <= 1]
    deal_damage(mutable, [(unit, INCURSIONS[card].damage) for unit in victims])
