"""The lines of a tournament report as values, and the columns of a player line (TRF16).

Player numbers are starting ranks; points are in tenths. Columns count from 0 here, from 1 in FIDE's documents and in
messages.
"""

from dataclasses import dataclass

CODE, START, POINTS, RANK = slice(0, 3), slice(4, 8), slice(80, 84), slice(85, 89)
PERSON = {
    "sex": slice(9, 10),
    "title": slice(10, 13),
    "name": slice(14, 47),
    "rating": slice(48, 52),
    "federation": slice(53, 56),
    "number": slice(57, 68),
    "birth": slice(69, 79),
}
ROUNDS, CELL = 91, 10
RESULTS = "-+=01WDLHFUZ"
COLOURS = "wb-"
BYES = {"Z": 0, "H": 1, "F": 2}
"""Half points of a requested bye by its letter."""
_GAPS = (3, 8, 79, 84, 89, 90)


class BadTrf(ValueError):
    """Raised for an invalid line: a sentence `text`, and `line` from 1 (1 also for errors of the whole file)."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"Line {line}: {text}")
        self.line = line
        self.text = text


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of a player: opponent (0: none), colour (w, b, - or "") and the result's letter or sign."""

    opponent: int = 0
    colour: str = ""
    result: str = ""

    @property
    def blank(self) -> bool:
        return self == Cell()


@dataclass(frozen=True, slots=True)
class Person:
    """Personal data from a player line, as written, without surrounding spaces."""

    sex: str = ""
    title: str = ""
    name: str = ""
    rating: str = ""
    federation: str = ""
    number: str = ""
    birth: str = ""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """Line 001: a player and their rounds."""

    start: int
    person: Person = Person()
    points: int | None = None
    rank: int | None = None
    rounds: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """A line with one value: 012 to 222, 352, 362, and the extensions XX? and BB?."""

    code: str
    value: str


@dataclass(frozen=True, slots=True)
class Byes:
    """Line 240 (TRF26): players with a requested bye; `kind` is F, H or Z."""

    kind: str
    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Line 250 (TRF26): fictitious points in a range of rounds for a range of players."""

    points: int
    first_round: int
    last_round: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Fictitious:
    """Line XXA: the fictitious points of one player by round."""

    start: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prohibited:
    """Line 260 (TRF26): players who must not meet each other in a range of rounds."""

    first_round: int
    last_round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """Line XXP: players who must never meet each other. Line XXZ: players absent from the next round."""

    code: str
    players: tuple[int, ...]


Record = PlayerLine | Field | Byes | Acceleration | Fictitious | Prohibited | Listed


class OffColumn(ValueError):
    """Raised if a line does not keep to the columns; the message says where."""


def parse_person(line: str) -> Person:
    """Return the personal data of a player line."""
    return Person(**{name: line[columns].strip() for name, columns in PERSON.items()})


def parse_player(line: str) -> PlayerLine:
    """Parse a 001 line with all fields in their columns. Raises OffColumn."""
    for column in _GAPS:
        if line[column : column + 1].strip():
            raise OffColumn(f"Column {column + 1} of a player line is blank, but here it is “{line[column]}”.")
    if "\t" in line:
        raise OffColumn("A player line with tabs cannot be read by columns.")
    start = parse_number(line[START], "the starting rank (columns 5 to 8)")
    if not start:
        raise OffColumn("The player has no starting rank (columns 5 to 8).")
    rank = parse_number(line[RANK], "the rank (columns 86 to 89)") if line[RANK].strip() else None
    return PlayerLine(start, parse_person(line), to_tenths(line[POINTS]), rank, parse_cells(line[ROUNDS:]))


def parse_cells(text: str) -> tuple[Cell, ...]:
    """Parse the rounds of a player line, without blank rounds at the end."""
    result = [_parse_cell(text[column : column + CELL], column // CELL + 1) for column in range(0, len(text), CELL)]
    while result and result[-1].blank:
        result.pop()
    return tuple(result)


def _parse_cell(text: str, number: int) -> Cell:
    if not text.strip():
        return Cell()
    text = text.ljust(CELL)
    if any(text[column].strip() for column in (4, 6, 8, 9)):
        raise OffColumn(f"Round {number} cannot be read: “{text.strip()}”.")
    return build_cell(text[:4], text[5], text[7], number)


def build_cell(opponent: str, colour: str, result: str, number: int) -> Cell:
    """Return a round from its three parts, in lower or upper case."""
    colour, result = colour.strip().lower(), result.strip().upper()
    if colour and colour not in COLOURS:
        raise OffColumn(f"Round {number} has the colour “{colour}”; expected w, b or -.")
    if result and result not in RESULTS:
        raise OffColumn(f"Round {number} has the result “{result}”; expected one of {' '.join(RESULTS)}.")
    return Cell(parse_number(opponent, f"the opponent of round {number}"), colour, result)


def parse_number(text: str, title: str) -> int:
    """Return an integer, 0 for blanks."""
    text = text.strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()):
        raise OffColumn(f"“{text}” is not a number for {title}.")
    return int(text)


def to_tenths(text: str) -> int | None:
    """Parse points with one decimal as tenths, None for blanks."""
    text = text.strip()
    whole, _, rest = text.replace(",", ".").partition(".")
    digits = (whole or "0") + (rest or "0")
    if not text:
        return None
    if not (digits.isascii() and digits.isdigit()) or len(rest) > 1 or not (whole or rest):
        raise OffColumn(f"“{text}” is not a number of points (such as 4.5, in columns 81 to 84).")
    return int(whole or 0) * 10 + int(rest or 0)
