"""A whole tournament report: read from text, and written from values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from league.formats.trf.columns import PERSON, OffColumn
from league.formats.trf.reading import record
from league.formats.trf.records import BadTrf, Cell, Fictitious, Field, Person, PlayerLine, Prohibited, Record

R = TypeVar("R", bound=Record)
_CONTROL = frozenset(map(chr, range(32))) - set("\t\r\n\f\x1a")
_END = re.compile(r"\r\n|\n|\r")
_MARK = "\ufeff"
_LEFT = ("name", "birth")


@dataclass(frozen=True, slots=True)
class Line:
    """`number` counts from 1; `record` is None for a line that nothing here needs."""

    number: int
    record: Record | None
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    lines: tuple[Line, ...]

    def of(self, kind: type[R]) -> Iterator[tuple[int, R]]:
        """The records of a kind, with the numbers of their lines."""
        for line in self.lines:
            if isinstance(line.record, kind):
                yield line.number, line.record

    def fields(self, *codes: str) -> list[tuple[int, Field]]:
        return [(number, one) for number, one in self.of(Field) if one.code in codes]


def decode(data: bytes) -> str:
    """The text, which is UTF-8 or else Latin-1; BadTrf for what is no text."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    for number, line in enumerate(_END.split(text), 1):
        if not _CONTROL.isdisjoint(line):
            raise BadTrf(number, "This is not text in UTF-8 or Latin-1, so it is no tournament report.")
    return text


def read(text: str) -> Report:
    """Every line of the text, a byte order mark before them left out; BadTrf where one that matters cannot be read."""
    lines = []
    for number, line in enumerate(_END.split(text.removeprefix(_MARK)), 1):
        try:
            lines.append(Line(number, record(line), line))
        except OffColumn as off:
            raise BadTrf(number, str(off)) from None
    return Report(tuple(lines))


def write(records: Iterable[Record]) -> str:
    """The text of a report; ValueError where a value is wider than its columns."""
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
