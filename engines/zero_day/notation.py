"""Text to action (see docs/rules/zero-day.md). Capitals, outer and double spaces do not matter."""

from __future__ import annotations

from engines.contract import IllegalAction
from engines.words import Message, marked, say, told
from engines.zero_day import actions, initiative_track, map_tiles
from engines.zero_day.actions import Action
from engines.zero_day.cards import CARD_OF, KEYS, OPERATION_OF, VIRUS_OF
from engines.zero_day.state import State

_TEXTS = {action.text: action for action in actions.FIXED}
_FOLDED = {text.lower(): action for text, action in _TEXTS.items()}
_NAMED = {
    "board": {name.lower(): tile for name, tile in map_tiles.TILE_OF.items()},
    "initiative": {str(tile): tile for tile in range(initiative_track.SPOTS)},
    "operations": {name.lower(): number for name, number in OPERATION_OF.items()},
    "viruses": {name.lower(): virus for name, virus in VIRUS_OF.items()},
    "personal": {name.lower(): virus for name, virus in VIRUS_OF.items()},
}
_DRAWN = {
    "board": actions.board,
    "initiative": actions.initiative,
    "operations": actions.operations,
    "viruses": actions.viruses,
    "personal": actions.personal,
}
_GOODS = {name: number for number, name in enumerate(actions.GOODS)}
_PLUS = {name: number for number, name in enumerate(actions.PLUS)}
_SEATS = {name: number for number, name in enumerate(actions.SEATS)}
_CARDS = {name.lower(): card for name, card in CARD_OF.items()}
_FORMS = {
    "credentials": marked("credentials and four different cards, such as credentials 0 1 3 5"),
    "init": marked("init and a spot from 0 to 9"),
    "token": marked("token, Defense, Econ or Util, and a place, such as token Econ R2"),
    "tile": marked("tile, and for a Pointer a spot, such as tile 4"),
    "virus": marked("virus and Alice, Bob, Carol, Matilda credits or Matilda proxies"),
    "end": marked("end, with nothing behind it"),
    "stack": marked("stack, an operation and a card, such as stack Invest 7"),
    "resolve": marked("resolve and an operation, such as resolve Invest"),
    "scan": marked("scan and a place, such as scan R3"),
    "purge": marked("purge and a virus, such as purge Bob"),
    "swap": marked("swap and two different spots, such as swap 2 7"),
    "jack-in": marked("jack-in and a place, such as jack-in T1"),
    "jump": marked("jump and a place, such as jump R2, or jump R2 sybil 4"),
    "jack-out": marked("jack-out, with nothing behind it"),
    "credits": marked("credits, with nothing behind it"),
    "tile-action": marked("tile-action, in the Slum with +credit or +proxy, such as tile-action 2 credits +proxy"),
    "install": marked("install, a virus and a key, such as install Bob 3"),
    "uninstall": marked("uninstall, a virus and a key, such as uninstall Bob 3"),
    "deny": marked("deny and an operation, such as deny Invest"),
    "hack": marked("hack, perhaps unused, and keys, such as hack 1 3 5 7 or hack unused 1 2 3 4 5 trudy 5"),
    "repeat": marked("repeat, perhaps unused, and keys, such as repeat 1 3 5"),
    "protect": marked("protect and one of no, 0, +1, -1"),
}


def decode(text: str) -> Action:
    action = _TEXTS.get(text)
    return action if action is not None else _decode_loosely(text)


def _decode_loosely(text: str) -> Action:
    if not text.isascii():
        raise _malformed(say("Only plain letters and digits are understood."))
    words = text.lower().split()
    if (action := _FOLDED.get(" ".join(words))) is not None:
        return action
    verb, rest = (words[0], words[1:]) if words else ("", [])
    found: Action | None = None
    if verb in ("hack", "repeat"):
        found = _hack(verb, rest)
    elif verb == "tile-action":
        found = _exchange(rest)
    elif verb == "credentials":
        found = _credentials(rest)
    elif verb == "swap":
        found = _swap(rest)
    elif verb in _DRAWN or verb == "peek":
        found = _drawn(verb, rest)
    if found is None:
        raise _explain(verb)
    return found


def _keys(words: list[str]) -> int | None:
    """A set of different keys, None where a word is no key or stands twice."""
    found = 0
    for word in words:
        key = _CARDS.get(word, KEYS)
        if key == KEYS or found >> key & 1:
            return None
        found |= 1 << key
    return found


def _hack(verb: str, words: list[str]) -> Action | None:
    unused = words[:1] == ["unused"]
    words = words[unused:]
    at = words.index("trudy") if "trudy" in words else len(words)
    keys, trudys = _keys(words[:at]), _keys(words[at + 1 :])
    if not keys or trudys is None or (at < len(words) and not trudys):
        return None
    return actions.hack(verb, keys, unused, trudys)


def _exchange(words: list[str]) -> Action | None:
    *paid, plus = words or [""]
    if plus not in _PLUS:
        return None
    if not paid:
        return actions.exchange(0, 0, _PLUS[plus])
    if len(paid) != 2 or paid[1] not in _GOODS or not paid[0].isdecimal() or len(paid[0]) > 3 or not int(paid[0]):
        return None
    return actions.exchange(int(paid[0]), _GOODS[paid[1]], _PLUS[plus])


def _credentials(words: list[str]) -> Action | None:
    cards = sum({1 << _CARDS[word] for word in words if word in _CARDS})
    return actions.CREDENTIALS.get(cards) if len(words) == 4 else None


def _swap(words: list[str]) -> Action | None:
    if len(words) != 2 or not all(len(word) == 1 and word.isdecimal() for word in words):
        return None
    one, other = sorted(map(int, words))
    return actions.SWAP.get((one, other))


def _drawn(verb: str, words: list[str]) -> Action | None:
    if verb == "peek":
        cards = {_CARDS[word] for word in words[1:] if word in _CARDS}
        known = words[:1] and words[0] in _SEATS and len(cards) == len(words) - 1
        return actions.peek(_SEATS[words[0]], sum(1 << card for card in cards)) if known else None
    numbers = [_NAMED[verb].get(word, -1) for word in words]
    return _DRAWN[verb](tuple(numbers)) if words and -1 not in numbers else None


def _explain(verb: str) -> IllegalAction:
    if verb in _FORMS:
        return _malformed(say("It is written: {form}.", form=told(_FORMS[verb])))
    verbs = ", ".join(_FORMS)
    return _malformed(say("That is not understood. An action begins with one of {verbs}.", verbs=verbs))


def _malformed(text: Message) -> IllegalAction:
    return IllegalAction("malformed", text)


def note(before: State, after: State, action: Action) -> str:
    """What the record shows of a sealed action, and the number that the Admin told: `hack ? ? ? ? = 2`."""
    masked = action.public if action.public != action.text else ""
    told = after.hacks[-1].told if after.hacks is not before.hacks and after.hacks else -1
    if told < 0:
        return masked
    return f"{masked} = {told}".strip()
