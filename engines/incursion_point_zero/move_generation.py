"""Legal actions of a seat. In play they depend on nothing that Strike may not know (IP-19)."""

from collections.abc import Sequence
from typing import Any

from engines.incursion_point_zero import actions, map_building, match_setup, movement
from engines.incursion_point_zero.actions import ATTACK, ENTER, MOVE, PASS, REVEAL, REVEAL_NONE, USE, YES_NO, Action
from engines.incursion_point_zero.cards import EQUIPPED, SQUAD, Ability
from engines.incursion_point_zero.mutable_state import MutableState
from engines.incursion_point_zero.spaces import DISTANCE, ZONE_SPACES, ZONES
from engines.incursion_point_zero.state import ATTACKED, HALTED, PLACE, PLAY, SQUADS, State

ENTRY = (1, ZONES)  # zone by side


def legal_actions(state: State) -> Sequence[Action] | None:
    """Return all actions of the seat to act; None for a squad."""
    if state.phase == PLAY:
        return state.legal
    if state.phase == PLACE:
        return map_building.legal(state.setup)
    return None if state.phase == SQUADS else match_setup.legal(state)


def list_legal(mutable: MutableState) -> tuple[Action, ...]:
    """Return the answers to an open question, or what the active Soldier may do; empty if its activation ends."""
    return list_activation(mutable) if mutable.ask is None else _answers(mutable, mutable.ask)


def list_activation(mutable: MutableState) -> tuple[Action, ...]:
    """Return what the active Soldier may do."""
    unit = mutable.active
    one, at = mutable.units[unit], mutable.where(unit)
    found: list[Action] = []
    if at < 0:
        found += [ENTER[one.at][space] for space in entries(mutable, unit)]
    elif mutable.moves > 0 and not mutable.did & HALTED:
        found += [MOVE[one.at][at, goal] for goal in mutable.tables.steps[at] if has_room(mutable, unit, goal)]
    if at >= 0 and not mutable.did & ATTACKED:
        found += [ATTACK[one.at][mutable.units[target].at] for target in targets(mutable, unit, at)]
    if one.cooldowns and (at >= 0 or found):  # Off the map, only in the activation that brings it in.
        found += _cooldowns(mutable, unit)
    for card in dict.fromkeys(mutable.gear[unit]) if mutable.marks[unit] else ():
        if EQUIPPED[card].effect == "heal":
            found.append(USE[one.at, card])
    if not found and not _seems_free(mutable, unit, at):
        return ()
    found.append(PASS[one.at])
    return tuple(found)


def has_room(mutable: MutableState, unit: int, goal: int) -> bool:
    """Return whether a space has room, as far as the mover's side can see."""
    there = mutable.at.count(goal)
    if unit >= SQUAD:
        there += mutable.lairs.count(goal)
    return there < 2 or there < mutable.room(unit, goal)


def _seems_free(mutable: MutableState, unit: int, at: int) -> bool:
    """Return whether Strike could believe that a Terrorist has a choice: then its turn must not end itself (IP-19)."""
    if unit < SQUAD or (mutable.did & ATTACKED and not mutable.moves):
        return False
    if mutable.hidden(unit):
        return True
    if mutable.moves <= 0 or mutable.did & HALTED:
        return False
    goals = mutable.tables.steps[at] if at >= 0 else _ground(mutable, unit)
    return any(mutable.at.count(goal) < mutable.room(unit, goal) for goal in goals)


def _ground(mutable: MutableState, unit: int) -> list[int]:
    """Return the spaces of its entry zone where a Soldier may stand."""
    zone = ZONE_SPACES[ENTRY[mutable.units[unit].side]]
    return [space for space in zone if mutable.tables.ground >> space & 1]


def entries(mutable: MutableState, unit: int) -> list[int]:
    """Return where a Soldier off the map may enter: a Location of its zone, otherwise an empty space there (IP-13)."""
    if mutable.moves <= 0 or mutable.did & HALTED:
        return []
    free = [space for space in _ground(mutable, unit) if has_room(mutable, unit, space)]
    return [space for space in free if mutable.tables.locations >> space & 1] or free


def targets(mutable: MutableState, unit: int, at: int) -> list[int]:
    """Return the enemies in sight and in range."""
    row = DISTANCE[at]
    return [
        enemy
        for enemy in mutable.enemies(unit)
        if mutable.at[enemy] >= 0 and row[mutable.at[enemy]] <= mutable.reach(unit, enemy)
    ]


# What may be announced after the attack; `move` also not after the movement has ended.
_AFTER_ATTACK = ("heal", "reveal", "shield", "no_free")


def too_late(mutable: MutableState, ability: Ability) -> bool:
    """Return whether a cooldown can no longer be announced in this activation."""
    if ability.effect == "move":
        return bool(mutable.did & (ATTACKED | HALTED))
    return bool(mutable.did & ATTACKED) and ability.effect not in _AFTER_ATTACK


def targets_of(mutable: MutableState, unit: int, ability: Ability) -> list[int]:
    """Return the unrevealed cards for a `reveal`, or the possible targets of any other cooldown.

    Healing needs damage, and hidden Soldiers cannot be named (IP-18).
    """
    if not ability.target and ability.effect != "heal":
        return [unit]
    space = mutable.where(unit)
    if ability.effect == "reveal":
        return movement.face_down(mutable, space, ability.n) if mutable.at[unit] >= 0 and unit < SQUAD else []
    team = mutable.allies(unit) if ability.target else [unit]
    if ability.effect == "heal":
        team = [ally for ally in team if mutable.marks[ally]]
    near = [ally for ally in team if ally != unit and mutable.at[ally] >= 0 and space >= 0]
    near = [ally for ally in near if DISTANCE[mutable.at[ally]][space] <= 1]
    return sorted([*near, *([unit] if unit in team else [])])


def _cooldowns(mutable: MutableState, unit: int) -> list[Action]:
    """Return the cooldowns that a Soldier can announce now, with their targets."""
    found: list[Action] = []
    one, spent = mutable.units[unit], mutable.spent[unit]
    for number, ability in one.cooldowns:
        if spent >> number & 1 or too_late(mutable, ability) or not mutable.holds(unit, ability):
            continue
        targets, kind = targets_of(mutable, unit, ability), ability.target
        if kind == "soldier":
            targets = [mutable.units[target].at for target in targets]
        if kind:
            found += [actions.skill(one.at, ability.id, kind, target) for target in targets]
        elif targets:
            found.append(actions.skill(one.at, ability.id))
    return found


def _answers(mutable: MutableState, ask: tuple[Any, ...]) -> tuple[Action, ...]:
    _, what, unit, *parts = ask
    if what == "arrive":
        return tuple([ATTACK[mutable.units[unit].at][mutable.units[target].at] for target in parts[1]])
    if what == "reveal":
        return (*[REVEAL[space] for space in movement.face_down(mutable, *parts)], REVEAL_NONE)
    yes_no = YES_NO[what]
    return yes_no[1], yes_no[0]
