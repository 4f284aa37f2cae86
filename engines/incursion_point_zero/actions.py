"""What can be done in Incursion Point: Zero. An action is its verb, its parts as numbers, and its canonical notation.

Numbers are those of `cards` (classes, Gamers, Locations, Incursion cards) and `spaces`; an ability is its id. In
`lay` a Soldier is its class plus `AS_CLASS`.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from engines.contract import IllegalAction, malformed
from engines.incursion_point_zero import cards, spaces
from engines.incursion_point_zero.gamers import HANDLE
from engines.incursion_point_zero.spaces import SPACE_OF
from engines.words import say

AS_CLASS = 100


class Action(NamedTuple):
    verb: str
    parts: tuple[Any, ...]
    text: str


_NAMES = spaces.NAMES
PLACE = tuple(
    tuple(Action("place", (at, space), f"place {name} {_NAMES[space]}") for space in spaces.ALL)
    for at, name in enumerate(cards.LOCATION_IDS)
)
DISCARD = tuple(Action("discard", (at,), f"discard {name}") for at, name in enumerate(cards.LOCATION_IDS))
DROP = {card: Action("drop", (card,), f"drop {cards.CARD_IDS[card]}") for card in cards.PLAIN}
LAYABLE = {
    **{card: cards.CARD_IDS[card] for card in cards.PLAIN},
    **{AS_CLASS + at: name for at, name in enumerate(cards.CLASSES)},
}
LAY = {
    what: tuple(Action("lay", (what, space), f"lay {name} {_NAMES[space]}") for space in spaces.ALL)
    for what, name in LAYABLE.items()
}
ENTER = tuple(
    tuple(Action("enter", (at, space), f"enter {name} {_NAMES[space]}") for space in spaces.ALL)
    for at, name in enumerate(cards.CLASSES)
)
MOVE = tuple(
    {
        (src, dst): Action("move", (at, src, dst), f"move {name} {_NAMES[src]} {_NAMES[dst]}")
        for src in spaces.ALL
        for dst in spaces.NEIGHBOURS[src]
    }
    for at, name in enumerate(cards.CLASSES)
)
ATTACK = tuple(
    tuple(Action("attack", (at, other), f"attack {name} {cards.CLASSES[other]}") for other in range(len(cards.CLASSES)))
    for at, name in enumerate(cards.CLASSES)
)
PASS = tuple(Action("pass", (at,), f"pass {name}") for at, name in enumerate(cards.CLASSES))
USE = {
    (at, card): Action("use", (at, card), f"use {name} {cards.CARD_IDS[card]}")
    for at, name in enumerate(cards.CLASSES)
    for card, equipment in cards.EQUIPPED.items()
    if equipment.effect == "heal"
}
YES_NO = {
    verb: (Action(verb, (False,), f"{verb} no"), Action(verb, (True,), f"{verb} yes")) for verb in ("interrupt", "free")
}
REVEAL = tuple(Action("reveal", (space,), f"reveal {_NAMES[space]}") for space in spaces.ALL)
REVEAL_NONE = Action("reveal", (None,), "reveal no")


@cache
def skill(soldier: int, ability: str, kind: str = "", target: int = -1) -> Action:
    """Return a cooldown announced; `kind` is what `target` is: "", "soldier" (a class) or "space"."""
    named = cards.CLASSES[target] if kind == "soldier" else _NAMES[target] if kind else ""
    text = f"skill {cards.CLASSES[soldier]} {ability} {named}".rstrip()
    return Action("skill", (soldier, ability, kind, target), text)


def squad(members: Iterable[tuple[int, str]]) -> Action:
    """Four (class, Gamer's handle or "") in activation order. A match's own Gamers have no number outside of it."""
    four = tuple(members)
    words = [cards.CLASSES[at] + (f":{handle}" if handle else "") for at, handle in four]
    return Action("squad", four, " ".join(["squad", *words]))


def deal(side: int, hand: Iterable[int]) -> Action:
    """Return the referee's deal of Locations to a side."""
    dealt = tuple(sorted(hand))
    return Action(
        "deal", (side, dealt), " ".join(["deal", cards.SIDES[side], *(cards.LOCATION_IDS[at] for at in dealt)])
    )


def gamers(side: int, dealt: Iterable[int]) -> Action:
    """Return the referee's deal of Gamers to a side."""
    four = tuple(sorted(dealt))
    return Action("gamers", (side, four), " ".join(["gamers", cards.SIDES[side], *(cards.HANDLES[at] for at in four)]))


@cache
def roll(faces: tuple[int, ...]) -> Action:
    """Return the referee's roll; 1 is a symbol, 0 a blank."""
    return Action("roll", faces, " ".join(["roll", *map(str, faces)]))


def _fixed() -> dict[str, Action]:
    """Return all actions of which there are few, by their notation."""
    found: list[Action] = [*DISCARD, *DROP.values(), *PASS, *USE.values(), *REVEAL, REVEAL_NONE]
    for row in (*PLACE, *LAY.values(), *ENTER, *ATTACK, *YES_NO.values(), *(steps.values() for steps in MOVE)):
        found += row
    # Only a cooldown can be announced, but the others are understood and refused.
    for ability, printed in (cards.SKILLS | cards.TALENTS).items():
        for soldier in range(len(cards.CLASSES)):
            found.append(skill(soldier, ability))
            if printed.kind == "cooldown":
                found += [skill(soldier, ability, "soldier", other) for other in range(len(cards.CLASSES))]
                found += [skill(soldier, ability, "space", space) for space in spaces.ALL]
    return {action.text: action for action in found}


_FIXED = _fixed()
_FOLDED = {text.lower(): action for text, action in _FIXED.items()}
_CLASS_OF = {name.lower(): at for at, name in enumerate(cards.CLASSES)}
_GAMER_OF = {handle.lower(): at for handle, at in cards.GAMER_OF.items()}
_LOCATION_OF = {name.lower(): at for name, at in cards.LOCATION_OF.items()}
_MOST_DICE = 100
SHAPES = {
    "squad": "squad Assault:Panzord Medic:Vantage Scout:Papercut Heavy:Lowground",
    "place": "place Chapel Z1-5",
    "discard": "discard Chapel",
    "drop": "drop Crate",
    "lay": "lay Missile Z3-2",
    "enter": "enter Assault Z1-5",
    "move": "move Assault Z1-5 Z2-5",
    "attack": "attack Assault Gunner",
    "skill": "skill Assault sprint",
    "use": "use Assault MedKit",
    "pass": "pass Assault",
    "interrupt": "interrupt yes",
    "free": "free no",
    "reveal": "reveal Z3-2",
}


def decode(text: str) -> Action:
    return _FIXED.get(text) or _decode_loosely(text)


def _decode_loosely(text: str) -> Action:
    if not text.isascii():
        raise malformed(say("Only plain letters and digits are understood."))
    words = text.lower().split()
    if (action := _FOLDED.get(" ".join(words))) is not None:
        return action
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if verb == "roll" and 0 < len(rest) <= _MOST_DICE and set(rest) <= {"0", "1"}:
        return roll(tuple(map(int, rest)))
    if verb == "squad":
        return _squad(text.split()[1:])
    if verb in ("deal", "gamers"):
        return _dealt(verb, rest)
    raise _explain(verb, rest)


def _squad(words: list[str]) -> Action:
    if len(words) != cards.SQUAD:
        raise malformed(say("A squad is four Soldiers in the order in which they will act."))
    members = []
    for word in words:
        name, colon, handle = word.partition(":")
        if (at := _CLASS_OF.get(name.lower())) is None:
            raise malformed(say("There is no class {name}.", name=repr(name[:20])))
        if colon and not HANDLE.fullmatch(handle):
            raise malformed(say("There is no Gamer {handle}.", handle=repr(handle[:20])))
        # As it is printed, or as it stands where only the match may know it (IP-27).
        members.append((at, cards.HANDLES[_GAMER_OF[handle.lower()]] if handle.lower() in _GAMER_OF else handle))
    return squad(members)


def _dealt(verb: str, words: list[str]) -> Action:
    known = _LOCATION_OF if verb == "deal" else _GAMER_OF
    if len(words) < 2 or words[0] not in cards.SIDES or not set(words[1:]) <= set(known):
        raise malformed(say("That is no deal."))
    make = deal if verb == "deal" else gamers
    return make(cards.SIDES.index(words[0]), [known[word] for word in words[1:]])


def _explain(verb: str, rest: list[str]) -> IllegalAction:
    if verb == "move" and len(rest) == 3 and rest[0] in _CLASS_OF and {w.upper() for w in rest[1:]} <= set(SPACE_OF):
        return IllegalAction("not-adjacent", say("A step leads to the next space up, down, left or right."))
    if verb in SHAPES:
        return malformed(say("That is not understood. It is written like: {form}.", form=SHAPES[verb]))
    return malformed(say("That is not understood. An action begins with {verbs}.", verbs=", ".join(SHAPES)))
