"""Operations, viruses and the numerical constants of the game, from the data files, checked on load.

Cards are numbers: credentials and keys 0-9, the X credential 10. Sets of cards are bits of an int.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

from engines.data_files import Check, check_different, check_that, int_range, load, one_of

FOLDER = Path(__file__).parent / "data"
TYPES = ("Defense", "Econ", "Util")
ALL_TYPES = "All"
EFFECTS = (
    *("credits", "progress", "scramble", "boost", "eject", "scan"),
    *("purge", "protection", "shell", "optimize", "tax", "toll"),
)
VIRUS_TYPES = ("Econ", "Offense", "Util")
VIRUS_NAMES = (
    *("Alice", "Carol", "Matilda", "Dave"),
    *("Eve", "Mallory", "Oscar", "Trudy"),
    *("Bob", "Walter", "Victor", "Sybil"),
)
Amount = Annotated[int, int_range(0)]
PositiveInt = Annotated[int, int_range(1)]


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation. `values[n]` is N with n cards, 0 if it cannot be resolved; `limit` is the stack limit."""

    name: str
    type: Annotated[str, one_of(*TYPES, ALL_TYPES)]
    basic: bool
    cost: Amount
    effect: Annotated[str, one_of(*EFFECTS)]
    values: tuple[Amount, ...]
    text: str

    def __post_init__(self) -> None:
        check_that(self.values and self.values[-1], "values: the last one cannot be 0")

    @property
    def limit(self) -> int:
        return len(self.values) - 1


@dataclass(frozen=True, slots=True)
class Operations:
    """The data file of operations. The first of an operation's `values` is for one card."""

    operation: tuple[Operation, ...]

    def __post_init__(self) -> None:
        check_different((row.name for row in self.operation), "operation.name")
        boosts, basic = sum(row.effect == "boost" for row in self.operation), [row.basic for row in self.operation]
        check_that(boosts == 1, "operation: exactly one must have the effect boost")
        check_that(basic == [True] * 3 + [False] * (len(basic) - 3), "operation: exactly the first three must be basic")


@dataclass(frozen=True, slots=True)
class Virus:
    """A virus."""

    name: Annotated[str, one_of(*VIRUS_NAMES)]
    type: Annotated[str, one_of(*VIRUS_TYPES)]
    credits: Amount
    proxies: Amount
    text: str


@dataclass(frozen=True, slots=True)
class Effects:
    """Numbers in the viruses' texts; Matilda's are (paid, gained)."""

    alice: PositiveInt = field(metadata={"key": "Alice"})
    bob: PositiveInt = field(metadata={"key": "Bob"})
    carol: PositiveInt = field(metadata={"key": "Carol"})
    matilda_credits: tuple[PositiveInt, PositiveInt]
    matilda_proxies: tuple[PositiveInt, PositiveInt]
    dave: PositiveInt = field(metadata={"key": "Dave"})


@dataclass(frozen=True, slots=True)
class Viruses:
    """The data file of viruses."""

    virus: tuple[Virus, ...]
    effects: Effects

    def __post_init__(self) -> None:
        check_different((virus.name for virus in self.virus), "virus.name")
        check_that(len(self.virus) == len(VIRUS_NAMES), f"virus: must have each of {', '.join(VIRUS_NAMES)}")
        types = {virus.type for virus in self.virus}
        check_that(types == set(VIRUS_TYPES), "virus: must have at least one of each type")


@dataclass(frozen=True, slots=True)
class RuleConstants:
    """Constants of the rules. `goal` is by number of players, from 2."""

    goal: tuple[PositiveInt, PositiveInt, PositiveInt]
    protection_cap: PositiveInt
    credits: PositiveInt
    cap: PositiveInt
    admin_actions: PositiveInt
    jack_in: PositiveInt
    wage: PositiveInt
    uninstall: PositiveInt
    hack: PositiveInt
    remote_credits: PositiveInt
    remote_proxies: PositiveInt
    repeat: PositiveInt
    keys: PositiveInt
    credentials: Annotated[int, Check(lambda value: value == 4, "must be 4, as in the notation")]
    central_pawns: PositiveInt
    open_operations: PositiveInt


@dataclass(frozen=True, slots=True)
class ConstantsFile:
    """The data file of constants."""

    terms: RuleConstants


KINDS = ("plain", "advanced", "first game")
BySeats = tuple[Amount, Amount, Amount]


@dataclass(frozen=True, slots=True)
class Start:
    """What players begin with in one kind of game, by number of players, from 2: the Admin, and each Hacker (info)."""

    version: PositiveInt
    kind: Annotated[str, one_of(*KINDS)]
    credits: BySeats
    protection: BySeats
    info: BySeats


@dataclass(frozen=True, slots=True)
class Starts:
    """The data file of what matches begin with, by version of the rules."""

    start: tuple[Start, ...]

    def __post_init__(self) -> None:
        check_different((f"{row.version} {row.kind}" for row in self.start), "start")
        check_that({row.kind for row in self.start if row.version == 1} == set(KINDS), "start: version 1 must have all kinds")

    def find(self, version: int, *, advanced: bool, first_game: bool) -> Start:
        """Return what a match of this version begins with; a first game of the advanced game begins like a first game."""
        kind = "first game" if first_game else "advanced" if advanced else "plain"
        return max((row for row in self.start if row.kind == kind and row.version <= version), key=lambda row: row.version)


STARTS = load(Starts, FOLDER / "starts.toml")
RULES = load(ConstantsFile, FOLDER / "terms.toml").terms
OPERATIONS = tuple(replace(card, values=(0, *card.values)) for card in load(Operations, FOLDER / "operations.toml").operation)
_VIRUSES = load(Viruses, FOLDER / "viruses.toml")
VIRUSES, AMOUNTS = _VIRUSES.virus, _VIRUSES.effects

OPERATION_OF = {operation.name: number for number, operation in enumerate(OPERATIONS)}
BASIC_COUNT = 3
BOOSTER = next(number for number, operation in enumerate(OPERATIONS) if operation.effect == "boost")
VIRUS_OF = {virus.name: number for number, virus in enumerate(VIRUSES)}
ALICE, BOB, CAROL, MATILDA, DAVE = (VIRUS_OF[name] for name in ("Alice", "Bob", "Carol", "Matilda", "Dave"))
EVE, MALLORY, OSCAR, TRUDY = (VIRUS_OF[name] for name in ("Eve", "Mallory", "Oscar", "Trudy"))
WALTER, VICTOR, SYBIL = (VIRUS_OF[name] for name in ("Walter", "Victor", "Sybil"))
FIRST_GAME_VIRUSES = (ALICE, BOB, WALTER)
KEYS = 10
ALL_KEYS = (1 << KEYS) - 1
X = KEYS
CARD_NAMES = (*map(str, range(KEYS)), "X")
CARD_OF = {name: card for card, name in enumerate(CARD_NAMES)}


def to_mask(cards: Iterable[int]) -> int:
    """Return the bit set of these cards."""
    return sum(1 << card for card in cards)


def members(cards: int) -> tuple[int, ...]:
    """Return the cards of a set, ascending."""
    return _MEMBERS[cards]


_MEMBERS = tuple(tuple(card for card in range(KEYS + 1) if cards >> card & 1) for cards in range(1 << (KEYS + 1)))
