"""Why an action in play is illegal, from what its actor may know: everything that Strike sees, and the own cards.

Why an action of the set-up is illegal stands with it, in `squads`, `map_building` and `card_placement`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engines.contract import IllegalAction
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import CARD_IDS, CLASSES, SQUAD, Ability
from engines.incursion_point_zero.move_generation import ENTRY, entries, has_room, too_late
from engines.incursion_point_zero.mutable_state import MutableState
from engines.incursion_point_zero.spaces import NAMES, ZONE
from engines.incursion_point_zero.state import ATTACKED, HALTED, SQUADS, State
from engines.words import marked, say, told

_QUESTIONS = {
    "interrupt": marked("Answer first: interrupt yes, or interrupt no."),
    "free": marked("Answer first whether to make the Free Attack: free yes, or free no."),
    "reveal": marked("Choose first which card to reveal, as in reveal Z3-2, or reveal no."),
    "arrive": marked("Choose first whom to make the Free Attack on, as in attack Assault Gunner."),
}


def out_of_turn(state: State, seat: int) -> IllegalAction:
    """Return why a seat that is not to act is refused."""
    if seat not in (0, 1):
        return IllegalAction("not-a-seat", say("There is no such seat."))
    if state.phase == SQUADS:
        text = say("Your squad was accepted and is final; the other side is to act.")
        return IllegalAction("already-submitted", text)
    return IllegalAction("not-your-turn", say("It is not your turn."))


def illegal_reason(state: State, action: Action) -> IllegalAction:
    """Return why an action of the seat to act is illegal."""
    if state.ask is not None:
        if action.verb == "reveal" and state.ask[1] == "reveal":
            return _no_card(action.parts[0])
        return IllegalAction("question-open", told(_QUESTIONS[state.ask[1]]))
    if action.verb != "pass" and action.verb not in _REASONS:
        if action.verb in ("interrupt", "free", "reveal"):
            return IllegalAction("no-question", say("There is nothing to answer now."))
        return IllegalAction("wrong-phase", say("The squads, the map and the cards are settled; the Soldiers act now."))
    mutable = MutableState(state)
    unit = mutable.active
    at = action.parts[0]
    if mutable.units[unit].at != at:
        if mutable.tables.unit_of[at] < 0:
            return IllegalAction("not-in-match", say("The {soldier} is in neither squad.", soldier=CLASSES[at]))
        return IllegalAction("not-active", say("It is the {soldier} that acts now.", soldier=mutable.name(unit)))
    return _REASONS[action.verb](mutable, unit, action.parts)  # the active Soldier may always pass


def _enter(mutable: MutableState, unit: int, parts: tuple[Any, ...]) -> IllegalAction:
    name, space = mutable.name(unit), parts[1]
    if mutable.where(unit) >= 0:
        return IllegalAction("on-the-map", say("The {soldier} is on the map already.", soldier=name))
    if mutable.moves <= 0 or mutable.did & HALTED:
        return _moved_enough(name)
    zone = ENTRY[mutable.units[unit].side]
    if ZONE[space] != zone:
        return IllegalAction("entry-zone", say("The {soldier} enters in zone {zone}.", soldier=name, zone=zone))
    if not mutable.tables.ground >> space & 1:
        return IllegalAction("no-ground", say("No Location touches {space}.", space=NAMES[space]))
    if not has_room(mutable, unit, space):
        return _full(space)
    text = say("While a Location of zone {zone} has room, the {soldier} enters there.", zone=zone, soldier=name)
    return IllegalAction("location-first", text)


def _move(mutable: MutableState, unit: int, parts: tuple[Any, ...]) -> IllegalAction:
    _, src, dst = parts
    name = mutable.name(unit)
    at = mutable.where(unit)
    if at < 0:
        return IllegalAction("off-the-map", say("The {soldier} has to enter first.", soldier=name))
    if at != src:
        text = say("The {soldier} stands on {at}, not on {src}.", soldier=name, at=NAMES[at], src=NAMES[src])
        return IllegalAction("not-there", text)
    if mutable.did & ATTACKED and not mutable.moves:
        return IllegalAction("attacked", say("The {soldier} has attacked and moves no more.", soldier=name))
    if mutable.moves <= 0 or mutable.did & HALTED:
        return _moved_enough(name)
    if not mutable.tables.ground >> dst & 1:
        return IllegalAction("no-ground", say("No Location touches {space}.", space=NAMES[dst]))
    return _full(dst)


def _moved_enough(name: str) -> IllegalAction:
    return IllegalAction("movement-over", say("The movement of the {soldier} is over.", soldier=name))


def _full(space: int) -> IllegalAction:
    return IllegalAction("full", say("There is no room on {space}.", space=NAMES[space]))


def _attack(mutable: MutableState, unit: int, parts: tuple[Any, ...]) -> IllegalAction:
    name, other = mutable.name(unit), parts[1]
    target = mutable.tables.unit_of[other]
    if mutable.where(unit) < 0:
        return IllegalAction("off-the-map", say("The {soldier} has to enter first.", soldier=name))
    if mutable.did & ATTACKED:
        return IllegalAction("attacked", say("The {soldier} has attacked already.", soldier=name))
    if target in mutable.allies(unit):
        return IllegalAction("own-soldier", say("The {other} is on your side.", other=CLASSES[other]))
    if target < 0 or mutable.at[target] < 0:
        return IllegalAction("not-in-sight", say("There is no {other} in sight.", other=CLASSES[other]))
    text = say("The {other} is out of range of the {soldier}.", other=CLASSES[other], soldier=name)
    return IllegalAction("out-of-range", text)


def _skill(mutable: MutableState, unit: int, parts: tuple[Any, ...]) -> IllegalAction:
    _, wanted, kind, target = parts
    name, one = mutable.name(unit), mutable.units[unit]
    number = next((at for at, ability in enumerate(one.abilities) if ability.id == wanted), -1)
    if number < 0:
        text = say("The {soldier} has no ability {ability}.", soldier=name, ability=wanted)
        return IllegalAction("no-such-skill", text)
    ability = one.abilities[number]
    what = told(ability.name)
    if ability.kind != "cooldown":
        return IllegalAction("no-cooldown", say("{ability} is no Cooldown; it is not announced.", ability=what))
    if mutable.spent[unit] >> number & 1:
        return IllegalAction("spent", say("{ability} has been used.", ability=what))
    if mutable.where(unit) < 0 and not entries(mutable, unit):
        text = say("The {soldier} cannot enter now, so it has no use for {ability}.", soldier=name, ability=what)
        return IllegalAction("off-the-map", text)
    if too_late(mutable, ability):
        return IllegalAction("too-late", say("It is too late for {ability} in this activation.", ability=what))
    if not mutable.holds(unit, ability):
        text = say("{ability} cannot be used where the {soldier} is.", ability=what, soldier=name)
        return IllegalAction("condition", text)
    return _skill_target(mutable, unit, ability, kind, target)


_TARGETS = {
    "": marked("{ability} needs no target."),
    "soldier": marked("{ability} needs a Soldier as target."),
    "space": marked("{ability} needs a space as target."),
}


def _skill_target(mutable: MutableState, unit: int, ability: Ability, kind: str, target: int) -> IllegalAction:
    name, what = mutable.name(unit), told(ability.name)
    if kind != ability.target:
        return IllegalAction("skill-target", told(_TARGETS[ability.target], ability=what))
    if ability.effect == "reveal":
        if unit >= SQUAD or mutable.at[unit] < 0:
            text = say("The {soldier} has to be on the map for {ability}.", soldier=name, ability=what)
            return IllegalAction("off-the-map", text)
        return _no_card(target)
    if ability.effect == "heal" and (not kind or mutable.tables.unit_of[target] in mutable.allies(unit)):
        text = say("{ability} needs someone next to the {soldier} with damage.", ability=what, soldier=name)
        return IllegalAction("nothing-to-heal", text)
    text = say("{ability} works on the {soldier} or an adjacent ally in sight.", ability=what, soldier=name)
    return IllegalAction("skill-target", text)


def _no_card(space: int) -> IllegalAction:
    return IllegalAction("no-card-in-range", say("No face-down card lies on {space} in range.", space=NAMES[space]))


def _use(mutable: MutableState, unit: int, parts: tuple[Any, ...]) -> IllegalAction:
    name, card = mutable.name(unit), parts[1]
    if card not in mutable.gear[unit]:
        return IllegalAction("not-carried", say("The {soldier} carries no {card}.", soldier=name, card=CARD_IDS[card]))
    return IllegalAction("nothing-to-heal", say("The {soldier} has no damage.", soldier=name))


_REASONS: Mapping[str, Callable[[MutableState, int, tuple[Any, ...]], IllegalAction]] = {
    "enter": _enter,
    "move": _move,
    "attack": _attack,
    "skill": _skill,
    "use": _use,
}
