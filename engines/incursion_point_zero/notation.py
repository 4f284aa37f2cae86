"""Text to action (see docs/rules/incursion-point-zero.md). Capitals and spare spaces do not matter."""

from __future__ import annotations

from engines.contract import IllegalAction
from engines.incursion_point_zero import actions
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import CLASSES, GAMER_OF, HANDLES, LOCATION_OF, SIDES, SQUAD
from engines.incursion_point_zero.gamers import HANDLE
from engines.incursion_point_zero.spaces import SPACE_OF
from engines.words import Message, say

_FIXED = actions.fixed()
_FOLDED = {text.lower(): action for text, action in _FIXED.items()}
_CLASS_OF = {name.lower(): at for at, name in enumerate(CLASSES)}
_GAMER_OF = {handle.lower(): at for handle, at in GAMER_OF.items()}
_LOCATION_OF = {name.lower(): at for name, at in LOCATION_OF.items()}
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
    action = _FIXED.get(text)
    return action if action is not None else _decode_loosely(text)


def _decode_loosely(text: str) -> Action:
    if not text.isascii():
        raise _malformed(say("Only plain letters and digits are understood."))
    words = text.lower().split()
    if (action := _FOLDED.get(" ".join(words))) is not None:
        return action
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if verb == "roll" and 0 < len(rest) <= _MOST_DICE and set(rest) <= {"0", "1"}:
        return actions.roll(map(int, rest))
    if verb == "squad":
        return _squad(text.split()[1:])
    if verb in ("deal", "gamers"):
        return _dealt(verb, rest)
    raise _explain(verb, rest)


def _squad(words: list[str]) -> Action:
    if len(words) != SQUAD:
        raise _malformed(say("A squad is four Soldiers in the order in which they will act."))
    members = []
    for word in words:
        name, colon, handle = word.partition(":")
        if (at := _CLASS_OF.get(name.lower())) is None:
            raise _malformed(say("There is no class {name}.", name=repr(name[:20])))
        members.append((at, _handle(handle) if colon else ""))
    return actions.squad(members)


def _handle(word: str) -> str:
    """As it is printed, or as it stands where only the match may know it (IP-27)."""
    if (known := _GAMER_OF.get(word.lower())) is not None:
        return HANDLES[known]
    if not HANDLE.fullmatch(word):
        raise _malformed(say("There is no Gamer {handle}.", handle=repr(word[:20])))
    return word


def _dealt(verb: str, words: list[str]) -> Action:
    known = _LOCATION_OF if verb == "deal" else _GAMER_OF
    if len(words) < 2 or words[0] not in SIDES or not set(words[1:]) <= set(known):
        raise _malformed(say("That is no deal."))
    make = actions.deal if verb == "deal" else actions.gamers
    return make(SIDES.index(words[0]), [known[word] for word in words[1:]])


def _explain(verb: str, rest: list[str]) -> IllegalAction:
    if verb == "move" and len(rest) == 3 and rest[0] in _CLASS_OF and {w.upper() for w in rest[1:]} <= set(SPACE_OF):
        return IllegalAction("not-adjacent", say("A step leads to the next space up, down, left or right."))
    if verb in SHAPES:
        return _malformed(say("That is not understood. It is written like: {form}.", form=SHAPES[verb]))
    return _malformed(say("That is not understood. An action begins with {verbs}.", verbs=", ".join(SHAPES)))


def _malformed(text: Message) -> IllegalAction:
    return IllegalAction("malformed", text)
