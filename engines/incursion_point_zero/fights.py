"""Attacks, counterattacks and Free Attacks: questions, dice, damage, in the order of the rulings."""

from __future__ import annotations

from engines.incursion_point_zero import harm
from engines.incursion_point_zero.field import Field
from engines.incursion_point_zero.state import Fight


def attack(field: Field, attacker: int, defender: int) -> None:
    """An ordinary attack, which may be countered."""
    _begin(field, attacker, defender, free=False, base=True)


def free_attack(field: Field, attacker: int, defender: int, *, base: bool) -> None:
    _begin(field, attacker, defender, free=True, base=base)


def _begin(field: Field, attacker: int, defender: int, *, free: bool, base: bool) -> None:
    nothing = (0, 0)
    field.fight = Fight(
        attacker, defender, free, base, False, False, nothing, nothing, (None, None), ((), ()), 0
    )  # fmt: skip
    field.tell("free" if free else "attack", field.name(attacker), field.name(defender))
    field.then(*_questions(field, "attack", attacker), ("counter",))


def _questions(field: Field, moment: str, unit: int) -> list[tuple[object, ...]]:
    return [(f"{moment}?", unit, number) for number in field.units[unit].interrupts.get(moment, ())]


def _fight(field: Field) -> Fight:
    assert field.fight is not None, "a fight is on"
    return field.fight


def _pair(fight: Fight, side: int) -> tuple[int, int]:
    """Who rolls, and against whom."""
    return (fight.defender, fight.attacker) if side else (fight.attacker, fight.defender)


def would_counter(field: Field) -> bool:
    fight = _fight(field)
    if fight.free or fight.no_counter or field.sources(fight.attacker, "no_counter", fight.defender):
        return False
    return field.distance(*_pair(fight, 1)) <= field.reach(*_pair(fight, 1))


def ask_attack(field: Field, unit: int, number: int) -> None:
    fight = _fight(field)
    side = int(unit == fight.defender)
    target = _pair(fight, side)[1]
    ability = field.units[unit].abilities[number]
    if ability.effect == "no_counter" and (side or not would_counter(field)):
        return
    if field.ready(unit, number, target) and (ability.n or ability.effect == "no_counter"):
        field.question(unit, "interrupt", number, "attack", target)


def use_attack(field: Field, unit: int, number: int) -> None:
    """A yes to an `attack` question."""
    fight = _fight(field)
    ability = field.units[unit].abilities[number]
    if ability.effect == "no_counter":
        field.fight = fight._replace(no_counter=True)
        return
    more = (0, ability.n) if unit == fight.defender else (ability.n, 0)
    if ability.effect == "dice":
        field.fight = fight._replace(dice=_add(fight.dice, more))
    else:
        field.fight = fight._replace(damage=_add(fight.damage, more))


def _add(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def counter(field: Field) -> None:
    """Settle whether the defender counters; then its questions, then the dice."""
    fight = _fight(field)
    if not would_counter(field):
        field.then(("roll", 0), ("score",))
        return
    field.fight = fight._replace(countered=True)
    field.then(*_questions(field, "attack", fight.defender), ("roll", 0), ("roll", 1), ("score",))


def roll(field: Field, side: int) -> None:
    """Ask the referee for a side's dice; passive rerolls and `rolled` questions follow."""
    fight = _fight(field)
    unit, target = _pair(fight, side)
    field.fight = fight._replace(side=side)
    field.rolling = field.units[unit].dice + field.total(unit, "dice", target) + fight.dice[side]
    field.then(("reroll",), *_questions(field, "rolled", unit))


def fall(field: Field, dice: tuple[int, ...]) -> None:
    """The dice have fallen: a fresh roll, or in place of as many blanks."""
    fight = _fight(field)
    side = fight.side
    faces = list(fight.faces[side] or ())
    if faces:
        for at, face in zip([at for at, face in enumerate(faces) if not face], dice, strict=False):
            faces[at] = face
    else:
        faces = list(dice)
    thrown = fight.thrown[side] + dice
    field.fight = fight._replace(
        faces=(fight.faces[0], tuple(faces)) if side else (tuple(faces), fight.faces[1]),
        thrown=(fight.thrown[0], thrown) if side else (thrown, fight.thrown[1]),
    )
    field.rolling = 0
    field.tell("dice", field.name(_pair(fight, side)[0]), dice)


def blanks(field: Field) -> int:
    fight = _fight(field)
    return (fight.faces[fight.side] or ()).count(0)


def reroll(field: Field) -> None:
    """Passive rerolls, at once and without asking."""
    fight = _fight(field)
    field.rolling = min(field.total(*_words(fight)), blanks(field))


def _words(fight: Fight) -> tuple[int, str, int]:
    unit, target = _pair(fight, fight.side)
    return unit, "reroll", target


def ask_rolled(field: Field, unit: int, number: int) -> None:
    fight = _fight(field)
    target = _pair(fight, fight.side)[1]
    if blanks(field) and field.units[unit].abilities[number].n and field.ready(unit, number, target):
        field.question(unit, "interrupt", number, "rolled", target, fight.faces[fight.side])


def use_rolled(field: Field, unit: int, number: int) -> None:
    """A yes to a `rolled` question."""
    field.rolling = min(field.units[unit].abilities[number].n, blanks(field))


def score(field: Field) -> None:
    """Damage: successes + Base Damage + extra damage; both sides' at once."""
    fight = _fight(field)
    blows = []
    for side in (0, 1) if fight.countered else (0,):
        unit, target = _pair(fight, side)
        damage = sum(fight.faces[side] or ()) + field.total(unit, "damage", target) + fight.damage[side]
        blows.append((target, damage + (field.units[unit].base if fight.base else 0)))
    harm.strike(field, blows)
