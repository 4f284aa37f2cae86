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
    cell,
    parse_number,
    person,
    player,
    tenths,
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


def record(line: str) -> Record | None:
    """Parse a line; None for a line that isn't needed. Raises OffColumn for one that cannot be read."""
    text = line.rstrip()
    reader = _READERS.get(text[:3])
    if reader is not None and not text[3:4].strip():
        return reader(text)
    if _FIELD.match(text):
        return Field(text[:3], text[3:].strip())
    return _player(text) if text.startswith("001") else None


def _player(text: str) -> PlayerLine:
    try:
        return player(text)
    except OffColumn as off:
        try:
            return _loose_player(text)
        except OffColumn as worse:
            raise worse if "\t" in text else off from None


def _byes(text: str) -> Byes:
    kind, *rest = text[3:].split() or [""]
    if kind.upper() not in ("F", "H", "Z"):
        raise OffColumn("A 240 line names a bye F, H or Z in column 5.")
    found = _numbers(rest, "240")
    if len(found) < 2:
        raise OffColumn("A 240 line has a bye's letter, a round and at least one player.")
    return Byes(kind.upper(), found[0], found[1:])


def _acceleration(text: str) -> Acceleration:
    words = text[3:].split()
    if len(words) not in (5, 6):
        raise OffColumn("A 250 line has points, the first and last round, and the first and last player.")
    if len(words) == 6:
        tenths(words[0])  # match points, for teams only
    points = tenths(words[-5]) or 0
    first_round, last_round, first, last = _numbers(words[-4:], "250")
    if not (1 <= first_round <= last_round and 1 <= first <= last):
        raise OffColumn("A 250 line goes from a first round and player to a last one that is not before it.")
    return Acceleration(points, first_round, last_round, first, last)


def _fictitious(text: str) -> Fictitious:
    start = parse_number(text[4:8], "the player of an XXA line (columns 5 to 8)")
    slots = [text[at : at + 5] for at in range(9, len(text), 5)]
    if not start:
        raise OffColumn("An XXA line names a player in columns 5 to 8.")
    if any(slot[4:].strip() for slot in slots) or text[8:9].strip():
        raise OffColumn("An XXA line has the points of round r in columns 5r + 5 to 5r + 8.")
    return Fictitious(start, tuple(tenths(slot) or 0 for slot in slots))


def _prohibited(text: str) -> Prohibited:
    found = _numbers(text[3:].split(), "260")
    if len(found) < 4 or not 1 <= found[0] <= found[1]:
        raise OffColumn("A 260 line has a first and a last round and at least two players.")
    return Prohibited(found[0], found[1], found[2:])


def _listed(text: str) -> Listed:
    return Listed(text[:3], _numbers(text[3:].split(), text[:3]))


def _numbers(words: list[str], code: str) -> tuple[int, ...]:
    return tuple(parse_number(word, f"a {code} line") for word in words)


_READERS: dict[str, Callable[[str], Record]] = {
    "001": _player,
    "240": _byes,
    "250": _acceleration,
    "260": _prohibited,
    "XXA": _fictitious,
    "XXP": _listed,
    "XXZ": _listed,
}


def _loose_player(line: str) -> PlayerLine:
    """Parse a player line that does not keep to the columns but is unambiguous.

    The points are the last decimal number; the rank and the rounds (three words each) follow.
    """
    start = _START.match(line)
    found = list(_POINTS.finditer(line))
    if start is None or not found or found[-1].start() < start.end():
        raise OffColumn("A player line needs a starting rank and points.")
    points, behind = found[-1], found[-1].end()
    rank = _RANK.match(line, behind)
    if rank is not None:
        behind = rank.end()
    return PlayerLine(
        int(start[1]),
        person(line[: points.start()]),
        tenths(points[0]),
        int(rank[1]) if rank else None,
        _rounds(line[behind:].replace("\t", _TAB)),
    )


def _rounds(text: str) -> tuple[Cell, ...]:
    found: list[Cell] = []
    at = 0
    while text[at:].strip():
        one = _ROUND.match(text, at)
        if one is None:
            raise OffColumn(f"Round {len(found) + 1} cannot be read: “{text[at:].strip()[:20]}”.")
        words = [at, *(edge for group in (1, 2, 3) for edge in one.span(group))]
        if any(word - gap > _WIDEST for gap, word in list(pairwise(words))[::2]):
            raise OffColumn(
                f"Round {len(found) + 1} stands in no round's columns, and there may be an empty one before."
            )
        found.append(cell(one[1], one[2], one[3], len(found) + 1))
        at = one.end()
    return tuple(found)


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
        return [(number, one) for number, one in self.of(Field) if one.code in codes]


def decode(data: bytes) -> str:
    """Decode UTF-8 or else Latin-1. Raises BadTrf for data that isn't text."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    for number, line in enumerate(_END.split(text), 1):
        if not _CONTROL.isdisjoint(line):
            raise BadTrf(number, "This is not text in UTF-8 or Latin-1, so it is no tournament report.")
    return text


def read(text: str) -> Report:
    """Parse all lines, without a byte order mark. Raises BadTrf."""
    lines = []
    for number, line in enumerate(_END.split(text.removeprefix(_MARK)), 1):
        try:
            lines.append(Line(number, record(line), line))
        except OffColumn as off:
            raise BadTrf(number, str(off)) from None
    return Report(tuple(lines))


def write(records: Iterable[Record]) -> str:
    """Return the text of a report. Raises ValueError if a value is wider than its columns."""
    return "".join(f"{_line(one)}\n" for one in records)


def _line(record: Record) -> str:
    match record:
        case PlayerLine():
            points = "" if record.points is None else _points(record.points)
            rank = "" if record.rank is None else str(record.rank)
            head = f"{_person(record.start, record.person)} {_fit(points, 4)} {_fit(rank, 4)}"
            return (head + "".join(f"  {_cell(one)}" for one in record.rounds)).rstrip()
        case Field(code, value):
            return f"{code} {value}".rstrip()
        case Fictitious(start, tenths):
            return f"XXA {start:4d} " + " ".join(_fit(_points(one), 4) for one in tenths)
        case Prohibited(first, last, players):
            return f"260 {first:03} {last:03} " + " ".join(f"{one:4d}" for one in players)
    raise TypeError(record)


def _person(start: int, person: Person) -> str:
    text = f"001 {start:4d}"
    for name, columns in PERSON.items():
        wide = columns.stop - columns.start
        value = getattr(person, name)
        text = text.ljust(columns.start) + (
            _fit(value, wide).strip().ljust(wide) if name in _LEFT else _fit(value, wide)
        )
    return text


def _cell(one: Cell) -> str:
    if one.blank:
        return " " * 8
    opponent = f"{one.opponent:4d}" if one.opponent else "0000"
    return f"{opponent} {one.colour or ' '} {one.result or ' '}"


def _points(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}"


def _fit(value: str, wide: int) -> str:
    if len(value) > wide:
        raise ValueError(f"“{value}” is longer than {wide} columns.")
    return value.rjust(wide)
