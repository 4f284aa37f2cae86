"""The columns of a player line (TRF16): where they are, what they hold, and a line that keeps to them.

Columns count from 0 here and from 1 in FIDE's documents and in messages.
"""

from __future__ import annotations

from league.formats.trf.records import Cell, Person, PlayerLine

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
_GAPS = (3, 8, 79, 84, 89, 90)


class OffColumn(ValueError):
    """The line does not keep to the columns; the sentence says where."""


def person(line: str) -> Person:
    return Person(**{name: line[columns].strip() for name, columns in PERSON.items()})


def player(line: str) -> PlayerLine:
    """A 001 line whose every field stands in its columns; OffColumn for any other."""
    for at in _GAPS:
        if line[at : at + 1].strip():
            raise OffColumn(f"Column {at + 1} of a player line is blank, but here it is “{line[at]}”.")
    if "\t" in line:
        raise OffColumn("A player line with tabs cannot be read by columns.")
    start = number(line[START], "the starting rank (columns 5 to 8)")
    if not start:
        raise OffColumn("The player has no starting rank (columns 5 to 8).")
    rank = number(line[RANK], "the rank (columns 86 to 89)") if line[RANK].strip() else None
    return PlayerLine(start, person(line), tenths(line[POINTS]), rank, cells(line[ROUNDS:]))


def cells(text: str) -> tuple[Cell, ...]:
    found = [_cell(text[at : at + CELL], at // CELL + 1) for at in range(0, len(text), CELL)]
    while found and found[-1].blank:
        found.pop()
    return tuple(found)


def _cell(text: str, place: int) -> Cell:
    if not text.strip():
        return Cell()
    text = text.ljust(CELL)
    if any(text[at].strip() for at in (4, 6, 8, 9)):
        raise OffColumn(f"Round {place} cannot be read: “{text.strip()}”.")
    return cell(text[:4], text[5], text[7], place)


def cell(opponent: str, colour: str, result: str, place: int) -> Cell:
    """A round from its three parts, which may be in small or capital letters."""
    colour, result = colour.strip().lower(), result.strip().upper()
    if colour and colour not in COLOURS:
        raise OffColumn(f"Round {place} has the colour “{colour}”, which is none of w, b and -.")
    if result and result not in RESULTS:
        raise OffColumn(f"Round {place} has the result “{result}”, which is none of {' '.join(RESULTS)}.")
    return Cell(number(opponent, f"the opponent of round {place}"), colour, result)


def number(text: str, what: str) -> int:
    """A whole number, 0 for blanks."""
    text = text.strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()):
        raise OffColumn(f"“{text}” is no number for {what}.")
    return int(text)


def tenths(text: str) -> int | None:
    """Points with one digit behind the point; None for blanks."""
    text = text.strip()
    whole, _, rest = text.replace(",", ".").partition(".")
    digits = (whole or "0") + (rest or "0")
    if not text:
        return None
    if not (digits.isascii() and digits.isdigit()) or len(rest) > 1 or not (whole or rest):
        raise OffColumn(f"“{text}” is no number of points (such as 4.5, in columns 81 to 84).")
    return int(whole or 0) * 10 + int(rest or 0)
