"""What can be done in Zero Day: a verb, numbers, the canonical notation and its public form.

Cards, keys, places, spots, operations and viruses are numbers; sets of them bits of an int. Actions with a fixed text
exist once; hacks and the referee's are made when needed. Actions are equal when their values are.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engines.zero_day import initiative_track, map_tiles
from engines.zero_day.cards import (
    CARD_NAMES,
    HAND,
    KEYS,
    MATILDA,
    OPERATIONS,
    TYPES,
    VIRUSES,
    members,
)

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
    return " ".join([CARD_NAMES[card] for card in members(cards)])


def _quad(cards: int) -> Action:
    return Action("credentials", (cards,), f"credentials {names(cards)}", "credentials ? ? ? ?")


@lru_cache(1 << 12)
def subsets(cards: int, size: int) -> tuple[int, ...]:
    """The subsets of a set of cards that have a size."""
    return tuple(sum(1 << card for card in chosen) for chosen in combinations(members(cards), size))


CREDENTIALS = {cards: _quad(cards) for cards in subsets((1 << KEYS + 1) - 1, 4)}
INIT = tuple(_open("init", (spot,), str(spot)) for spot in range(initiative_track.SPOTS))
TOKEN = tuple(
    tuple(_open("token", (kind, place), name, at) for place, at in enumerate(map_tiles.NAMES))
    for kind, name in enumerate(TYPES)
)
TILE = _open("tile", ())
TILE_TO = tuple(_open("tile", (spot,), str(spot)) for spot in range(initiative_track.SPOTS))
VIRUS = tuple(_open("virus", (virus,), kind.name) for virus, kind in enumerate(VIRUSES))
MATILDAS = tuple(_open("virus", (MATILDA, way), "Matilda", word) for way, word in enumerate(("credits", "proxies")))
END = _open("end", ())
STACK = tuple(
    tuple(
        Action("stack", (number, card), f"stack {operation.name} {name}", f"stack {operation.name} ?")
        for card, name in enumerate(CARD_NAMES)
    )
    for number, operation in enumerate(OPERATIONS)
)
RESOLVE = tuple(_open("resolve", (number,), operation.name) for number, operation in enumerate(OPERATIONS))
SCAN = tuple(_open("scan", (place,), name) for place, name in enumerate(map_tiles.NAMES))
PURGE = tuple(_open("purge", (virus,), kind.name) for virus, kind in enumerate(VIRUSES))
SWAP = {
    (one, other): _open("swap", (one, other), str(one), str(other))
    for one, other in combinations(range(initiative_track.SPOTS), 2)
}
JACK_IN = tuple(_open("jack-in", (place,), name) for place, name in enumerate(map_tiles.NAMES))
JUMP = tuple(_open("jump", (place,), name) for place, name in enumerate(map_tiles.NAMES))
JUMP_SYBIL = tuple(
    tuple(_open("jump", (place, key), name, "sybil", str(key)) for key in range(KEYS))
    for place, name in enumerate(map_tiles.NAMES)
)
JACK_OUT = _open("jack-out", ())
WAGE = _open("credits", ())
TILE_ACTION = _open("tile-action", ())
INSTALL = tuple(
    tuple(_open("install", (virus, key), kind.name, str(key)) for key in range(KEYS))
    for virus, kind in enumerate(VIRUSES)
)
UNINSTALL = tuple(
    tuple(_open("uninstall", (virus, key), kind.name, str(key)) for key in range(KEYS))
    for virus, kind in enumerate(VIRUSES)
)
DENY = tuple(_open("deny", (number,), operation.name) for number, operation in enumerate(OPERATIONS))
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


# What the referee draws.
def board(tiles: tuple[int, ...]) -> Action:
    return _open("board", tiles, *(map_tiles.TILE_NAMES[tile] for tile in tiles))


def initiative(order: tuple[int, ...]) -> Action:
    return _open("initiative", order, *map(str, order))


def operations(drawn: tuple[int, ...]) -> Action:
    return _open("operations", drawn, *(OPERATIONS[number].name for number in drawn))


def viruses(drawn: tuple[int, ...]) -> Action:
    return _open("viruses", drawn, *(VIRUSES[virus].name for virus in drawn))


def personal(dealt: tuple[int, ...]) -> Action:
    return _open("personal", dealt, *(VIRUSES[virus].name for virus in dealt))


FIRST = tuple(_open("first", (seat,), name) for seat, name in enumerate(SEATS))


def peek(seat: int, cards: int) -> Action:
    head = f"peek {SEATS[seat]}"
    hidden = " ".join("?" * cards.bit_count())
    return Action("peek", (seat, cards), f"{head} {names(cards)}", f"{head} {hidden}")


FIXED: tuple[Action, ...] = (
    *CREDENTIALS.values(),
    *INIT,
    *(action for row in TOKEN for action in row),
    TILE,
    *TILE_TO,
    *(action for virus, action in enumerate(VIRUS) if virus != MATILDA),
    *MATILDAS,
    END,
    *(action for row in STACK for action in row),
    *RESOLVE,
    *SCAN,
    *PURGE,
    *SWAP.values(),
    *JACK_IN,
    *JUMP,
    *(action for row in JUMP_SYBIL for action in row),
    JACK_OUT,
    WAGE,
    TILE_ACTION,
    *(action for row in (*INSTALL, *UNINSTALL) for action in row),
    *DENY,
    NO_TOKEN,
    *PROTECT,
    *FIRST,
    *(
        hack(verb, keys, unused, 0)
        for verb in ("hack", "repeat")
        for unused in (False, True)
        for keys in subsets(HAND, 4)
    ),
)
