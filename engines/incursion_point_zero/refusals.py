"""Why an action in play is refused, from what its actor may know: everything that Strike sees, and the own cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.api import IllegalAction
from engines.incursion_point_zero import skills, turns
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import CARD_IDS, CLASSES, SQUAD
from engines.incursion_point_zero.field import Field
from engines.incursion_point_zero.spaces import NAMES, ZONE
from engines.incursion_point_zero.state import ATTACKED, HALTED, State
from engines.incursion_point_zero.words import Ability

_QUESTIONS = {
    "interrupt": "Answer first: interrupt yes, or interrupt no.",
    "free": "Answer first whether to make the Free Attack: free yes, or free no.",
    "reveal": "Choose first which card to reveal, as in reveal Z3-2, or reveal no.",
    "arrive": "Choose first whom to make the Free Attack on, as in attack Assault Gunner.",
}


def why_not(state: State, action: Action) -> IllegalAction:
    """The reason why an action of whoever is to act is illegal."""
    if state.ask is not None:
        if action.verb == "reveal" and state.ask[1] == "reveal":
            return IllegalAction("no-card-in-range", f"No face-down card lies on {NAMES[action.parts[0]]} in range.")
        return IllegalAction("question-open", _QUESTIONS[state.ask[1]])
    if action.verb != "pass" and action.verb not in _REASONS:
        if action.verb in ("interrupt", "free", "reveal"):
            return IllegalAction("no-question", "There is nothing to answer now.")
        return IllegalAction("wrong-phase", "The squads, the map and the cards are settled; the Soldiers act now.")
    field = Field(state)
    unit = field.active
    at = action.parts[0]
    if field.units[unit].at != at:
        if field.tables.unit_of[at] < 0:
            return IllegalAction("not-in-match", f"The {CLASSES[at]} is in neither squad.")
        return IllegalAction("not-active", f"It is the {field.name(unit)} that acts now.")
    return _REASONS[action.verb](field, unit, action.parts)  # the active Soldier may always pass


def _enter(field: Field, unit: int, parts: tuple[Any, ...]) -> IllegalAction:
    name, space = field.name(unit), parts[1]
    if field.where(unit) >= 0:
        return IllegalAction("on-the-map", f"The {name} is on the map already.")
    if field.moves <= 0 or field.did & HALTED:
        return _moved_enough(name)
    zone = turns.ENTRY[field.units[unit].side]
    if ZONE[space] != zone:
        return IllegalAction("entry-zone", f"The {name} enters in zone {zone}.")
    if not field.tables.ground >> space & 1:
        return IllegalAction("no-ground", f"No Location touches {NAMES[space]}.")
    if not turns._fits(field, unit, space):
        return _full(space)
    return IllegalAction("location-first", f"While a Location of zone {zone} has room, the {name} enters there.")


def _move(field: Field, unit: int, parts: tuple[Any, ...]) -> IllegalAction:
    _, src, dst = parts
    name = field.name(unit)
    at = field.where(unit)
    if at < 0:
        return IllegalAction("off-the-map", f"The {name} has to enter first.")
    if at != src:
        return IllegalAction("not-there", f"The {name} stands on {NAMES[at]}, not on {NAMES[src]}.")
    if field.did & ATTACKED and not field.moves:
        return IllegalAction("attacked", f"The {name} has attacked and moves no more.")
    if field.moves <= 0 or field.did & HALTED:
        return _moved_enough(name)
    if not field.tables.ground >> dst & 1:
        return IllegalAction("no-ground", f"No Location touches {NAMES[dst]}.")
    return _full(dst)


def _moved_enough(name: str) -> IllegalAction:
    return IllegalAction("movement-over", f"The movement of the {name} is over.")


def _full(space: int) -> IllegalAction:
    return IllegalAction("full", f"There is no room on {NAMES[space]}.")


def _attack(field: Field, unit: int, parts: tuple[Any, ...]) -> IllegalAction:
    name, other = field.name(unit), parts[1]
    target = field.tables.unit_of[other]
    if field.where(unit) < 0:
        return IllegalAction("off-the-map", f"The {name} has to enter first.")
    if field.did & ATTACKED:
        return IllegalAction("attacked", f"The {name} has attacked already.")
    if target in field.allies(unit):
        return IllegalAction("own-soldier", f"The {CLASSES[other]} is on your side.")
    if target < 0 or field.at[target] < 0:
        return IllegalAction("not-in-sight", f"There is no {CLASSES[other]} in sight.")
    return IllegalAction("out-of-range", f"The {CLASSES[other]} is out of range of the {name}.")


def _skill(field: Field, unit: int, parts: tuple[Any, ...]) -> IllegalAction:
    _, wanted, kind, target = parts
    name, one = field.name(unit), field.units[unit]
    number = next((at for at, ability in enumerate(one.abilities) if ability.id == wanted), -1)
    if number < 0:
        return IllegalAction("no-such-skill", f"The {name} has no ability {wanted}.")
    ability = one.abilities[number]
    if ability.kind != "cooldown":
        return IllegalAction("no-cooldown", f"{ability.name} is no Cooldown; it is not announced.")
    if field.spent[unit] >> number & 1:
        return IllegalAction("spent", f"{ability.name} has been used.")
    if field.where(unit) < 0 and not turns.entries(field, unit):
        return IllegalAction("off-the-map", f"The {name} cannot enter now, so it has no use for {ability.name}.")
    if skills.too_late(field, ability):
        return IllegalAction("too-late", f"It is too late for {ability.name} in this activation.")
    if not field.holds(unit, ability):
        return IllegalAction("condition", f"{ability.name} cannot be used where the {name} is.")
    return _skill_target(field, unit, ability, kind, target)


def _skill_target(field: Field, unit: int, ability: Ability, kind: str, target: int) -> IllegalAction:
    name = field.name(unit)
    if kind != ability.target:
        needs = {"": "no target", "soldier": "a Soldier as target", "space": "a space as target"}[ability.target]
        return IllegalAction("skill-target", f"{ability.name} needs {needs}.")
    if ability.effect == "reveal":
        if unit >= SQUAD or field.at[unit] < 0:
            return IllegalAction("off-the-map", f"The {name} has to be on the map for {ability.name}.")
        return IllegalAction("no-card-in-range", f"No face-down card lies on {NAMES[target]} in range.")
    if ability.effect == "heal" and (not kind or field.tables.unit_of[target] in field.allies(unit)):
        return IllegalAction("nothing-to-heal", f"{ability.name} needs someone next to the {name} with damage.")
    return IllegalAction("skill-target", f"{ability.name} works on the {name} or an adjacent ally in sight.")


def _use(field: Field, unit: int, parts: tuple[Any, ...]) -> IllegalAction:
    name, card = field.name(unit), parts[1]
    if card not in field.gear[unit]:
        return IllegalAction("not-carried", f"The {name} carries no {CARD_IDS[card]}.")
    return IllegalAction("nothing-to-heal", f"The {name} has no damage.")


_REASONS: Mapping[str, Callable[[Field, int, tuple[Any, ...]], IllegalAction]] = {
    "enter": _enter,
    "move": _move,
    "attack": _attack,
    "skill": _skill,
    "use": _use,
}
