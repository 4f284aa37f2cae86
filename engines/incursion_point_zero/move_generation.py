"""Legal actions of a seat. In play they depend on nothing that Strike may not know (IP-19)."""

from collections.abc import Sequence
from typing import Any

from engines.incursion_point_zero import actions, map_building, match_setup, movement
from engines.incursion_point_zero.actions import ATTACK, ENTER, MOVE, PASS, REVEAL, REVEAL_NONE, USE, YES_NO, Action
from engines.incursion_point_zero.cards import EQUIPMENT, SQUAD, Ability
from engines.incursion_point_zero.mutable_state import MutableState
from engines.incursion_point_zero.spaces import DISTANCE, ZONE_SPACES, ZONES
from engines.incursion_point_zero.state import ATTACKED, HALTED, PLACE, PLAY, SQUADS, State

ENTRY_ZONE = (1, ZONES)  # zone by side


def legal_actions(state: State) -> Sequence[Action] | None:
    """Return all actions of the seat to act; None for a squad."""
    if state.phase == PLAY:
        return state.legal
    if state.phase == PLACE:
        return map_building.legal_actions(state.setup)
    return None if state.phase == SQUADS else match_setup.legal_actions(state)


def list_legal(mutable: MutableState) -> tuple[Action, ...]:
    """Return the answers to an open question, or what the active Soldier may do; empty if its activation ends."""
    return list_activation(mutable) if mutable.ask is None else _list_answers(mutable, mutable.ask)


def list_activation(mutable: MutableState) -> tuple[Action, ...]:
    """Return what the active Soldier may do."""
    unit = mutable.active
    profile, at = mutable.units[unit], mutable.where(unit)
    legal: list[Action] = []
    if at < 0:
        legal += [ENTER[profile.at][space] for space in entry_spaces(mutable, unit)]
    elif mutable.moves > 0 and not mutable.did & HALTED:
        legal += [MOVE[profile.at][at, goal] for goal in mutable.tables.steps[at] if has_room(mutable, unit, goal)]
    if at >= 0 and not mutable.did & ATTACKED:
        legal += [ATTACK[profile.at][mutable.units[target].at] for target in targets_in_range(mutable, unit, at)]
    if profile.cooldowns and (at >= 0 or legal):  # Off the map, only in the activation that brings it in.
        legal += _list_cooldowns(mutable, unit)
    for card in dict.fromkeys(mutable.gear[unit]) if mutable.marks[unit] else ():
        if EQUIPMENT[card].effect == "heal":
            legal.append(USE[profile.at, card])
    if not legal and not _may_seem_free(mutable, unit, at):
        return ()
    legal.append(PASS[profile.at])
    return tuple(legal)


def has_room(mutable: MutableState, unit: int, goal: int) -> bool:
    """Return whether a space has room, as far as the mover's side can see."""
    count = mutable.at.count(goal)
    if unit >= SQUAD:
        count += mutable.lairs.count(goal)
    return count < 2 or count < mutable.room(unit, goal)


def _may_seem_free(mutable: MutableState, unit: int, at: int) -> bool:
    """Return whether Strike could believe that a Terrorist has a choice: then its turn must not end itself (IP-19)."""
    if unit < SQUAD or (mutable.did & ATTACKED and not mutable.moves):
        return False
    if mutable.hidden(unit):
        return True
    if mutable.moves <= 0 or mutable.did & HALTED:
        return False
    goals = mutable.tables.steps[at] if at >= 0 else _entry_zone_spaces(mutable, unit)
    return any(mutable.at.count(goal) < mutable.room(unit, goal) for goal in goals)


def _entry_zone_spaces(mutable: MutableState, unit: int) -> list[int]:
    """Return the spaces of its entry zone where a Soldier may stand."""
    zone = ZONE_SPACES[ENTRY_ZONE[mutable.units[unit].side]]
    return [space for space in zone if mutable.tables.ground >> space & 1]


def entry_spaces(mutable: MutableState, unit: int) -> list[int]:
    """Return where a Soldier off the map may enter: a Location of its zone, otherwise an empty space there (IP-13)."""
    if mutable.moves <= 0 or mutable.did & HALTED:
        return []
    free = [space for space in _entry_zone_spaces(mutable, unit) if has_room(mutable, unit, space)]
    return [space for space in free if mutable.tables.locations >> space & 1] or free


def targets_in_range(mutable: MutableState, unit: int, at: int) -> list[int]:
    """Return the enemies in sight and in range."""
    row = DISTANCE[at]
    return [
        enemy
        for enemy in mutable.enemies(unit)
        if mutable.at[enemy] >= 0 and row[mutable.at[enemy]] <= mutable.reach(unit, enemy)
    ]


# What may be announced after the attack; `move` also not after the movement has ended.
_AFTER_ATTACK = ("heal", "reveal", "shield", "no_free")


def is_too_late(mutable: MutableState, ability: Ability) -> bool:
    """Return whether a cooldown can no longer be announced in this activation."""
    if ability.effect == "move":
        return bool(mutable.did & (ATTACKED | HALTED))
    return bool(mutable.did & ATTACKED) and ability.effect not in _AFTER_ATTACK


def cooldown_targets(mutable: MutableState, unit: int, ability: Ability) -> list[int]:
    """Return the unrevealed cards for a `reveal`, or the possible targets of any other cooldown.

    Healing needs damage, and hidden Soldiers cannot be named (IP-18).
    """
    if not ability.target and ability.effect != "heal":
        return [unit]
    space = mutable.where(unit)
    if ability.effect == "reveal":
        return movement.face_down_spaces(mutable, space, ability.n) if mutable.at[unit] >= 0 and unit < SQUAD else []
    team = mutable.allies(unit) if ability.target else [unit]
    if ability.effect == "heal":
        team = [ally for ally in team if mutable.marks[ally]]
    near = [ally for ally in team if ally != unit and mutable.at[ally] >= 0 and space >= 0]
    near = [ally for ally in near if DISTANCE[mutable.at[ally]][space] <= 1]
    return sorted([*near, *([unit] if unit in team else [])])


def _list_cooldowns(mutable: MutableState, unit: int) -> list[Action]:
    """Return the cooldowns that a Soldier can announce now, with their targets."""
    legal: list[Action] = []
    profile, spent = mutable.units[unit], mutable.spent[unit]
    for number, ability in profile.cooldowns:
        if spent >> number & 1 or is_too_late(mutable, ability) or not mutable.holds(unit, ability):
            continue
        targets, kind = cooldown_targets(mutable, unit, ability), ability.target
        if kind == "soldier":
            targets = [mutable.units[target].at for target in targets]
        if kind:
            legal += [actions.skill_action(profile.at, ability.id, kind, target) for target in targets]
        elif targets:
            legal.append(actions.skill_action(profile.at, ability.id))
    return legal


def _list_answers(mutable: MutableState, ask: tuple[Any, ...]) -> tuple[Action, ...]:
    _, kind, unit, *parts = ask
    if kind == "arrive":
        return tuple([ATTACK[mutable.units[unit].at][mutable.units[target].at] for target in parts[1]])
    if kind == "reveal":
        return (*[REVEAL[space] for space in movement.face_down_spaces(mutable, *parts)], REVEAL_NONE)
    yes_no = YES_NO[kind]
    return yes_no[1], yes_no[0]
