"""The eighteen functions and the ways to start, read from `data/tokens.toml` and checked on load.

A function is a number from 0 (Delete) to 17 (Error); a token is the function for White and the function + 18 for Grey.
Sets of functions or tokens are ints with one bit each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from engines.data_files import load_toml

FILE = Path(__file__).parent / "data" / "tokens.toml"
KINDS = ("shift", "hold", "support", "spoiler")
# The functions that the rules treat one by one; the file must hold each once, in this order.
ORDER = ("DE", "PU", "TO", "TW", "FR", "SW", "SP", "FI", "CO", "MI", "IM", "EX", "GR", "LO", "HI", "ST", "GL", "ER")
FUNCTIONS = len(ORDER)
TOKENS = 2 * FUNCTIONS


class BadTokens(ValueError):
    """The token file is wrong: the message names file, key and reason."""


@dataclass(frozen=True, slots=True)
class Function:
    code: str
    name: str
    level: int
    kind: str
    verb: str


@dataclass(frozen=True, slots=True)
class Start:
    """A way to start: whether teams are `chosen` in secret (else drawn), and the functions that each must hold."""

    chosen: bool
    needs: int


@dataclass(frozen=True, slots=True)
class Tables:
    functions: tuple[Function, ...]
    team_size: int
    least_shifts: int
    starts: Mapping[str, Start]


def read(raw: Mapping[str, Any], source: str) -> Tables:
    """The tables of a token file; BadTokens where it is wrong."""
    entries = raw.get("token")
    if not isinstance(entries, list):
        raise BadTokens(f"{source}: token: a list of tokens is needed")
    functions = tuple(_function(entry, f"{source}: token[{at}]") for at, entry in enumerate(entries))
    codes = tuple(function.code for function in functions)
    if codes != ORDER:
        raise BadTokens(f"{source}: token: the codes must be {' '.join(ORDER)}, not {' '.join(codes)}")
    team = _table(raw, "team", source)
    size = _number(team, "size", 1, FUNCTIONS, f"{source}: team")
    shifts = _number(team, "shifts", 0, size, f"{source}: team")
    starts = {name: _start(entry, f"{source}: start.{name}") for name, entry in _table(raw, "start", source).items()}
    if not starts:
        raise BadTokens(f"{source}: start: at least one way to start is needed")
    return Tables(functions, size, shifts, starts)


def _table(raw: Mapping[str, Any], key: str, source: str) -> dict[str, Any]:
    found = raw.get(key)
    if not isinstance(found, dict):
        raise BadTokens(f"{source}: {key}: a table is needed")
    return found


def _number(table: Mapping[str, Any], key: str, least: int, most: int, where: str) -> int:
    found = table.get(key)
    if type(found) is not int or not least <= found <= most:
        raise BadTokens(f"{where}.{key}: a whole number from {least} to {most} is needed")
    return found


def _function(entry: Any, where: str) -> Function:
    shape = {"code": str, "name": str, "level": int, "kind": str, "verb": str}
    if not isinstance(entry, dict):
        raise BadTokens(f"{where}: a table is needed")
    for key, wanted in shape.items():
        if type(entry.get(key)) is not wanted:
            raise BadTokens(f"{where}.{key}: a value of type {wanted.__name__} is needed")
    if unknown := sorted(set(entry) - set(shape)):
        raise BadTokens(f"{where}.{unknown[0]}: unknown key")
    if entry["kind"] not in KINDS:
        raise BadTokens(f"{where}.kind: {entry['kind']!r} is none of {', '.join(KINDS)}")
    _number(entry, "level", 1, 3, where)
    if entry["verb"] not in ("", entry["name"].lower()):
        raise BadTokens(f"{where}.verb: {entry['name'].lower()!r} or nothing is needed")
    return Function(**entry)


def _start(entry: Any, where: str) -> Start:
    if not isinstance(entry, dict) or type(entry.get("chosen")) is not bool:
        raise BadTokens(f"{where}.chosen: true or false is needed")
    needs = entry.get("needs")
    if not isinstance(needs, list) or not all(code in ORDER for code in needs):
        raise BadTokens(f"{where}.needs: a list of codes out of {' '.join(ORDER)} is needed")
    return Start(entry["chosen"], sum(1 << ORDER.index(code) for code in set(needs)))


def load(path: Path = FILE) -> Tables:
    """Read a token file; BadTokens names what is wrong with it."""
    return read(load_toml(path, BadTokens), path.name)


TABLES = load()
CODES = ORDER
FUNCTION_OF = {code: number for number, code in enumerate(CODES)}
NAMES = tuple(function.name for function in TABLES.functions)
LEVELS = tuple(function.level for function in TABLES.functions)
VERBS = tuple(function.verb for function in TABLES.functions)
FUNCTION_BY_VERB = {verb: number for number, verb in enumerate(VERBS) if verb}
STARTS = TABLES.starts
TEAM_SIZE = TABLES.team_size
LEAST_SHIFTS = TABLES.least_shifts
SHIFTS = sum(1 << number for number, function in enumerate(TABLES.functions) if function.kind == "shift")
DE, PU, TO, TW, FR, SW, SP, FI, CO, MI, IM, EX, GR, LO, HI, ST, GL, ER = range(FUNCTIONS)
ALL = (1 << FUNCTIONS) - 1
# By token: function and seat.
FUNCTION = tuple(token % FUNCTIONS for token in range(TOKENS))
OWNER = tuple(token // FUNCTIONS for token in range(TOKENS))
SIDE = (ALL, ALL << FUNCTIONS)  # all tokens of a seat


def bits(mask: int) -> list[int]:
    """The numbers in a set, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def codes(mask: int) -> list[str]:
    """Return the codes of a set of functions, in team order."""
    return [CODES[number] for number in bits(mask)]


def within(levels: int) -> int:
    """Return the functions of a level and below."""
    return sum(1 << number for number in range(FUNCTIONS) if LEVELS[number] <= levels)


@cache
def teams(start: str, levels: int) -> tuple[int, ...]:
    """Return every valid team (ZO-2), in a fixed order; empty where the level forbids what the start needs."""
    allowed = [1 << number for number in bits(within(levels))]
    needs = STARTS[start].needs
    made = (sum(chosen) for chosen in combinations(allowed, TEAM_SIZE))
    return tuple(team for team in made if team & needs == needs and (team & SHIFTS).bit_count() >= LEAST_SHIFTS)
