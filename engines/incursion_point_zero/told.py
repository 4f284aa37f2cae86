"""Log lines, and what the referee adds to the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import CARD_OF, CLASSES, HANDLES, INCURSIONS, LOCATION_IDS
from engines.incursion_point_zero.squads import named
from engines.incursion_point_zero.state import SQUADS, Setup, State
from engines.incursion_point_zero.words import Ability

SIDES = ("The Strike Team", "The Terrorists")


def describe(
    state: State, actor: int | None, action: Action, viewer: int | None, after: Callable[[], State]
) -> str:  # fmt: skip
    """A log line; `after` makes the state behind the action, whose events tell what came of it."""
    side = SIDES[actor or 0]
    match action.verb:
        case "squad":
            return _told_squad(state, side, action if viewer == actor else None, after)
        case "gamers":
            return f"{SIDES[action.parts[0]]} may use {_listed([HANDLES[gamer] for gamer in action.parts[1]])}."
        case "deal":
            dealt = action.parts[1]
            cards = (
                _listed([LOCATION_IDS[at] for at in dealt]) if viewer == action.parts[0] else f"{len(dealt)} Locations"
            )
            return f"{SIDES[action.parts[0]]} draw{'s' if not action.parts[0] else ''} {cards}."
        case "drop":
            return f"{side} drop {action.text[5:] if viewer == actor else 'an Incursion card'}."
        case "lay":
            told = f"{side} lay {' on '.join(action.text[4:].split()) if viewer == actor else 'an Incursion card'}."
            return " ".join([told, *_sentences(after())])
    reached = after()
    since = len(state.events) if actor is None else 0
    return " ".join(_sentences(reached, since)) or f"{side}: {action.text}."


def _listed(names: list[str]) -> str:
    return ", ".join(names[:-1]) + f" and {names[-1]}"


def _told_squad(state: State, side: str, own: Action | None, after: Callable[[], State]) -> str:
    reached = after()
    if reached.phase == SQUADS:
        return f"{side} hand{'s' if side == SIDES[0] else ''} in a squad{f': {own.text[6:]}' if own else ''}."
    shown = [
        f"{SIDES[at]} field{'' if at else 's'} {_listed([_member(reached.setup, *one) for one in team or ()])}."
        for at, team in enumerate(reached.setup.squads)
    ]
    return " ".join(shown)


def _member(setup: Setup, at: int, gamer: int) -> str:
    return CLASSES[at] + (f" ({setup.handles[gamer]})" if gamer >= 0 else "")


def _card(name: str) -> str:
    card = INCURSIONS[CARD_OF[name]]
    assert card is not None, "Soldiers are uncovered, not turned up"
    return card.name


def _faces(dice: Any) -> str:
    return f"{sum(dice)} of {len(dice)}"


_SENTENCES: Mapping[str, Callable[..., str]] = {
    "place": lambda side, at, space: f"{SIDES[side]} place{'' if side else 's'} {at} on {space}.",
    "discard": lambda side, at: f"{SIDES[side]} can place nothing and discard{'' if side else 's'} {at}.",
    "round": lambda n: f"Round {n} begins.",
    "respawn": lambda one: f"The {one} may return.",
    "enter": lambda one, space: f"The {one} enters on {space}.",
    "move": lambda one, space: f"The {one} moves to {space}.",
    "uncover": lambda one, space: f"The {one} comes out on {space}.",
    "blocked": lambda one, space: f"There is no room for the {one} on {space}; it stays.",
    "held": lambda one: f"The {one} is held and stays.",
    "pass": lambda one: f"The {one} ends its activation.",
    "card": lambda card, space: f"{_card(card)} on {space}.",
    "take": lambda one, card: f"The {one} takes the {_card(card)}.",
    "use": lambda one, card: f"The {one} uses the {_card(card)}.",
    "look": lambda one, space: f"The {one} looks at {space} from afar.",
    "jammed": lambda one: f"It has no effect for the {one}.",
    "declined": lambda one, what: f"The {one} holds back.",
    "attack": lambda one, other: f"The {one} attacks the {other}.",
    "free": lambda one, other: f"The {one} makes a Free Attack on the {other}.",
    "dice": lambda one, dice: f"The {one} rolls {_faces(dice)}.",
    "damage": lambda one, n: f"The {one} takes {n} damage.",
    "heal": lambda one, n: f"The {one} heals {n}.",
    "death": lambda one: f"The {one} is killed.",
}


def _sentences(state: State, since: int = 0) -> list[str]:
    return [_sentence(state, event) for event in state.events[since:]]


def _sentence(state: State, event: tuple[Any, ...]) -> str:
    word, *parts = event
    if word == "ability":
        return f"The {parts[0]} uses {_ability(state, *parts).name}."
    return _SENTENCES[word](*parts)


def _ability(state: State, name: str, wanted: str) -> Ability:
    assert state.tables is not None, "abilities are used in play"
    one = next(one for one in state.tables.units if one.name == name)
    return next(ability for ability in one.abilities if ability.id == wanted)


def note(state: State, action: Action, after: Callable[[], State]) -> str:
    """What the referee adds: both squads, the dice of a roll, and what came to light, in the words of the notation."""
    if action.verb == "squad":
        setup = after().setup
        return "" if None in setup.squads else " / ".join([named(setup, one or ()).text for one in setup.squads])
    if state.tables is None:
        return ""
    events = after().events[len(state.events) if action.verb == "roll" else 0 :]
    came_to_light = [" ".join(event) for event in events if event[0] in ("uncover", "card")]
    return "; ".join([*_dice(state, action), *came_to_light])


def _dice(state: State, action: Action) -> list[str]:
    """`attack Assault Gunner [1 0 1]`: the dice of this roll so far, rerolled ones appended; or `counter`, `free`."""
    fight = state.fight
    if action.verb != "roll" or fight is None or state.tables is None:
        return []
    pair = (fight.defender, fight.attacker) if fight.side else (fight.attacker, fight.defender)
    verb = "free" if fight.free else "counter" if fight.side else "attack"
    names = " ".join([state.tables.units[unit].name for unit in pair])
    return [f"{verb} {names} [{' '.join(map(str, (*fight.thrown[fight.side], *action.parts)))}]"]
