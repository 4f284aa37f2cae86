"""The actions of Incursion Point: Zero: a verb, its parts as numbers, and the canonical notation.

Numbers are those of `cards` (classes, Gamers, Locations, Incursion cards) and `spaces`; an ability is its id. In `lay`
a Soldier is its class plus `CLASS_OFFSET`.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from engines.contract import IllegalAction, malformed
from engines.i18n import translate as _
from engines.incursion_point_zero import cards, spaces
from engines.incursion_point_zero.gamers import HANDLE
from engines.incursion_point_zero.spaces import SPACE_OF

CLASS_OFFSET = 100


class Action(NamedTuple):
    """An action."""

    verb: str
    parts: tuple[Any, ...]
    text: str


_NAMES = spaces.NAMES
_ACTION_BY_TEXT: dict[str, Action] = {}
"""The singleton actions by notation."""


def _define(verb: str, parts: tuple[Any, ...], *words: str) -> Action:
    """Return a singleton action."""
    text = " ".join((verb, *words))
    return _ACTION_BY_TEXT.setdefault(text, Action(verb, parts, text))


def _define_row(verb: str, names: Iterable[str]) -> tuple[Action, ...]:
    """Return the actions of a verb with one name as its argument; the index is the number of the name."""
    return tuple(_define(verb, (at,), name) for at, name in enumerate(names))


def _define_grid(verb: str, names: Iterable[str], others: Sequence[str]) -> tuple[tuple[Action, ...], ...]:
    """Return the actions of a verb with two names as its arguments; the indexes are their numbers."""
    return tuple(
        tuple(_define(verb, (at, to), name, other) for to, other in enumerate(others)) for at, name in enumerate(names)
    )


LAYABLE = {
    **{card: cards.CARD_IDS[card] for card in cards.PLAIN},
    **{CLASS_OFFSET + at: name for at, name in enumerate(cards.CLASSES)},
}
PLACE, DISCARD = _define_grid("place", cards.LOCATION_IDS, _NAMES), _define_row("discard", cards.LOCATION_IDS)
DROP = {card: _define("drop", (card,), cards.CARD_IDS[card]) for card in cards.PLAIN}
LAY = {
    number: tuple(_define("lay", (number, space), name, _NAMES[space]) for space in spaces.ALL)
    for number, name in LAYABLE.items()
}
ENTER = _define_grid("enter", cards.CLASSES, _NAMES)
MOVE = tuple(
    {
        (src, dst): _define("move", (at, src, dst), name, _NAMES[src], _NAMES[dst])
        for src in spaces.ALL
        for dst in spaces.NEIGHBOURS[src]
    }
    for at, name in enumerate(cards.CLASSES)
)
ATTACK, PASS = _define_grid("attack", cards.CLASSES, cards.CLASSES), _define_row("pass", cards.CLASSES)
USE = {
    (at, card): _define("use", (at, card), name, equipment.id)
    for at, name in enumerate(cards.CLASSES)
    for card, equipment in cards.EQUIPMENT.items()
    if equipment.effect == "heal"
}
YES_NO = {verb: (_define(verb, (False,), "no"), _define(verb, (True,), "yes")) for verb in ("interrupt", "free")}
REVEAL, REVEAL_NONE = _define_row("reveal", _NAMES), _define("reveal", (None,), "no")


@cache
def skill_action(soldier: int, ability: str, kind: str = "", target: int = -1) -> Action:
    """Return the announcement of a cooldown; `kind` says what `target` is: "", "soldier" (a class) or "space"."""
    target_words = (cards.CLASSES[target] if kind == "soldier" else _NAMES[target],) if kind else ()
    return _define("skill", (soldier, ability, kind, target), cards.CLASSES[soldier], ability, *target_words)


# Only cooldowns can be announced, but other abilities are parsed so that they can be refused.
for _ability in (cards.SKILLS | cards.TALENTS).values():
    for _at in range(len(cards.CLASSES)):
        skill_action(_at, _ability.id)
        for _kind, _names in (("soldier", cards.CLASSES), ("space", _NAMES)) if _ability.kind == "cooldown" else ():
            for _target in range(len(_names)):
                skill_action(_at, _ability.id, _kind, _target)


def squad_action(members: Iterable[tuple[int, str]]) -> Action:
    """Return a squad of four (class, Gamer's handle or "") in activation order. Custom Gamers have no fixed number."""
    four = tuple(members)
    words = [cards.CLASSES[at] + (f":{handle}" if handle else "") for at, handle in four]
    return Action("squad", four, " ".join(["squad", *words]))


# By verb, what the referee deals.
_DEALT_NAMES = {"deal": cards.LOCATION_IDS, "gamers": cards.HANDLES}


def deal_action(verb: str, side: int, numbers: Iterable[int]) -> Action:
    """Return the referee's deal of Locations or Gamers to a side."""
    dealt = tuple(sorted(numbers))
    return Action(verb, (side, dealt), " ".join([verb, cards.SIDES[side], *(_DEALT_NAMES[verb][at] for at in dealt)]))


@cache
def roll_action(faces: tuple[int, ...]) -> Action:
    """Return the referee's roll; 1 is a symbol, 0 a blank."""
    return Action("roll", faces, " ".join(["roll", *map(str, faces)]))


_ACTION_BY_LOWER_TEXT = {text.lower(): action for text, action in _ACTION_BY_TEXT.items()}
_CLASS_OF = {name.lower(): at for at, name in enumerate(cards.CLASSES)}
_NUMBERS = {verb: {name.lower(): at for at, name in enumerate(names)} for verb, names in _DEALT_NAMES.items()}
_MAX_DICE = 100
FORMS = {
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
    return _ACTION_BY_TEXT.get(text) or _decode_loosely(text)


def _decode_loosely(text: str) -> Action:
    if not text.isascii():
        raise malformed(_("Use only plain letters and digits."))
    words = text.lower().split()
    if (action := _ACTION_BY_LOWER_TEXT.get(" ".join(words))) is not None:
        return action
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if verb == "roll" and 0 < len(rest) <= _MAX_DICE and set(rest) <= {"0", "1"}:
        return roll_action(tuple(map(int, rest)))
    if verb == "squad":
        return _parse_squad(text.split()[1:])
    if verb in _DEALT_NAMES:
        return _parse_deal(verb, rest)
    raise _syntax_error(verb, rest)


def _parse_squad(words: list[str]) -> Action:
    if len(words) != cards.SQUAD:
        raise malformed(_("A squad is four Soldiers in the order in which they will act."))
    members = []
    for word in words:
        name, colon, handle = word.partition(":")
        if (at := _CLASS_OF.get(name.lower())) is None:
            raise malformed(_("Unknown class: {name}.", name=repr(name[:20])))
        if colon and not HANDLE.fullmatch(handle):
            raise malformed(_("Unknown Gamer: {handle}.", handle=repr(handle[:20])))
        # Known Gamers in canonical case, others unchanged because only the match knows them (IP-27).
        number = _NUMBERS["gamers"].get(handle.lower())
        members.append((at, handle if number is None else cards.HANDLES[number]))
    return squad_action(members)


def _parse_deal(verb: str, words: list[str]) -> Action:
    numbers = _NUMBERS[verb]
    if len(words) < 2 or words[0] not in cards.SIDES or not set(words[1:]) <= set(numbers):
        raise malformed(_("Invalid deal."))
    return deal_action(verb, cards.SIDES.index(words[0]), [numbers[word] for word in words[1:]])


def _syntax_error(verb: str, rest: list[str]) -> IllegalAction:
    if verb == "move" and len(rest) == 3 and rest[0] in _CLASS_OF and {w.upper() for w in rest[1:]} <= set(SPACE_OF):
        return IllegalAction("not-adjacent", _("A step goes one space up, down, left or right."))
    if verb in FORMS:
        return malformed(_("Invalid input. Use this form: {form}.", form=FORMS[verb]))
    return malformed(_("Invalid input. Start an action with one of these words: {verbs}.", verbs=", ".join(FORMS)))
