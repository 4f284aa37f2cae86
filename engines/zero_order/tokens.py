"""The eighteen functions and the ways to start, read from `data/tokens.toml` and checked on load.

A function is a number from 0 (Delete) to 17 (Error); a token is the function for White and the function + 18 for Grey.
Sets of functions or tokens are ints with one bit each.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Annotated

from engines.data_files import BadData, int_range, load, one_of

FILE = Path(__file__).parent / "data" / "tokens.toml"
KINDS = ("shift", "hold", "support", "spoiler")
# The functions with rules of their own; the file must contain each once, in this order.
ORDER = ("DE", "PU", "TO", "TW", "FR", "SW", "SP", "FI", "CO", "MI", "IM", "EX", "GR", "LO", "HI", "ST", "GL", "ER")
FUNCTIONS = len(ORDER)
TOKENS = 2 * FUNCTIONS


@dataclass(frozen=True, slots=True)
class Function:
    """A function of units."""

    code: str
    name: str
    level: Annotated[int, int_range(1, 3)]
    kind: Annotated[str, one_of(*KINDS)]
    verb: str

    def __post_init__(self) -> None:
        if self.verb not in ("", self.name.lower()):
            raise BadData(f"verb: must be {self.name.lower()!r} or empty")


@dataclass(frozen=True, slots=True)
class Team:
    """The rules for teams."""

    size: Annotated[int, int_range(1, FUNCTIONS)]
    shifts: Annotated[int, int_range(0, FUNCTIONS)]  # at least


@dataclass(frozen=True, slots=True)
class Start:
    """A way to start: whether teams are `chosen` in secret (otherwise drawn), their required functions, and ZO-29."""

    chosen: bool
    codes: tuple[Annotated[str, one_of(*ORDER)], ...] = field(metadata={"key": "needs"})
    grids_between: Annotated[int, int_range(1, 2)]

    @property
    def needs(self) -> int:
        return sum(1 << ORDER.index(code) for code in set(self.codes))


@dataclass(frozen=True, slots=True)
class Tables:
    """The data file of tokens."""

    functions: tuple[Function, ...] = field(metadata={"key": "token"})
    team: Team
    starts: Mapping[str, Start] = field(metadata={"key": "start"})

    def __post_init__(self) -> None:
        codes = tuple(function.code for function in self.functions)
        if codes != ORDER:
            raise BadData(f"token: the codes must be {' '.join(ORDER)}, not {' '.join(codes)}")
        if self.team.shifts > self.team.size:
            raise BadData("team.shifts: must not exceed the team size")
        if not self.starts:
            raise BadData("start: must have at least one way to start")


TABLES = load(Tables, FILE)
CODES = ORDER
FUNCTION_OF = {code: number for number, code in enumerate(CODES)}
UNIT_NAMES = tuple(function.name for function in TABLES.functions)
LEVELS = tuple(function.level for function in TABLES.functions)
VERBS = tuple(function.verb for function in TABLES.functions)
FUNCTION_BY_VERB = {verb: number for number, verb in enumerate(VERBS) if verb}
STARTS = TABLES.starts
TEAM_SIZE = TABLES.team.size
MIN_SHIFTS = TABLES.team.shifts
SHIFTS = sum(1 << number for number, function in enumerate(TABLES.functions) if function.kind == "shift")
DE, PU, TO, TW, FR, SW, SP, FI, CO, MI, IM, EX, GR, LO, HI, ST, GL, ER = range(FUNCTIONS)
ALL = (1 << FUNCTIONS) - 1
FORMATIONS = frozenset((FI, GR, HI))
# By token: function and seat.
FUNCTION = tuple(token % FUNCTIONS for token in range(TOKENS))
OWNER = tuple(token // FUNCTIONS for token in range(TOKENS))
SIDE = (ALL, ALL << FUNCTIONS)  # all tokens of a seat


def bits(mask: int) -> list[int]:
    """Return the numbers in a set, ascending."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return numbers


def codes(mask: int) -> list[str]:
    """Return the codes of a set of functions, in team order."""
    return [CODES[number] for number in bits(mask)]


def functions_up_to_level(levels: int) -> int:
    """Return the functions of a level and below."""
    return sum(1 << number for number in range(FUNCTIONS) if LEVELS[number] <= levels)


@cache
def valid_teams(start: str, levels: int) -> tuple[int, ...]:
    """Return every valid team (ZO-2), in a fixed order; empty if the level forbids a required function."""
    allowed = [1 << number for number in bits(functions_up_to_level(levels))]
    needs = STARTS[start].needs
    candidates = (sum(functions) for functions in combinations(allowed, TEAM_SIZE))
    return tuple(team for team in candidates if team & needs == needs and (team & SHIFTS).bit_count() >= MIN_SHIFTS)
