"""Log lines, and the referee's notes in the record."""

from collections.abc import Callable, Mapping
from typing import Any

from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import CARD_OF, CLASSES, INCURSIONS
from engines.incursion_point_zero.match_setup import squad_action
from engines.incursion_point_zero.state import SQUADS, State
from engines.words import Message, join, marked, say, told

# By side: what Strike does, what the Terrorists do.
_MAY_USE = (marked("The Strike Team may use {some} and {last}."), marked("The Terrorists may use {some} and {last}."))
_DRAWN = (marked("The Strike Team draws {some} and {last}."), marked("The Terrorists draw {some} and {last}."))
_DRAWN_HIDDEN = (marked("The Strike Team draws {count} Locations."), marked("The Terrorists draw {count} Locations."))
_SQUAD = (marked("The Strike Team submits a squad: {squad}."), marked("The Terrorists submit a squad: {squad}."))
_SQUAD_HIDDEN = (marked("The Strike Team submits a squad."), marked("The Terrorists submit a squad."))
_FIELDED = (marked("The Strike Team fields {some} and {last}."), marked("The Terrorists field {some} and {last}."))
_PLACED = (
    marked("The Strike Team places {location} on {space}."),
    marked("The Terrorists place {location} on {space}."),
)
_DISCARDED = (
    marked("The Strike Team can place nothing and discards {location}."),
    marked("The Terrorists can place nothing and discard {location}."),
)
_PLAIN = (marked("The Strike Team: {action}."), marked("The Terrorists: {action}."))
TURNED_UP: Mapping[str, str] = {
    "Missile": marked("Nuclear Missile on {space}."),
    "Mines": marked("Mine Field on {space}."),
    "Trap": marked("Booby Trap on {space}."),
    "MedKit": marked("Med Kit on {space}."),
    "Armour": marked("Body Armour on {space}."),
    "Scope": marked("Target Scope on {space}."),
    "Crate": marked("Shattered Crate on {space}."),
    "Deserted": marked("Deserted on {space}."),
}


def describe(
    state: State, actor: int | None, action: Action, viewer: int | None, after: Callable[[], State]
) -> Message:  # fmt: skip
    """Return a log line; `after` returns the state after the action, whose events tell its effects."""
    match action.verb:
        case "squad":
            return _told_squad(actor or 0, action if viewer == actor else None, after)
        case "gamers":
            return _told_list(_MAY_USE[action.parts[0]], action.text.split()[2:])
        case "deal":
            side, dealt = action.parts
            if viewer != side:
                return told(_DRAWN_HIDDEN[side], count=len(dealt))
            return _told_list(_DRAWN[side], action.text.split()[2:])
        case "drop":
            if viewer != actor:
                return say("The Terrorists drop an Incursion card.")
            return say("The Terrorists drop {card}.", card=told(action.text[5:]))
        case "lay":
            laid = say("The Terrorists lay an Incursion card.")
            if viewer == actor:
                card, space = action.text[4:].split()
                laid = say("The Terrorists lay {card} on {space}.", card=told(card), space=space)
            return join([laid, *_sentences(after())])
    reached = after()
    since = len(state.events) if actor is None else 0
    return join(_sentences(reached, since)) or told(_PLAIN[actor or 0], action=action.text)


def _told_list(message: str, names: list[str]) -> Message:
    return told(message, some=", ".join(names[:-1]), last=names[-1])


def _told_squad(side: int, own: Action | None, after: Callable[[], State]) -> Message:
    reached = after()
    if reached.phase == SQUADS:
        return told(_SQUAD[side], squad=own.text[6:]) if own else told(_SQUAD_HIDDEN[side])
    handles = reached.setup.handles
    shown = []
    for message, squad in zip(_FIELDED, reached.setup.squads, strict=True):
        members = [CLASSES[at] + (f" ({handles[gamer]})" if gamer >= 0 else "") for at, gamer in squad or ()]
        shown.append(_told_list(message, members))
    return join(shown)


def _card(name: str) -> Message:
    return told(INCURSIONS[CARD_OF[name]].name)


_SENTENCES: Mapping[str, Callable[..., Message]] = {
    "place": lambda side, at, space: told(_PLACED[side], location=at, space=space),
    "discard": lambda side, at: told(_DISCARDED[side], location=at),
    "round": lambda n: say("Round {round} begins.", round=n),
    "respawn": lambda one: say("The {soldier} may return.", soldier=one),
    "enter": lambda one, space: say("The {soldier} enters on {space}.", soldier=one, space=space),
    "move": lambda one, space: say("The {soldier} moves to {space}.", soldier=one, space=space),
    "uncover": lambda one, space: say("The {soldier} comes out on {space}.", soldier=one, space=space),
    "blocked": lambda one, space: say(
        "There is no room for the {soldier} on {space}; it stays.", soldier=one, space=space
    ),
    "held": lambda one: say("The {soldier} is held and can't leave.", soldier=one),
    "pass": lambda one: say("The {soldier} ends its activation.", soldier=one),
    "card": lambda card, space: told(TURNED_UP[card], space=space),
    "take": lambda one, card: say("The {soldier} takes the {card}.", soldier=one, card=_card(card)),
    "use": lambda one, card: say("The {soldier} uses the {card}.", soldier=one, card=_card(card)),
    "look": lambda one, space: say("The {soldier} looks at {space} from afar.", soldier=one, space=space),
    "jammed": lambda one: say("The {soldier}'s ability has no effect.", soldier=one),
    "declined": lambda one, what: say("The {soldier} holds back.", soldier=one),
    "attack": lambda one, other: say("The {soldier} attacks the {target}.", soldier=one, target=other),
    "free": lambda one, other: say("The {soldier} makes a Free Attack on the {other}.", soldier=one, other=other),
    "dice": lambda one, dice: say(
        "The {soldier} rolls successes on {hits} of {dice} dice.", soldier=one, hits=sum(dice), dice=len(dice)
    ),
    "damage": lambda one, n: say("The {soldier} takes {damage} damage.", soldier=one, damage=n),
    "heal": lambda one, n: say("The {soldier} heals {damage}.", soldier=one, damage=n),
    "death": lambda one: say("The {soldier} is killed.", soldier=one),
}


def _sentences(state: State, since: int = 0) -> list[str]:
    return [_sentence(state, *event) for event in state.events[since:]]


def _sentence(state: State, word: str, *parts: Any) -> Message:
    if word != "ability":
        return _SENTENCES[word](*parts)
    name, wanted = parts
    one = next(one for one in state.known_tables.units if one.name == name)
    ability = next(ability for ability in one.abilities if ability.id == wanted)
    return say("The {soldier} uses {ability}.", soldier=name, ability=told(ability.name))


def note(state: State, action: Action, after: Callable[[], State]) -> str:
    """Return the referee's note, in notation: both squads, the dice of a roll, or what was revealed."""
    if action.verb == "squad":
        setup = after().setup
        return "" if None in setup.squads else " / ".join([squad_action(setup, one or ()).text for one in setup.squads])
    if state.tables is None:
        return ""
    events = after().events[len(state.events) if action.verb == "roll" else 0 :]
    came_to_light = [" ".join(event) for event in events if event[0] in ("uncover", "card")]
    return "; ".join([*_dice(state, action), *came_to_light])


def _dice(state: State, action: Action) -> list[str]:
    """Return `attack Assault Gunner [1 0 1]`, with all dice of this roll, rerolled ones last; or `counter`, `free`."""
    fight = state.fight
    if action.verb != "roll" or fight is None:
        return []
    verb = "free" if fight.free else "counter" if fight.side else "attack"
    names = " ".join([state.known_tables.units[unit].name for unit in fight.pair(fight.side)])
    return [f"{verb} {names} [{' '.join(map(str, (*fight.thrown[fight.side], *action.parts)))}]"]
