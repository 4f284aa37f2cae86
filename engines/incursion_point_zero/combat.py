"""Attacks, counterattacks and Free Attacks: questions, dice, damage, in the order of the rulings."""

from __future__ import annotations

from engines.incursion_point_zero import damage
from engines.incursion_point_zero.mutable_state import MutableState
from engines.incursion_point_zero.state import Fight


def attack(mutable: MutableState, attacker: int, defender: int) -> None:
    """An ordinary attack, which may be countered."""
    _begin(mutable, attacker, defender, free=False, base=True)


def free_attack(mutable: MutableState, attacker: int, defender: int, *, base: bool) -> None:
    _begin(mutable, attacker, defender, free=True, base=base)


def _begin(mutable: MutableState, attacker: int, defender: int, *, free: bool, base: bool) -> None:
    nothing = (0, 0)
    mutable.fight = Fight(
        attacker=attacker,
        defender=defender,
        free=free,
        base=base,
        countered=False,
        no_counter=False,
        dice=nothing,
        damage=nothing,
        faces=(None, None),
        thrown=((), ()),
        side=0,
    )
    mutable.tell("free" if free else "attack", mutable.name(attacker), mutable.name(defender))
    mutable.then(*_questions(mutable, "attack", attacker), ("counter",))


def _questions(mutable: MutableState, moment: str, unit: int) -> list[tuple[object, ...]]:
    return [(f"{moment}?", unit, number) for number in mutable.units[unit].interrupts.get(moment, ())]


def _fight(mutable: MutableState) -> Fight:
    assert mutable.fight is not None, "a fight is on"
    return mutable.fight


def _pair(fight: Fight, side: int) -> tuple[int, int]:
    """Who rolls, and against whom."""
    return (fight.defender, fight.attacker) if side else (fight.attacker, fight.defender)


def would_counter(mutable: MutableState) -> bool:
    fight = _fight(mutable)
    if fight.free or fight.no_counter or mutable.sources(fight.attacker, "no_counter", fight.defender):
        return False
    return mutable.distance(*_pair(fight, 1)) <= mutable.reach(*_pair(fight, 1))


def ask_attack(mutable: MutableState, unit: int, number: int) -> None:
    fight = _fight(mutable)
    side = int(unit == fight.defender)
    target = _pair(fight, side)[1]
    ability = mutable.units[unit].abilities[number]
    if ability.effect == "no_counter" and (side or not would_counter(mutable)):
        return
    if mutable.ready(unit, number, target) and (ability.n or ability.effect == "no_counter"):
        mutable.question(unit, "interrupt", number, "attack", target)


def use_attack(mutable: MutableState, unit: int, number: int) -> None:
    """A yes to an `attack` question."""
    fight = _fight(mutable)
    ability = mutable.units[unit].abilities[number]
    if ability.effect == "no_counter":
        mutable.fight = fight._replace(no_counter=True)
        return
    more = (0, ability.n) if unit == fight.defender else (ability.n, 0)
    if ability.effect == "dice":
        mutable.fight = fight._replace(dice=_add(fight.dice, more))
    else:
        mutable.fight = fight._replace(damage=_add(fight.damage, more))


def _add(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def counter(mutable: MutableState) -> None:
    """Settle whether the defender counters; then its questions, then the dice."""
    fight = _fight(mutable)
    if not would_counter(mutable):
        mutable.then(("roll", 0), ("score",))
        return
    mutable.fight = fight._replace(countered=True)
    mutable.then(*_questions(mutable, "attack", fight.defender), ("roll", 0), ("roll", 1), ("score",))


def roll(mutable: MutableState, side: int) -> None:
    """Ask the referee for a side's dice; passive rerolls and `rolled` questions follow."""
    fight = _fight(mutable)
    unit, target = _pair(fight, side)
    mutable.fight = fight._replace(side=side)
    mutable.rolling = mutable.units[unit].dice + mutable.total(unit, "dice", target) + fight.dice[side]
    mutable.then(("reroll",), *_questions(mutable, "rolled", unit))


def take_dice(mutable: MutableState, dice: tuple[int, ...]) -> None:
    """The dice have fallen: a fresh roll, or in place of as many blanks."""
    fight = _fight(mutable)
    side = fight.side
    faces = list(fight.faces[side] or ())
    if faces:
        for at, face in zip([at for at, face in enumerate(faces) if not face], dice, strict=False):
            faces[at] = face
    else:
        faces = list(dice)
    thrown = fight.thrown[side] + dice
    mutable.fight = fight._replace(
        faces=(fight.faces[0], tuple(faces)) if side else (tuple(faces), fight.faces[1]),
        thrown=(fight.thrown[0], thrown) if side else (thrown, fight.thrown[1]),
    )
    mutable.rolling = 0
    mutable.tell("dice", mutable.name(_pair(fight, side)[0]), dice)


def blanks(mutable: MutableState) -> int:
    fight = _fight(mutable)
    return (fight.faces[fight.side] or ()).count(0)


def reroll(mutable: MutableState) -> None:
    """Passive rerolls, at once and without asking."""
    fight = _fight(mutable)
    mutable.rolling = min(mutable.total(*_words(fight)), blanks(mutable))


def _words(fight: Fight) -> tuple[int, str, int]:
    unit, target = _pair(fight, fight.side)
    return unit, "reroll", target


def ask_rolled(mutable: MutableState, unit: int, number: int) -> None:
    fight = _fight(mutable)
    target = _pair(fight, fight.side)[1]
    if blanks(mutable) and mutable.units[unit].abilities[number].n and mutable.ready(unit, number, target):
        mutable.question(unit, "interrupt", number, "rolled", target, fight.faces[fight.side])


def use_rolled(mutable: MutableState, unit: int, number: int) -> None:
    """A yes to a `rolled` question."""
    mutable.rolling = min(mutable.units[unit].abilities[number].n, blanks(mutable))


def score(mutable: MutableState) -> None:
    """Damage: successes + Base Damage + extra damage; both sides' at once."""
    fight = _fight(mutable)
    blows = []
    for side in (0, 1) if fight.countered else (0,):
        unit, target = _pair(fight, side)
        amount = sum(fight.faces[side] or ()) + mutable.total(unit, "damage", target) + fight.damage[side]
        blows.append((target, amount + (mutable.units[unit].base if fight.base else 0)))
    damage.strike(mutable, blows)
