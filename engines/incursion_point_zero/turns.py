"""Activations and rounds: whose turn it is, what the active Soldier may do, and when its turn ends by itself."""

from __future__ import annotations

from engines.incursion_point_zero import fights, skills, steps
from engines.incursion_point_zero.actions import USE, Action
from engines.incursion_point_zero.cards import EQUIPPED, SQUAD
from engines.incursion_point_zero.field import Field
from engines.incursion_point_zero.spaces import DISTANCE, ZONE_SPACES, ZONES
from engines.incursion_point_zero.state import ACTED, ATTACKED, HALTED, ROUNDS, STRIKE, TERRORISTS
from engines.incursion_point_zero.tables import UNITS

MOVES = 2
RESPAWNS = {3: STRIKE, 4: TERRORISTS, 5: STRIKE}
ENTRY = (1, ZONES)  # zone by side


def next_activation(field: Field) -> None:
    """Go on to the next living Soldier, through the ends of rounds, to the end of the match."""
    field.did = field.boost = field.moves = 0
    while True:
        field.place += 1
        if field.place == UNITS:
            if field.round == ROUNDS:
                field.place -= 1
                field.win(TERRORISTS)
                return
            begin_round(field)
        if not field.dead >> field.active & 1:
            _begin(field, field.active)
            return


def begin_round(field: Field) -> None:
    field.round += 1
    field.place = 0
    field.tell("round", field.round)
    for side in (STRIKE, TERRORISTS):
        team = range(SQUAD * side, SQUAD * (side + 1))
        due, soon = RESPAWNS.get(field.round) == side, RESPAWNS.get(field.round + 1) == side
        for unit in team:
            if field.dead >> unit & 1 and (due or (soon and "early" in field.units[unit].passive)):
                field.dead &= ~(1 << unit)
                field.tell("respawn", field.name(unit))


def _begin(field: Field, unit: int) -> None:
    field.guards = tuple([guard for guard in field.guards if guard[0] != unit])
    field.moves = MOVES + field.total(unit, "move")
    if field.marks[unit]:
        field.heal(unit, field.total(unit, "heal"))


def options(field: Field) -> tuple[Action, ...]:
    """What the active Soldier may do; empty when its activation ends itself."""
    unit = field.active
    one, at = field.units[unit], field.where(unit)
    found: list[Action] = []
    if at < 0:
        found += [one.enters[space] for space in entries(field, unit)]
    elif field.moves > 0 and not field.did & HALTED:
        found += [one.moves[at, goal] for goal in field.tables.steps[at] if _fits(field, unit, goal)]
    if at >= 0 and not field.did & ATTACKED:
        found += [one.attacks[field.units[target].at] for target in targets(field, unit, at)]
    if one.cooldowns and (at >= 0 or found):  # off the map only in the activation that brings it in
        found += skills.choices(field, unit)
    for card in dict.fromkeys(field.gear[unit]) if field.marks[unit] else ():
        if EQUIPPED[card].effect == "heal":
            found.append(USE[one.at, card])
    if not found and not _seems_free(field, unit, at):
        return ()
    found.append(one.passing)
    return tuple(found)


def _fits(field: Field, unit: int, goal: int) -> bool:
    """Whether there is room, as far as the mover's side sees."""
    there = field.at.count(goal)
    if unit >= SQUAD:
        there += field.lairs.count(goal)
    return there < 2 or there < field.room(unit, goal)


def _seems_free(field: Field, unit: int, at: int) -> bool:
    """Whether Strike could think that a Terrorist has a choice, so that its turn must not end itself (IP-19)."""
    if unit < SQUAD or (field.did & ATTACKED and not field.moves):
        return False
    if field.hidden(unit):
        return True
    if field.moves <= 0 or field.did & HALTED:
        return False
    goals = field.tables.steps[at] if at >= 0 else _ground(field, unit)
    return any(field.at.count(goal) < field.room(unit, goal) for goal in goals)


def _ground(field: Field, unit: int) -> list[int]:
    """The spaces of its entry zone where a Soldier may stand."""
    zone = ZONE_SPACES[ENTRY[field.units[unit].side]]
    return [space for space in zone if field.tables.ground >> space & 1]


def entries(field: Field, unit: int) -> list[int]:
    """Where a Soldier off the map may enter: a Location of its zone, else an empty space there (IP-13)."""
    if field.moves <= 0 or field.did & HALTED:
        return []
    free = [space for space in _ground(field, unit) if _fits(field, unit, space)]
    return [space for space in free if field.tables.locations >> space & 1] or free


def targets(field: Field, unit: int, at: int) -> list[int]:
    """The enemies in sight and in range."""
    row = DISTANCE[at]
    return [
        enemy
        for enemy in field.enemies(unit)
        if field.at[enemy] >= 0 and row[field.at[enemy]] <= field.reach(unit, enemy)
    ]


def enter(field: Field, unit: int, space: int) -> None:
    field.did |= ACTED
    steps.step(field, unit, space)


def move(field: Field, unit: int, goal: int) -> None:
    field.did |= ACTED
    if field.hidden(unit):
        field.uncover(unit)
    steps.step(field, unit, goal)


def attack(field: Field, unit: int, target: int) -> None:
    field.did |= ACTED | ATTACKED
    field.moves = 0
    if field.hidden(unit):
        field.uncover(unit)
    field.then(("after attack", unit))
    fights.attack(field, unit, target)


def after_attack(field: Field, unit: int) -> None:
    """`move_after`: the stop rules start afresh."""
    if field.at[unit] >= 0:
        field.did &= ~HALTED
        field.moves = field.total(unit, "move_after")


def use(field: Field, unit: int, card: int) -> None:
    gear = list(field.gear[unit])
    gear.remove(card)
    field.did |= ACTED
    field.gear[unit] = tuple(gear)
    field.tell("use", field.name(unit), EQUIPPED[card].id)
    field.heal(unit, EQUIPPED[card].n)


def pass_(field: Field, unit: int) -> None:
    field.tell("pass", field.name(unit))
    field.then(("next",))
