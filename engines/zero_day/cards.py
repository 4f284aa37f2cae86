"""Operations, viruses and the plain numbers of the game, from the data files, checked on load.

Cards are numbers: credentials and keys 0-9, the X credential 10. Sets of cards are bits of an int.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engines.zero_day import data_files

TYPES = ("Defense", "Econ", "Util")
ALL_TYPES = "All"
EFFECTS = (
    "credits",
    "progress",
    "scramble",
    "boost",
    "eject",
    "scan",
    "purge",
    "protection",
    "shell",
    "optimize",
    "tax",
    "toll",
)
VIRUS_TYPES = ("Econ", "Offense", "Util")
VIRUS_NAMES = (
    *("Alice", "Carol", "Matilda", "Dave"),
    *("Eve", "Mallory", "Oscar", "Trudy"),
    *("Bob", "Walter", "Victor", "Sybil"),
)
_PER_SEATS = ("goal", "protection")
_SINGLE = (
    "protection_cap",
    "credits",
    "cap",
    "admin_actions",
    "jack_in",
    "wage",
    "uninstall",
    "hack",
    "remote_credits",
    "remote_proxies",
    "repeat",
    "keys",
    "credentials",
    "central_pawns",
    "open_operations",
)


@dataclass(frozen=True, slots=True)
class Operation:
    """`values[n]` is N with n cards, 0 where it cannot be resolved; `limit` is the stack limit."""

    name: str
    type: str
    basic: bool
    cost: int
    effect: str
    values: tuple[int, ...]
    text: str

    @property
    def limit(self) -> int:
        return len(self.values) - 1


@dataclass(frozen=True, slots=True)
class Virus:
    name: str
    type: str
    credits: int
    proxies: int
    text: str


@dataclass(frozen=True, slots=True)
class Terms:
    """`goal` and `protection` are by number of players, from 2."""

    goal: tuple[int, ...]
    protection: tuple[int, ...]
    protection_cap: int
    credits: int
    cap: int
    admin_actions: int
    jack_in: int
    wage: int
    uninstall: int
    hack: int
    remote_credits: int
    remote_proxies: int
    repeat: int
    keys: int
    credentials: int
    central_pawns: int
    open_operations: int


@dataclass(frozen=True, slots=True)
class Effects:
    """Numbers in the viruses' texts; Matilda's are (paid, gained)."""

    alice: int
    bob: int
    carol: int
    matilda_credits: tuple[int, ...]
    matilda_proxies: tuple[int, ...]
    dave: int


def read_operations(raw: Mapping[str, Any], file: str) -> tuple[Operation, ...]:
    shape = {"name": str, "type": str, "basic": bool, "cost": int, "effect": str, "values": list, "text": str}
    found = []
    for at, entry in enumerate(data_files.entries(raw, "operation", shape, file)):
        here = f"{file}: operation[{at}]"
        data_files.one_of(entry["type"], (*TYPES, ALL_TYPES), f"{here}.type")
        data_files.one_of(entry["effect"], EFFECTS, f"{here}.effect")
        data_files.amount(entry["cost"], f"{here}.cost")
        values = (0, *data_files.amounts(entry["values"], f"{here}.values", None))
        if not values[-1]:
            raise data_files.BadTables(f"{here}.values: the last one cannot be 0")
        found.append(Operation(**{**entry, "values": values}))
    if sum(operation.effect == "boost" for operation in found) != 1:
        raise data_files.BadTables(f"{file}: operation: exactly one has the effect boost")
    if [operation.basic for operation in found] != [True] * 3 + [False] * (len(found) - 3):
        raise data_files.BadTables(f"{file}: operation: three basic ones come first, and no more")
    return tuple(found)


def read_viruses(raw: Mapping[str, Any], file: str) -> tuple[tuple[Virus, ...], Effects]:
    shape = {"name": str, "type": str, "credits": int, "proxies": int, "text": str}
    found = []
    for at, entry in enumerate(data_files.entries(raw, "virus", shape, file)):
        here = f"{file}: virus[{at}]"
        data_files.one_of(entry["name"], VIRUS_NAMES, f"{here}.name")
        data_files.one_of(entry["type"], VIRUS_TYPES, f"{here}.type")
        for cost in ("credits", "proxies"):
            data_files.amount(entry[cost], f"{here}.{cost}")
        found.append(Virus(**entry))
    if len(found) != len(VIRUS_NAMES):
        raise data_files.BadTables(f"{file}: virus: each of {', '.join(VIRUS_NAMES)} is needed")
    if {virus.type for virus in found} != set(VIRUS_TYPES):
        raise data_files.BadTables(f"{file}: virus: at least one of each type is needed")
    return tuple(found), _read_effects(raw.get("effects"), f"{file}: effects")


def _read_effects(raw: Any, where: str) -> Effects:
    single, pairs = ("Alice", "Bob", "Carol", "Dave"), ("matilda_credits", "matilda_proxies")
    table = data_files.keys(raw, (*single, *pairs), where)
    numbers: dict[str, Any] = {key.lower(): data_files.amount(table[key], f"{where}.{key}", 1) for key in single}
    numbers |= {key: data_files.amounts(table[key], f"{where}.{key}", 2, 1) for key in pairs}
    return Effects(**numbers)


def read_terms(raw: Mapping[str, Any], file: str) -> Terms:
    table = data_files.keys(raw.get("terms"), (*_PER_SEATS, *_SINGLE), f"{file}: terms")
    numbers: dict[str, Any] = {key: data_files.amounts(table[key], f"{file}: terms.{key}", 3, 1) for key in _PER_SEATS}
    numbers |= {key: data_files.amount(table[key], f"{file}: terms.{key}", 1) for key in _SINGLE}
    if numbers["credentials"] != 4:
        raise data_files.BadTables(f"{file}: terms.credentials: the notation is made for 4")
    return Terms(**numbers)


TERMS = read_terms(data_files.read("terms.toml"), "terms.toml")
OPERATIONS = read_operations(data_files.read("operations.toml"), "operations.toml")
VIRUSES, EFFECT = read_viruses(data_files.read("viruses.toml"), "viruses.toml")

OPERATION_OF = {operation.name: number for number, operation in enumerate(OPERATIONS)}
BASICS = 3
BOOSTER = next(number for number, operation in enumerate(OPERATIONS) if operation.effect == "boost")
VIRUS_OF = {virus.name: number for number, virus in enumerate(VIRUSES)}
ALICE, BOB, CAROL, MATILDA, DAVE = (VIRUS_OF[name] for name in ("Alice", "Bob", "Carol", "Matilda", "Dave"))
EVE, MALLORY, OSCAR, TRUDY = (VIRUS_OF[name] for name in ("Eve", "Mallory", "Oscar", "Trudy"))
WALTER, VICTOR, SYBIL = (VIRUS_OF[name] for name in ("Walter", "Victor", "Sybil"))
FIRST_GAME = (ALICE, BOB, WALTER)
KEYS = 10
HAND = (1 << KEYS) - 1
X = KEYS
CARD_NAMES = (*map(str, range(KEYS)), "X")
CARD_OF = {name: card for card, name in enumerate(CARD_NAMES)}


def members(cards: int) -> tuple[int, ...]:
    """The cards of a set, ascending."""
    return _MEMBERS[cards]


_MEMBERS = tuple(tuple(card for card in range(KEYS + 1) if cards >> card & 1) for cards in range(1 << (KEYS + 1)))
