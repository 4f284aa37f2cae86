"""Log lines, and the referee's notes in the record."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from engines.i18n import Message, join, mark, translate as _, translate_n
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import CARD_OF, CLASSES, INCURSIONS, MISSILE
from engines.incursion_point_zero.match_setup import to_action
from engines.incursion_point_zero.spaces import NAMES
from engines.incursion_point_zero.state import SQUADS, State

# By side: what Strike does, what the Terrorists do.
_MAY_USE = (mark("The Strike Team may use {some} and {last}."), mark("The Terrorists may use {some} and {last}."))
_DRAWN = (mark("The Strike Team draws {some} and {last}."), mark("The Terrorists draw {some} and {last}."))
_DRAWN_HIDDEN = (mark("The Strike Team draws {count} Locations."), mark("The Terrorists draw {count} Locations."))
_SQUAD = (mark("The Strike Team submits a squad: {squad}."), mark("The Terrorists submit a squad: {squad}."))
_SQUAD_HIDDEN = (mark("The Strike Team submits a squad."), mark("The Terrorists submit a squad."))
_FIELDED = (mark("The Strike Team fields {some} and {last}."), mark("The Terrorists field {some} and {last}."))
_PLACED = (mark("The Strike Team places {location} on {space}."), mark("The Terrorists place {location} on {space}."))
_DISCARDED = (
    mark("The Strike Team can place nothing and discards {location}."),
    mark("The Terrorists can place nothing and discard {location}."),
)
_PLAIN = (mark("The Strike Team: {action}."), mark("The Terrorists: {action}."))
REVEAL_MESSAGES: Mapping[str, str] = {
    "Missile": mark("Nuclear Missile on {space}."),
    "Mines": mark("Mine Field on {space}."),
    "Trap": mark("Booby Trap on {space}."),
    "MedKit": mark("Med Kit on {space}."),
    "Armour": mark("Body Armour on {space}."),
    "Scope": mark("Target Scope on {space}."),
    "Crate": mark("Shattered Crate on {space}."),
    "Deserted": mark("Deserted on {space}."),
}


def describe_end(state: State, viewer: int | None) -> Message | None:
    """Return how the match ended if Strike won, with the missile's space; the other reasons say everything."""
    if state.outcome is None or state.outcome.reason != "secured":
        return None
    space = NAMES[state.setup.cards.find(MISSILE)]
    return _("The Strike Team found the missile on {space}, with no Terrorist there.", space=space)


def describe(
    state: State, actor: int | None, action: Action, viewer: int | None, after: Callable[[], State]
) -> Message:  # fmt: skip
    """Return a log line; `after` returns the state after the action, whose events tell its effects."""
    match action.verb:
        case "squad":
            return _describe_squad(actor or 0, action if viewer == actor else None, after)
        case "gamers":
            return _describe_list(_MAY_USE[action.parts[0]], action.text.split()[2:])
        case "deal":
            side, dealt = action.parts
            if viewer != side:
                return _(_DRAWN_HIDDEN[side], count=len(dealt))
            return _describe_list(_DRAWN[side], [_location_name(name) for name in action.text.split()[2:]])
        case "drop":
            if viewer != actor:
                return _("The Terrorists drop an Incursion card.")
            return _("The Terrorists drop {card}.", card=_card_name(action.text[5:]))
        case "lay":
            line = _("The Terrorists lay an Incursion card.")
            if viewer == actor:
                card, space = action.text[4:].split()
                line = _("The Terrorists lay {card} on {space}.", card=_card_name(card), space=space)
            return join([line, *_describe_events(after())])
    reached = after()
    since = len(state.events) if actor is None else 0
    return join(_describe_events(reached, since)) or _(_PLAIN[actor or 0], action=action.text)


def _describe_list(message: str, names: list[str]) -> Message:
    return _(message, some=", ".join(names[:-1]), last=names[-1])


def _describe_squad(side: int, action: Action | None, after: Callable[[], State]) -> Message:
    reached = after()
    if reached.phase == SQUADS:
        return _(_SQUAD[side], squad=action.text[6:]) if action else _(_SQUAD_HIDDEN[side])
    handles = reached.setup.handles
    lines = []
    for message, squad in zip(_FIELDED, reached.setup.squads, strict=True):
        members = [CLASSES[at] + (f" ({handles[gamer]})" if gamer >= 0 else "") for at, gamer in squad or ()]
        lines.append(_describe_list(message, members))
    return join(lines)


def _card_name(name: str) -> Message:
    """Return what is printed on an Incursion card; a Soldier's is the name of its class."""
    return _(INCURSIONS[CARD_OF[name]].name if name in CARD_OF else name)


def _location_name(name: str) -> str:
    """Return what is printed on a Location, e.g. "Parade Ground"; the notation has no blanks in it."""
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", name)


_EVENT_DESCRIBERS: Mapping[str, Callable[..., Message]] = {
    "place": lambda side, at, space: _(_PLACED[side], location=_location_name(at), space=space),
    "discard": lambda side, at: _(_DISCARDED[side], location=_location_name(at)),
    "round": lambda n: _("Round {round} begins.", round=n),
    "respawn": lambda name: _("The {soldier} may return.", soldier=name),
    "enter": lambda name, space: _("The {soldier} enters on {space}.", soldier=name, space=space),
    "move": lambda name, space: _("The {soldier} moves to {space}.", soldier=name, space=space),
    "uncover": lambda name, space: _("The {soldier} comes out on {space}.", soldier=name, space=space),
    "blocked": lambda name, space: _("There is no room for the {soldier} on {space}; it stays.", soldier=name, space=space),
    "held": lambda name: _("The {soldier} is held and can't leave.", soldier=name),
    "pass": lambda name: _("The {soldier} ends its activation.", soldier=name),
    "card": lambda card, space: _(REVEAL_MESSAGES[card], space=space),
    "take": lambda name, card: _("The {soldier} takes the {card}.", soldier=name, card=_card_name(card)),
    "use": lambda name, card: _("The {soldier} uses the {card}.", soldier=name, card=_card_name(card)),
    "look": lambda name, space: _("The {soldier} looks at {space} from afar.", soldier=name, space=space),
    "jammed": lambda name: _("The {soldier}'s ability has no effect.", soldier=name),
    "declined": lambda name, what: _("The {soldier} holds back.", soldier=name),
    "attack": lambda name, other: _("The {soldier} attacks the {target}.", soldier=name, target=other),
    "free": lambda name, other: _("The {soldier} makes a Free Attack on the {other}.", soldier=name, other=other),
    "dice": lambda name, dice: translate_n(
        "The {soldier} rolls successes on {hits} of {n} die.",
        "The {soldier} rolls successes on {hits} of {n} dice.",
        len(dice),
        soldier=name,
        hits=sum(dice),
    ),
    "damage": lambda name, n: _("The {soldier} takes {damage} damage.", soldier=name, damage=n),
    "heal": lambda name, n: _("The {soldier} heals {damage}.", soldier=name, damage=n),
    "death": lambda name: _("The {soldier} is killed.", soldier=name),
}


def _describe_events(state: State, since: int = 0) -> list[str]:
    return [_describe_event(state, *event) for event in state.events[since:]]


def _describe_event(state: State, kind: str, *parts: Any) -> Message:
    if kind != "ability":
        return _EVENT_DESCRIBERS[kind](*parts)
    name, ability_id = parts
    profile = next(profile for profile in state.known_tables.units if profile.name == name)
    ability = next(ability for ability in profile.abilities if ability.id == ability_id)
    return _("The {soldier} uses {ability}.", soldier=name, ability=_(ability.name))


def note(state: State, action: Action, after: Callable[[], State]) -> str:
    """Return the referee's note, in notation: both squads, the dice of a roll, or what was revealed."""
    if action.verb == "squad":
        setup = after().setup
        return "" if None in setup.squads else " / ".join([to_action(setup, squad or ()).text for squad in setup.squads])
    if state.tables is None:
        return ""
    events = after().events[len(state.events) if action.verb == "roll" else 0 :]
    came_to_light = [" ".join(event) for event in events if event[0] in ("uncover", "card")]
    return "; ".join([*_format_dice(state, action), *came_to_light])


def _format_dice(state: State, action: Action) -> list[str]:
    """Return `attack Assault Gunner [1 0 1]`, with all dice of this roll, rerolled ones last; or `counter`, `free`."""
    fight = state.fight
    if action.verb != "roll" or fight is None:
        return []
    verb = "free" if fight.free else "counter" if fight.side else "attack"
    names = " ".join([state.known_tables.units[unit].name for unit in fight.pair(fight.side)])
    return [f"{verb} {names} [{' '.join(map(str, (*fight.thrown[fight.side], *action.parts)))}]"]
