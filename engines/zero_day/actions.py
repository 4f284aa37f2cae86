"""What can be done in Zero Day: a verb, numbers, the canonical notation and its public form.

Cards, keys, places, spots, operations and viruses are numbers; sets of them bits of an int. Actions with a fixed text
exist once; hacks and the referee's are made when needed. Actions are equal when their values are.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engines.contract import IllegalAction, malformed
from engines.words import marked, say, told
from engines.zero_day import cards as printed
from engines.zero_day.board import NAMES, SPOTS, TILE_NAMES

SEATS = ("admin", "hacker1", "hacker2", "hacker3")


class Action(NamedTuple):
    """`public` is the text with the secrets masked; where it is another one, the text stays sealed."""

    verb: str
    args: tuple[int, ...]
    text: str
    public: str


def _open(verb: str, args: tuple[int, ...], *words: str) -> Action:
    text = " ".join((verb, *words))
    return Action(verb, args, text, text)


def names(cards: int) -> str:
    return " ".join([printed.CARD_NAMES[card] for card in printed.members(cards)])


@lru_cache(1 << 12)
def subsets(cards: int, size: int) -> tuple[int, ...]:
    """Return the subsets of a set of cards that have a size."""
    return tuple(sum(1 << card for card in chosen) for chosen in combinations(printed.members(cards), size))


def _named(verb: str, names: Iterable[str]) -> tuple[Action, ...]:
    """Return the actions of a verb with one word, by its number."""
    return tuple(_open(verb, (number,), name) for number, name in enumerate(names))


def _on_keys(verb: str) -> tuple[tuple[Action, ...], ...]:
    """Return the actions of a verb with a virus and a key, by their numbers."""
    return tuple(
        tuple(_open(verb, (virus, key), kind.name, str(key)) for key in range(printed.KEYS))
        for virus, kind in enumerate(printed.VIRUSES)
    )


_SPOTS = tuple(map(str, range(SPOTS)))
_OPERATIONS = tuple(operation.name for operation in printed.OPERATIONS)
_VIRUSES = tuple(virus.name for virus in printed.VIRUSES)
CREDENTIALS = {
    cards: Action("credentials", (cards,), f"credentials {names(cards)}", "credentials ? ? ? ?")
    for cards in subsets((1 << printed.KEYS + 1) - 1, 4)
}
INIT = _named("init", _SPOTS)
TOKEN = tuple(
    tuple(_open("token", (kind, place), name, at) for place, at in enumerate(NAMES))
    for kind, name in enumerate(printed.TYPES)
)
TILE = _open("tile", ())
TILE_TO = _named("tile", _SPOTS)
VIRUS = _named("virus", _VIRUSES)
MATILDAS = tuple(
    _open("virus", (printed.MATILDA, way), "Matilda", word) for way, word in enumerate(("credits", "proxies"))
)
END = _open("end", ())
STACK = tuple(
    tuple(
        Action("stack", (number, card), f"stack {operation} {name}", f"stack {operation} ?")
        for card, name in enumerate(printed.CARD_NAMES)
    )
    for number, operation in enumerate(_OPERATIONS)
)
RESOLVE, DENY = _named("resolve", _OPERATIONS), _named("deny", _OPERATIONS)
SCAN, JACK_IN, JUMP = _named("scan", NAMES), _named("jack-in", NAMES), _named("jump", NAMES)
PURGE = _named("purge", _VIRUSES)
SWAP = {(one, other): _open("swap", (one, other), str(one), str(other)) for one, other in combinations(range(SPOTS), 2)}
JUMP_SYBIL = tuple(
    tuple(_open("jump", (place, key), name, "sybil", str(key)) for key in range(printed.KEYS))
    for place, name in enumerate(NAMES)
)
JACK_OUT = _open("jack-out", ())
WAGE = _open("credits", ())
TILE_ACTION = _open("tile-action", ())
INSTALL, UNINSTALL = _on_keys("install"), _on_keys("uninstall")
NO_TOKEN = Action("protect", (), "protect no", "protect no")
PROTECT = tuple(
    Action("protect", (by,), f"protect {word}", "protect ?") for by, word in ((0, "0"), (1, "+1"), (-1, "-1"))
)
GOODS = ("credits", "proxies")
PLUS = ("+credit", "+proxy")


@lru_cache(1 << 10)
def exchange(count: int, paid: int, plus: int) -> Action:
    """A Slum's tile action: `count` credits (paid 0) or proxies (paid 1) for as many of the other, then one more."""
    words = (str(count), GOODS[paid]) if count else ()
    return _open("tile-action", (count, paid if count else 0, plus), *words, PLUS[plus])


@lru_cache(1 << 16)
def hack(verb: str, keys: int, unused: bool, trudys: int) -> Action:
    """A hack or its repeat with a set of keys, perhaps against the unused credentials; these Trudys leave for it."""
    head = f"{verb} unused" if unused else verb
    tail = f" trudy {names(trudys)}" if trudys else ""
    hidden = " ".join("?" * keys.bit_count())
    return Action(verb, (keys, int(unused), trudys), f"{head} {names(keys)}{tail}", f"{head} {hidden}{tail}")


# By verb, what the referee draws.
_DRAWN = {
    "board": TILE_NAMES,
    "initiative": _SPOTS,
    "operations": _OPERATIONS,
    "viruses": _VIRUSES,
    "personal": _VIRUSES,
}


def drawn(verb: str, numbers: tuple[int, ...]) -> Action:
    """Return what the referee drew, in order."""
    return _open(verb, numbers, *(_DRAWN[verb][number] for number in numbers))


FIRST = _named("first", SEATS)


def peek(seat: int, cards: int) -> Action:
    head = f"peek {SEATS[seat]}"
    hidden = " ".join("?" * cards.bit_count())
    return Action("peek", (seat, cards), f"{head} {names(cards)}", f"{head} {hidden}")


_ROWS = [*TOKEN, *STACK, *JUMP_SYBIL, *INSTALL, *UNINSTALL]
_ROWS += [INIT, TILE_TO, MATILDAS, RESOLVE, SCAN, PURGE, JACK_IN, JUMP, DENY, PROTECT, FIRST]
_ROWS += [tuple(CREDENTIALS.values()), tuple(SWAP.values()), (TILE, END, JACK_OUT, WAGE, TILE_ACTION, NO_TOKEN)]
_ROWS.append(tuple(action for virus, action in enumerate(VIRUS) if virus != printed.MATILDA))
_ROWS += [
    tuple(hack(verb, keys, unused, 0) for keys in subsets(printed.HAND, 4))
    for verb in ("hack", "repeat")
    for unused in (False, True)
]
_TEXTS = {action.text: action for row in _ROWS for action in row}
_FOLDED = {text.lower(): action for text, action in _TEXTS.items()}
_NAMED = {verb: {name.lower(): number for number, name in enumerate(names)} for verb, names in _DRAWN.items()}
_GOODS = {name: number for number, name in enumerate(GOODS)}
_PLUS = {name: number for number, name in enumerate(PLUS)}
_SEATS = {name: number for number, name in enumerate(SEATS)}
_CARDS = {name.lower(): card for name, card in printed.CARD_OF.items()}
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
    return _TEXTS.get(text) or _decode_loosely(text)


def _decode_loosely(text: str) -> Action:
    if not text.isascii():
        raise malformed(say("Only plain letters and digits are understood."))
    words = text.lower().split()
    if (action := _FOLDED.get(" ".join(words))) is not None:
        return action
    verb, rest = (words[0], words[1:]) if words else ("", [])
    found = _hack(verb, rest) if verb in ("hack", "repeat") else None
    if verb == "tile-action":
        found = _exchange(rest)
    elif verb == "credentials" and len(rest) == 4:
        found = CREDENTIALS.get(sum({1 << _CARDS[word] for word in rest if word in _CARDS}))
    elif verb == "swap":
        found = _swap(rest)
    elif verb in _DRAWN or verb == "peek":
        found = _drawn(verb, rest)
    if found is None:
        raise _explain(verb)
    return found


def _keys(words: list[str]) -> int | None:
    """Return a set of different keys, None where a word is no key or stands twice."""
    found = 0
    for word in words:
        key = _CARDS.get(word, printed.KEYS)
        if key == printed.KEYS or found >> key & 1:
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
    return hack(verb, keys, unused, trudys)


def _exchange(words: list[str]) -> Action | None:
    *paid, plus = words or [""]
    if plus not in _PLUS:
        return None
    if not paid:
        return exchange(0, 0, _PLUS[plus])
    if len(paid) != 2 or paid[1] not in _GOODS or not paid[0].isdecimal() or len(paid[0]) > 3 or not int(paid[0]):
        return None
    return exchange(int(paid[0]), _GOODS[paid[1]], _PLUS[plus])


def _swap(words: list[str]) -> Action | None:
    if len(words) != 2 or not all(len(word) == 1 and word.isdecimal() for word in words):
        return None
    one, other = sorted(map(int, words))
    return SWAP.get((one, other))


def _drawn(verb: str, words: list[str]) -> Action | None:
    if verb == "peek":
        cards = {_CARDS[word] for word in words[1:] if word in _CARDS}
        known = words[:1] and words[0] in _SEATS and len(cards) == len(words) - 1
        return peek(_SEATS[words[0]], sum(1 << card for card in cards)) if known else None
    numbers = [_NAMED[verb].get(word, -1) for word in words]
    return drawn(verb, tuple(numbers)) if words and -1 not in numbers else None


def _explain(verb: str) -> IllegalAction:
    if verb in _FORMS:
        return malformed(say("It is written: {form}.", form=told(_FORMS[verb])))
    verbs = ", ".join(_FORMS)
    return malformed(say("That is not understood. An action begins with one of {verbs}.", verbs=verbs))
