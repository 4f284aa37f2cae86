"""The actions of Incursion Point: Zero: a verb, its parts as numbers, and the canonical notation.

Numbers are those of `cards` (classes, Gamers, Locations, Incursion cards) and `spaces`; an ability is its id. In `lay`
a Soldier is its class plus `AS_CLASS`.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from engines.contract import IllegalAction, malformed
from engines.incursion_point_zero import cards, spaces
from engines.incursion_point_zero.gamers import HANDLE
from engines.incursion_point_zero.spaces import SPACE_OF
from engines.words import say

AS_CLASS = 100


class Action(NamedTuple):
    """An action."""

    verb: str
    parts: tuple[Any, ...]
    text: str


_NAMES = spaces.NAMES
_FIXED: dict[str, Action] = {}
"""The singleton actions by notation."""


def _fixed(verb: str, parts: tuple[Any, ...], *words: str) -> Action:
    """Return a singleton action."""
    text = " ".join((verb, *words))
    return _FIXED.setdefault(text, Action(verb, parts, text))


def _row(verb: str, names: Iterable[str]) -> tuple[Action, ...]:
    """Return the actions of a verb with one word, by its number."""
    return tuple(_fixed(verb, (at,), name) for at, name in enumerate(names))


def _grid(verb: str, names: Iterable[str], others: Sequence[str]) -> tuple[tuple[Action, ...], ...]:
    """Return the actions of a verb with two words, by their numbers."""
    return tuple(
        tuple(_fixed(verb, (at, to), name, other) for to, other in enumerate(others)) for at, name in enumerate(names)
    )


LAYABLE = {
    **{card: cards.CARD_IDS[card] for card in cards.PLAIN},
    **{AS_CLASS + at: name for at, name in enumerate(cards.CLASSES)},
}
PLACE, DISCARD = _grid("place", cards.LOCATION_IDS, _NAMES), _row("discard", cards.LOCATION_IDS)
DROP = {card: _fixed("drop", (card,), cards.CARD_IDS[card]) for card in cards.PLAIN}
LAY = {
    what: tuple(_fixed("lay", (what, space), name, _NAMES[space]) for space in spaces.ALL)
    for what, name in LAYABLE.items()
}
ENTER = _grid("enter", cards.CLASSES, _NAMES)
MOVE = tuple(
    {
        (src, dst): _fixed("move", (at, src, dst), name, _NAMES[src], _NAMES[dst])
        for src in spaces.ALL
        for dst in spaces.NEIGHBOURS[src]
    }
    for at, name in enumerate(cards.CLASSES)
)
ATTACK, PASS = _grid("attack", cards.CLASSES, cards.CLASSES), _row("pass", cards.CLASSES)
USE = {
    (at, card): _fixed("use", (at, card), name, equipment.id)
    for at, name in enumerate(cards.CLASSES)
    for card, equipment in cards.EQUIPPED.items()
    if equipment.effect == "heal"
}
YES_NO = {verb: (_fixed(verb, (False,), "no"), _fixed(verb, (True,), "yes")) for verb in ("interrupt", "free")}
REVEAL, REVEAL_NONE = _row("reveal", _NAMES), _fixed("reveal", (None,), "no")


@cache
def skill(soldier: int, ability: str, kind: str = "", target: int = -1) -> Action:
    """Return the announcement of a cooldown; `kind` says what `target` is: "", "soldier" (a class) or "space"."""
    named = (cards.CLASSES[target] if kind == "soldier" else _NAMES[target],) if kind else ()
    return _fixed("skill", (soldier, ability, kind, target), cards.CLASSES[soldier], ability, *named)


# Only cooldowns can be announced, but other abilities are parsed so that they can be refused.
for _ability in (cards.SKILLS | cards.TALENTS).values():
    for _at in range(len(cards.CLASSES)):
        skill(_at, _ability.id)
        for _kind, _names in (("soldier", cards.CLASSES), ("space", _NAMES)) if _ability.kind == "cooldown" else ():
            for _target in range(len(_names)):
                skill(_at, _ability.id, _kind, _target)


def squad(members: Iterable[tuple[int, str]]) -> Action:
    """Return a squad of four (class, Gamer's handle or "") in activation order. Custom Gamers have no fixed number."""
    four = tuple(members)
    words = [cards.CLASSES[at] + (f":{handle}" if handle else "") for at, handle in four]
    return Action("squad", four, " ".join(["squad", *words]))


# By verb, what the referee deals.
_DEALT = {"deal": cards.LOCATION_IDS, "gamers": cards.HANDLES}


def deal(verb: str, side: int, numbers: Iterable[int]) -> Action:
    """Return the referee's deal of Locations or Gamers to a side."""
    dealt = tuple(sorted(numbers))
    return Action(verb, (side, dealt), " ".join([verb, cards.SIDES[side], *(_DEALT[verb][at] for at in dealt)]))


@cache
def roll(faces: tuple[int, ...]) -> Action:
    """Return the referee's roll; 1 is a symbol, 0 a blank."""
    return Action("roll", faces, " ".join(["roll", *map(str, faces)]))


_FOLDED = {text.lower(): action for text, action in _FIXED.items()}
_CLASS_OF = {name.lower(): at for at, name in enumerate(cards.CLASSES)}
_NUMBERED = {verb: {name.lower(): at for at, name in enumerate(names)} for verb, names in _DEALT.items()}
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
    """Return the action of a text. Raises IllegalAction."""
    return _FIXED.get(text) or _decode_loosely(text)


def _decode_loosely(text: str) -> Action:
    if not text.isascii():
        raise malformed(say("Use only plain letters and digits."))
    words = text.lower().split()
    if (action := _FOLDED.get(" ".join(words))) is not None:
        return action
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if verb == "roll" and 0 < len(rest) <= _MOST_DICE and set(rest) <= {"0", "1"}:
        return roll(tuple(map(int, rest)))
    if verb == "squad":
        return _squad(text.split()[1:])
    if verb in _DEALT:
        return _dealt(verb, rest)
    raise _explain(verb, rest)


def _squad(words: list[str]) -> Action:
    if len(words) != cards.SQUAD:
        raise malformed(say("A squad is four Soldiers in the order in which they will act."))
    members = []
    for word in words:
        name, colon, handle = word.partition(":")
        if (at := _CLASS_OF.get(name.lower())) is None:
            raise malformed(say("Unknown class: {name}.", name=repr(name[:20])))
        if colon and not HANDLE.fullmatch(handle):
            raise malformed(say("Unknown Gamer: {handle}.", handle=repr(handle[:20])))
        # Known Gamers in canonical case, others unchanged because only the match knows them (IP-27).
        number = _NUMBERED["gamers"].get(handle.lower())
        members.append((at, handle if number is None else cards.HANDLES[number]))
    return squad(members)


def _dealt(verb: str, words: list[str]) -> Action:
    known = _NUMBERED[verb]
    if len(words) < 2 or words[0] not in cards.SIDES or not set(words[1:]) <= set(known):
        raise malformed(say("Invalid deal."))
    return deal(verb, cards.SIDES.index(words[0]), [known[word] for word in words[1:]])


def _explain(verb: str, rest: list[str]) -> IllegalAction:
    if verb == "move" and len(rest) == 3 and rest[0] in _CLASS_OF and {w.upper() for w in rest[1:]} <= set(SPACE_OF):
        return IllegalAction("not-adjacent", say("A step goes one space up, down, left or right."))
    if verb in SHAPES:
        return malformed(say("Invalid input. Use this form: {form}.", form=SHAPES[verb]))
    return malformed(say("Invalid input. Start an action with one of these words: {verbs}.", verbs=", ".join(SHAPES)))
