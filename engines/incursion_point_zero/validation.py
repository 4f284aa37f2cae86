"""Reasons why an action in play is illegal, using only what its actor may know: the own cards and what Strike sees.

Reasons for actions of the set-up are in `match_setup` and `map_building`.
"""

from collections.abc import Callable, Mapping
from typing import NoReturn

from engines.contract import IllegalAction, require
from engines.i18n import mark, translate as _
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import CARD_IDS, CLASSES, SQUAD
from engines.incursion_point_zero.move_generation import ENTRY_ZONE, entry_spaces, has_room, is_too_late
from engines.incursion_point_zero.mutable_state import MutableState
from engines.incursion_point_zero.spaces import NAMES, ZONE
from engines.incursion_point_zero.state import ATTACKED, HALTED, SQUADS, State

_QUESTION_MESSAGES = {
    "interrupt": mark("Answer first: interrupt yes or interrupt no."),
    "free": mark("Decide about the Free Attack first: free yes or free no."),
    "reveal": mark("Choose a card to reveal first, for example reveal Z3-2, or reveal no."),
    "arrive": mark("Choose the target of the Free Attack first, for example attack Assault Gunner."),
}


def out_of_turn(state: State, seat: int) -> IllegalAction:
    """Return the error for a seat that is not to act."""
    if seat not in (0, 1):
        return IllegalAction("not-a-seat", _("Seat not found."))
    if state.phase == SQUADS:
        text = _("Your squad was accepted and is final. Wait for the other side.")
        return IllegalAction("already-submitted", text)
    return IllegalAction("not-your-turn", _("It is not your turn."))


def raise_illegal_reason(state: State, action: Action) -> NoReturn:
    """Raise IllegalAction with the reason why an action of the seat to act is illegal."""
    verb, parts = action.verb, action.parts
    if state.ask is not None:
        if verb == "reveal" and state.ask[1] == "reveal":
            raise _no_card_error(parts[0])
        raise IllegalAction("question-open", _(_QUESTION_MESSAGES[state.ask[1]]))
    require(verb not in _QUESTION_MESSAGES, "no-question", mark("There is nothing to answer now."))
    text = mark("The set-up is over. The Soldiers act now.")
    require(verb == "pass" or verb in _REASONS, "wrong-phase", text)
    mutable = MutableState(state)
    unit, at = mutable.active, parts[0]
    in_match, name = mutable.tables.unit_of[at] >= 0, mutable.name(unit)
    require(in_match, "not-in-match", mark("The {soldier} is in neither squad."), soldier=CLASSES[at])
    acts = mutable.units[unit].at == at
    require(acts, "not-active", mark("It is the {soldier}'s turn to act."), soldier=name)
    raise _REASONS[verb](mutable, unit, name, *parts[1:])  # The active Soldier may always pass.


def _enter_reason(mutable: MutableState, unit: int, name: str, space: int) -> IllegalAction:
    require(mutable.where(unit) < 0, "on-the-map", mark("The {soldier} is already on the map."), soldier=name)
    _check_movement(mutable, name)
    zone = ENTRY_ZONE[mutable.units[unit].side]
    require(ZONE[space] == zone, "entry-zone", mark("The {soldier} must enter in zone {zone}."), soldier=name, zone=zone)
    _check_ground(mutable, space)
    if not has_room(mutable, unit, space):
        return _full_error(space)
    text = _("The {soldier} must enter on a Location in zone {zone} while one has room.", zone=zone, soldier=name)
    return IllegalAction("location-first", text)


def _move_reason(mutable: MutableState, unit: int, name: str, src: int, dst: int) -> IllegalAction:
    at = mutable.where(unit)
    _check_on_map(mutable, unit, name)
    text = mark("The {soldier} stands on {at}, not on {src}.")
    require(at == src, "not-there", text, soldier=name, at=NAMES[at], src=NAMES[src])
    ended = mutable.did & ATTACKED and not mutable.moves
    require(not ended, "attacked", mark("The {soldier} has attacked and can't move any more."), soldier=name)
    _check_movement(mutable, name)
    _check_ground(mutable, dst)
    return _full_error(dst)


def _check_on_map(mutable: MutableState, unit: int, name: str) -> None:
    require(mutable.where(unit) >= 0, "off-the-map", mark("The {soldier} has to enter first."), soldier=name)


def _check_movement(mutable: MutableState, name: str) -> None:
    may_move = mutable.moves > 0 and not mutable.did & HALTED
    require(may_move, "movement-over", mark("The {soldier} can't move any further."), soldier=name)


def _check_ground(mutable: MutableState, space: int) -> None:
    ground = mutable.tables.ground >> space & 1
    require(ground, "no-ground", mark("No Location touches {space}."), space=NAMES[space])


def _full_error(space: int) -> IllegalAction:
    return IllegalAction("full", _("There is no room on {space}.", space=NAMES[space]))


def _attack_reason(mutable: MutableState, unit: int, name: str, at: int) -> IllegalAction:
    target, other = mutable.tables.unit_of[at], CLASSES[at]
    _check_on_map(mutable, unit, name)
    attacked, is_ally = mutable.did & ATTACKED, target in mutable.allies(unit)
    require(not attacked, "attacked", mark("The {soldier} has already attacked."), soldier=name)
    require(not is_ally, "own-soldier", mark("The {other} is on your side."), other=other)
    in_sight = target >= 0 and mutable.at[target] >= 0
    require(in_sight, "not-in-sight", mark("There is no {other} in sight."), other=other)
    text = _("The {other} is out of range of the {soldier}.", other=other, soldier=name)
    return IllegalAction("out-of-range", text)


def _skill_reason(mutable: MutableState, unit: int, name: str, ability_id: str, kind: str, target: int) -> IllegalAction:
    abilities = {candidate.id: (number, candidate) for number, candidate in enumerate(mutable.units[unit].abilities)}
    text = mark("The {soldier} has no ability {ability}.")
    require(ability_id in abilities, "no-such-skill", text, soldier=name, ability=ability_id)
    number, ability = abilities[ability_id]
    ability_name = _(ability.name)
    text = mark("{ability} is not a Cooldown, so you can't announce it.")
    require(ability.kind == "cooldown", "no-cooldown", text, ability=ability_name)
    unspent = not mutable.spent[unit] >> number & 1
    require(unspent, "spent", mark("{ability} has already been used."), ability=ability_name)
    can_enter = mutable.where(unit) >= 0 or entry_spaces(mutable, unit)
    text = mark("The {soldier} can't enter now, so it can't use {ability}.")
    require(can_enter, "off-the-map", text, soldier=name, ability=ability_name)
    text = mark("It is too late for {ability} in this activation.")
    require(not is_too_late(mutable, ability), "too-late", text, ability=ability_name)
    text = mark("{ability} cannot be used where the {soldier} is.")
    require(mutable.holds(unit, ability), "condition", text, ability=ability_name, soldier=name)
    require(kind == ability.target, "skill-target", _TARGET_MESSAGES[ability.target], ability=ability_name)
    if ability.effect == "reveal":
        text = mark("The {soldier} has to be on the map for {ability}.")
        require(unit < SQUAD and mutable.at[unit] >= 0, "off-the-map", text, soldier=name, ability=ability_name)
        return _no_card_error(target)
    if ability.effect == "heal" and (not kind or mutable.tables.unit_of[target] in mutable.allies(unit)):
        text = _("{ability} needs damage to heal on the {soldier} or next to it.", ability=ability_name, soldier=name)
        return IllegalAction("nothing-to-heal", text)
    text = _("{ability} works on the {soldier} or an adjacent ally in sight.", ability=ability_name, soldier=name)
    return IllegalAction("skill-target", text)


_TARGET_MESSAGES = {
    "": mark("{ability} needs no target."),
    "soldier": mark("{ability} needs a Soldier as target."),
    "space": mark("{ability} needs a space as target."),
}


def _no_card_error(space: int) -> IllegalAction:
    return IllegalAction("no-card-in-range", _("There is no face-down card in range on {space}.", space=NAMES[space]))


def _use_reason(mutable: MutableState, unit: int, name: str, card: int) -> IllegalAction:
    text = mark("The {soldier} isn't carrying {card}.")
    require(card in mutable.gear[unit], "not-carried", text, soldier=name, card=CARD_IDS[card])
    return IllegalAction("nothing-to-heal", _("The {soldier} has no damage.", soldier=name))


# By verb, the function that raises or returns the reason against the active Soldier's action.
_REASONS: Mapping[str, Callable[..., IllegalAction]] = {
    "enter": _enter_reason,
    "move": _move_reason,
    "attack": _attack_reason,
    "skill": _skill_reason,
    "use": _use_reason,
}
