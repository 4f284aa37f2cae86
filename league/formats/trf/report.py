"""Reading and writing of whole tournament reports."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from league.formats.trf.records import (
    PERSON,
    Acceleration,
    BadTrf,
    Byes,
    Cell,
    Fictitious,
    Field,
    Listed,
    OffColumn,
    Person,
    PlayerLine,
    Prohibited,
    Record,
    build_cell,
    parse_number,
    parse_person,
    parse_player,
    to_tenths,
)

_FIELD = re.compile(r"(\d\d2|XX[A-Z]|BB[A-Z])(?=\s|$)")
_START = re.compile(r"001\s*(\d{1,4})(?=\s)")
_POINTS = re.compile(r"(?<![\d.,])\d{1,3}[.,]\d(?![\d.,])")
_RANK = re.compile(r"\s+(\d{1,4})(?=\s+\d|\s*$)")
_ROUND = re.compile(r"\s+(\d{1,4})\s*([wb-])\s*([-+=01WDLHFUZ])(?=\s|$)", re.IGNORECASE)
_WIDEST = 8
"""Blanks between two rounds; an empty round would take ten more."""
_TAB = "    "
R = TypeVar("R", bound=Record)
_CONTROL = frozenset(map(chr, range(32))) - set("\t\r\n\f\x1a")
_END = re.compile(r"\r\n|\n|\r")
_MARK = "\ufeff"
_LEFT = ("name", "birth")


def parse_record(line: str) -> Record | None:
    """Parse a line; None for a line that isn't needed. Raises OffColumn for one that cannot be read."""
    text = line.rstrip()
    parse = _PARSERS.get(text[:3])
    if parse is not None and not text[3:4].strip():
        return parse(text)
    if _FIELD.match(text):
        return Field(text[:3], text[3:].strip())
    return _parse_player(text) if text.startswith("001") else None


def _parse_player(text: str) -> PlayerLine:
    try:
        return parse_player(text)
    except OffColumn as error:
        try:
            return _parse_loose_player(text)
        except OffColumn as second_error:
            raise second_error if "\t" in text else error from None


def _parse_byes(text: str) -> Byes:
    kind, *rest = text[3:].split() or [""]
    if kind.upper() not in ("F", "H", "Z"):
        raise OffColumn("A 240 line names a bye F, H or Z in column 5.")
    numbers = _parse_numbers(rest, "240")
    if len(numbers) < 2:
        raise OffColumn("A 240 line has a bye's letter, a round and at least one player.")
    return Byes(kind.upper(), numbers[0], numbers[1:])


def _parse_acceleration(text: str) -> Acceleration:
    words = text[3:].split()
    if len(words) not in (5, 6):
        raise OffColumn("A 250 line has points, the first and last round, and the first and last player.")
    if len(words) == 6:
        to_tenths(words[0])  # match points, for teams only
    points = to_tenths(words[-5]) or 0
    first_round, last_round, first, last = _parse_numbers(words[-4:], "250")
    if not (1 <= first_round <= last_round and 1 <= first <= last):
        raise OffColumn("A 250 line goes from a first round and player to a last one that is not before it.")
    return Acceleration(points, first_round, last_round, first, last)


def _parse_fictitious(text: str) -> Fictitious:
    start = parse_number(text[4:8], "the player of an XXA line (columns 5 to 8)")
    slots = [text[column : column + 5] for column in range(9, len(text), 5)]
    if not start:
        raise OffColumn("An XXA line names a player in columns 5 to 8.")
    if any(slot[4:].strip() for slot in slots) or text[8:9].strip():
        raise OffColumn("An XXA line has the points of round r in columns 5r + 5 to 5r + 8.")
    return Fictitious(start, tuple(to_tenths(slot) or 0 for slot in slots))


def _parse_prohibited(text: str) -> Prohibited:
    numbers = _parse_numbers(text[3:].split(), "260")
    if len(numbers) < 4 or not 1 <= numbers[0] <= numbers[1]:
        raise OffColumn("A 260 line has a first and a last round and at least two players.")
    return Prohibited(numbers[0], numbers[1], numbers[2:])


def _parse_listed(text: str) -> Listed:
    return Listed(text[:3], _parse_numbers(text[3:].split(), text[:3]))


def _parse_numbers(words: list[str], code: str) -> tuple[int, ...]:
    return tuple(parse_number(word, f"a {code} line") for word in words)


_PARSERS: dict[str, Callable[[str], Record]] = {
    "001": _parse_player,
    "240": _parse_byes,
    "250": _parse_acceleration,
    "260": _parse_prohibited,
    "XXA": _parse_fictitious,
    "XXP": _parse_listed,
    "XXZ": _parse_listed,
}


def _parse_loose_player(line: str) -> PlayerLine:
    """Parse a player line that does not keep to the columns but is unambiguous.

    The points are the last decimal number; the rank and the rounds (three words each) follow.
    """
    start = _START.match(line)
    matches = list(_POINTS.finditer(line))
    if start is None or not matches or matches[-1].start() < start.end():
        raise OffColumn("A player line needs a starting rank and points.")
    points, end = matches[-1], matches[-1].end()
    rank = _RANK.match(line, end)
    if rank is not None:
        end = rank.end()
    return PlayerLine(
        int(start[1]),
        parse_person(line[: points.start()]),
        to_tenths(points[0]),
        int(rank[1]) if rank else None,
        _parse_rounds(line[end:].replace("\t", _TAB)),
    )


def _parse_rounds(text: str) -> tuple[Cell, ...]:
    result: list[Cell] = []
    position = 0
    while text[position:].strip():
        match = _ROUND.match(text, position)
        if match is None:
            raise OffColumn(f"Round {len(result) + 1} cannot be read: “{text[position:].strip()[:20]}”.")
        words = [position, *(edge for group in (1, 2, 3) for edge in match.span(group))]
        if any(word - gap > _WIDEST for gap, word in list(pairwise(words))[::2]):
            raise OffColumn(f"Round {len(result) + 1} isn't in the columns of a round. A round before it may be empty.")
        result.append(build_cell(match[1], match[2], match[3], len(result) + 1))
        position = match.end()
    return tuple(result)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a report. `number` counts from 1; `record` is None for a line that isn't needed."""

    number: int
    record: Record | None
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """A whole tournament report."""

    lines: tuple[Line, ...]

    def of(self, kind: type[R]) -> Iterator[tuple[int, R]]:
        """Yield the records of this type with their line numbers."""
        for line in self.lines:
            if isinstance(line.record, kind):
                yield line.number, line.record

    def fields(self, *codes: str) -> list[tuple[int, Field]]:
        return [(number, field) for number, field in self.of(Field) if field.code in codes]


def decode(data: bytes) -> str:
    """Decode UTF-8 or else Latin-1. Raises BadTrf for data that isn't text."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    for number, line in enumerate(_END.split(text), 1):
        if not _CONTROL.isdisjoint(line):
            raise BadTrf(number, "This file is not text in UTF-8 or Latin-1, so it can't be a tournament report.")
    return text


def parse_report(text: str) -> Report:
    """Parse all lines, without a byte order mark. Raises BadTrf."""
    lines = []
    for number, line in enumerate(_END.split(text.removeprefix(_MARK)), 1):
        try:
            lines.append(Line(number, parse_record(line), line))
        except OffColumn as error:
            raise BadTrf(number, str(error)) from None
    return Report(tuple(lines))


def format_report(records: Iterable[Record]) -> str:
    """Return the text of a report. Raises ValueError if a value is wider than its columns."""
    return "".join(f"{_format_line(record)}\n" for record in records)


def _format_line(record: Record) -> str:
    match record:
        case PlayerLine():
            points = "" if record.points is None else _format_points(record.points)
            rank = "" if record.rank is None else str(record.rank)
            head = f"{_format_person(record.start, record.person)} {_pad(points, 4)} {_pad(rank, 4)}"
            return (head + "".join(f"  {_format_cell(part)}" for part in record.rounds)).rstrip()
        case Field(code, value):
            return f"{code} {value}".rstrip()
        case Acceleration(points_, first, last, first_player, last_player):
            return f"250      {_pad(_format_points(points_), 4)} {first:03} {last:03} {first_player:04} {last_player:04}"
        case Fictitious(start, tenths):
            return f"XXA {start:4d} " + " ".join(_pad(_format_points(part), 4) for part in tenths)
        case Prohibited(first, last, players):
            return f"260 {first:03} {last:03} " + " ".join(f"{part:4d}" for part in players)
    raise TypeError(record)


def _format_person(start: int, person: Person) -> str:
    text = f"001 {start:4d}"
    for name, columns in PERSON.items():
        width = columns.stop - columns.start
        value = getattr(person, name)
        text = text.ljust(columns.start) + (_pad(value, width).strip().ljust(width) if name in _LEFT else _pad(value, width))
    return text


def _format_cell(cell: Cell) -> str:
    if cell.blank:
        return " " * 8
    opponent = f"{cell.opponent:4d}" if cell.opponent else "0000"
    return f"{opponent} {cell.colour or ' '} {cell.result or ' '}"


def _format_points(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}"


def _pad(value: str, width: int) -> str:
    if len(value) > width:
        raise ValueError(f"“{value}” is longer than {width} columns.")
    return value.rjust(width)
