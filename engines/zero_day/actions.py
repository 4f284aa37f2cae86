"""The actions of Zero Day: a verb, numbers, the canonical notation and its public form.

Cards, keys, places, spots, operations and viruses are numbers; sets of them bits of an int. Actions with a fixed text
are singletons; hacks and the referee's actions are made when needed. Actions are equal if their values are.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engines.contract import IllegalAction, malformed
from engines.i18n import mark, translate as _
from engines.zero_day import cards as printed
from engines.zero_day.board import NAMES, SPOT_COUNT, TILE_NAMES

SEATS = ("admin", "hacker1", "hacker2", "hacker3")


class Action(NamedTuple):
    """An action. `public` is the text with secrets masked; if it differs from the text, that stays sealed."""

    verb: str
    args: tuple[int, ...]
    text: str
    public: str


_ACTION_BY_TEXT: dict[str, Action] = {}
"""The singleton actions by notation."""


def _create_action(verb: str, args: tuple[int, ...], *words: str) -> Action:
    text = " ".join((verb, *words))
    return Action(verb, args, text, text)


def _define(verb: str, args: tuple[int, ...], *words: str, public: str = "") -> Action:
    """Return a singleton action; `public` replaces its words if they are secret."""
    action = _create_action(verb, args, *words)
    return _ACTION_BY_TEXT.setdefault(action.text, action._replace(public=f"{verb} {public}") if public else action)


def format_cards(cards: int) -> str:
    """Return the names of a set of cards."""
    return " ".join([printed.CARD_NAMES[card] for card in printed.members(cards)])


@lru_cache(1 << 12)
def subsets(cards: int, size: int) -> tuple[int, ...]:
    """Return the subsets of a set of cards with this size."""
    return tuple(sum(1 << card for card in subset) for subset in combinations(printed.members(cards), size))


def _define_row(verb: str, names: Iterable[str]) -> tuple[Action, ...]:
    """Return the actions of a verb with one word, by its number."""
    return tuple(_define(verb, (number,), name) for number, name in enumerate(names))


def _define_grid(verb: str, names: Iterable[str], others: Sequence[str]) -> tuple[tuple[Action, ...], ...]:
    """Return the actions of a verb with two words, by their numbers."""
    return tuple(
        tuple(_define(verb, (row, column), name, other) for column, other in enumerate(others))
        for row, name in enumerate(names)
    )


_SPOTS = tuple(map(str, range(SPOT_COUNT)))
_OPERATIONS = tuple(operation.name for operation in printed.OPERATIONS)
_VIRUSES = tuple(virus.name for virus in printed.VIRUSES)
_KEYS = printed.CARD_NAMES[: printed.KEYS]
CREDENTIALS = {
    cards: _define("credentials", (cards,), format_cards(cards), public="? ? ? ?")
    for cards in subsets((1 << printed.KEYS + 1) - 1, 4)
}
INIT = _define_row("init", _SPOTS)
TOKEN = _define_grid("token", printed.TYPES, NAMES)
TILE, TILE_TO = _define("tile", ()), _define_row("tile", _SPOTS)
VIRUS = _define_row("virus", _VIRUSES)
del _ACTION_BY_TEXT["virus Matilda"]  # It needs to say what is exchanged.
MATILDAS = tuple(_define("virus", (printed.MATILDA, way), "Matilda", word) for way, word in enumerate(("credits", "proxies")))
END = _define("end", ())
STACK = tuple(
    tuple(
        _define("stack", (number, card), operation, name, public=f"{operation} ?")
        for card, name in enumerate(printed.CARD_NAMES)
    )
    for number, operation in enumerate(_OPERATIONS)
)
RESOLVE, DENY = _define_row("resolve", _OPERATIONS), _define_row("deny", _OPERATIONS)
SCAN, JACK_IN, JUMP = _define_row("scan", NAMES), _define_row("jack-in", NAMES), _define_row("jump", NAMES)
PURGE = _define_row("purge", _VIRUSES)
SWAP = {pair: _define("swap", pair, *map(str, pair)) for pair in combinations(range(SPOT_COUNT), 2)}
JUMP_SYBIL = _define_grid("jump", NAMES, [f"sybil {key}" for key in _KEYS])
JACK_OUT, WAGE, TILE_ACTION = _define("jack-out", ()), _define("credits", ()), _define("tile-action", ())
INSTALL, UNINSTALL = _define_grid("install", _VIRUSES, _KEYS), _define_grid("uninstall", _VIRUSES, _KEYS)
NO_TOKEN = _define("protect", (), "no")
PROTECT = tuple(_define("protect", (by,), word, public="?") for by, word in ((0, "0"), (1, "+1"), (-1, "-1")))
GOODS = ("credits", "proxies")
PLUS = ("+credit", "+proxy")


@lru_cache(1 << 10)
def exchange_action(count: int, paid: int, plus: int) -> Action:
    """Return a Slum's tile action: exchange `count` credits (paid 0) or proxies (paid 1), then gain one more."""
    words = (str(count), GOODS[paid]) if count else ()
    return _create_action("tile-action", (count, paid if count else 0, plus), *words, PLUS[plus])


@lru_cache(1 << 16)
def hack_action(verb: str, keys: int, unused: bool, trudys: int) -> Action:
    """Return a hack or repeat with a set of keys, perhaps against unused credentials, giving up these Trudys."""
    head = f"{verb} unused" if unused else verb
    tail = f" trudy {format_cards(trudys)}" if trudys else ""
    hidden = " ".join("?" * keys.bit_count())
    return Action(verb, (keys, int(unused), trudys), f"{head} {format_cards(keys)}{tail}", f"{head} {hidden}{tail}")


# By verb, what the referee draws.
_DRAWN_NAMES = {"board": TILE_NAMES, "initiative": _SPOTS, "operations": _OPERATIONS, "viruses": _VIRUSES, "personal": _VIRUSES}


def draw_action(verb: str, numbers: tuple[int, ...]) -> Action:
    """Return what the referee drew, in order."""
    return _create_action(verb, numbers, *(_DRAWN_NAMES[verb][number] for number in numbers))


FIRST = _define_row("first", SEATS)


def peek_action(seat: int, cards: int) -> Action:
    """Return the referee's action that shows cards to a seat because of Victor."""
    head = f"peek {SEATS[seat]}"
    hidden = " ".join("?" * cards.bit_count())
    return Action("peek", (seat, cards), f"{head} {format_cards(cards)}", f"{head} {hidden}")


_ACTION_BY_LOWER_TEXT = {text.lower(): action for text, action in _ACTION_BY_TEXT.items()}
_NUMBERS = {verb: {name.lower(): number for number, name in enumerate(names)} for verb, names in _DRAWN_NAMES.items()}
_CARD_BY_NAME = {name.lower(): card for name, card in printed.CARD_OF.items()}
_FORMS = {
    "credentials": mark("credentials and four different cards, such as credentials 0 1 3 5"),
    "init": mark("init and a spot from 0 to 9"),
    "token": mark("token, Defense, Econ or Util, and a place, such as token Econ R2"),
    "tile": mark("tile, and for a Pointer also a spot, such as tile 4"),
    "virus": mark("virus and Alice, Bob, Carol, Matilda credits or Matilda proxies"),
    "end": mark("end, with nothing after it"),
    "stack": mark("stack, an operation and a card, such as stack Invest 7"),
    "resolve": mark("resolve and an operation, such as resolve Invest"),
    "scan": mark("scan and a place, such as scan R3"),
    "purge": mark("purge and a virus, such as purge Bob"),
    "swap": mark("swap and two different spots, such as swap 2 7"),
    "jack-in": mark("jack-in and a place, such as jack-in T1"),
    "jump": mark("jump and a place, such as jump R2, or jump R2 sybil 4"),
    "jack-out": mark("jack-out, with nothing after it"),
    "credits": mark("credits, with nothing after it"),
    "tile-action": mark("tile-action; in the Slum with +credit or +proxy, such as tile-action 2 credits +proxy"),
    "install": mark("install, a virus and a key, such as install Bob 3"),
    "uninstall": mark("uninstall, a virus and a key, such as uninstall Bob 3"),
    "deny": mark("deny and an operation, such as deny Invest"),
    "hack": mark("hack, optionally unused, and keys, such as hack 1 3 5 7 or hack unused 1 2 3 4 5 trudy 5"),
    "repeat": mark("repeat, optionally unused, and keys, such as repeat 1 3 5"),
    "protect": mark("protect and one of no, 0, +1, -1"),
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
    parsed = _parse_hack(verb, rest) if verb in ("hack", "repeat") else None
    if verb == "tile-action":
        parsed = _parse_exchange(rest)
    elif verb == "credentials" and len(rest) == 4:
        parsed = CREDENTIALS.get(sum({1 << _CARD_BY_NAME[word] for word in rest if word in _CARD_BY_NAME}))
    elif verb == "swap":
        parsed = _parse_swap(rest)
    elif verb in _DRAWN_NAMES or verb == "peek":
        parsed = _parse_draw(verb, rest)
    if parsed is None:
        raise _syntax_error(verb)
    return parsed


def _parse_keys(words: list[str]) -> int | None:
    """Return a set of different keys, None if a word is not a key or is repeated."""
    keys = 0
    for word in words:
        key = _CARD_BY_NAME.get(word, printed.KEYS)
        if key == printed.KEYS or keys >> key & 1:
            return None
        keys |= 1 << key
    return keys


def _parse_hack(verb: str, words: list[str]) -> Action | None:
    unused = words[:1] == ["unused"]
    words = words[unused:]
    at = words.index("trudy") if "trudy" in words else len(words)
    keys, trudys = _parse_keys(words[:at]), _parse_keys(words[at + 1 :])
    if not keys or trudys is None or (at < len(words) and not trudys):
        return None
    return hack_action(verb, keys, unused, trudys)


def _parse_exchange(words: list[str]) -> Action | None:
    *paid, plus = words or [""]
    if plus not in PLUS:
        return None
    if not paid:
        return exchange_action(0, 0, PLUS.index(plus))
    if len(paid) != 2 or paid[1] not in GOODS or not paid[0].isdecimal() or len(paid[0]) > 3 or not int(paid[0]):
        return None
    return exchange_action(int(paid[0]), GOODS.index(paid[1]), PLUS.index(plus))


def _parse_swap(words: list[str]) -> Action | None:
    if len(words) != 2 or not all(len(word) == 1 and word.isdecimal() for word in words):
        return None
    first, second = sorted(map(int, words))
    return SWAP.get((first, second))


def _parse_draw(verb: str, words: list[str]) -> Action | None:
    if verb == "peek":
        cards = {_CARD_BY_NAME[word] for word in words[1:] if word in _CARD_BY_NAME}
        is_valid = words[:1] and words[0] in SEATS and len(cards) == len(words) - 1
        return peek_action(SEATS.index(words[0]), sum(1 << card for card in cards)) if is_valid else None
    numbers = [_NUMBERS[verb].get(word, -1) for word in words]
    return draw_action(verb, tuple(numbers)) if words and -1 not in numbers else None


def _syntax_error(verb: str) -> IllegalAction:
    if verb in _FORMS:
        return malformed(_("Enter {form}.", form=_(_FORMS[verb])))
    verbs = ", ".join(_FORMS)
    return malformed(_("Invalid input. Start an action with one of {verbs}.", verbs=verbs))
