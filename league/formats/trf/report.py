"""A whole tournament report: every line as it was written, and what it says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from league.formats.trf import writing
from league.formats.trf.columns import OffColumn
from league.formats.trf.errors import BadTrf
from league.formats.trf.reading import record
from league.formats.trf.records import Field, PlayerLine, Record

R = TypeVar("R", bound=Record)
_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r)|([^\r\n]+)\Z")
_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Line:
    """`text` and `end` (a line feed, a carriage return, both or nothing) as in the file, `number` from 1."""

    number: int
    record: Record
    text: str
    end: str = "\n"


@dataclass(frozen=True, slots=True)
class Report:
    lines: tuple[Line, ...]
    mark: str = ""
    """A byte order mark before the first line."""

    @property
    def records(self) -> list[Record]:
        return [line.record for line in self.lines]

    @property
    def players(self) -> list[PlayerLine]:
        """In the order of the file."""
        return [one for _, one in self.of(PlayerLine)]

    def of(self, kind: type[R]) -> Iterator[tuple[int, R]]:
        """The records of a kind, with the numbers of their lines."""
        for line in self.lines:
            if isinstance(line.record, kind):
                yield line.number, line.record

    def fields(self, *codes: str) -> list[tuple[int, Field]]:
        return [(number, one) for number, one in self.of(Field) if one.code in codes]

    def value(self, code: str) -> str:
        """What the first line with this code says, "" without one."""
        return next((one.value for _, one in self.fields(code)), "")

    def with_record(self, number: int, new: Record) -> Report:
        """The report with one line written anew, all others as they were."""
        lines = [
            replace(line, record=new, text=writing.line(new)) if line.number == number else line for line in self.lines
        ]
        return replace(self, lines=tuple(lines))


def read(text: str) -> Report:
    """Every line of the text; BadTrf where one that matters cannot be read."""
    mark = _MARK if text.startswith(_MARK) else ""
    lines = []
    for number, found in enumerate(_LINE.finditer(text, len(mark)), 1):
        whole, end = (found[3], "") if found[1] is None else (found[1], found[2])
        try:
            lines.append(Line(number, record(whole), whole, end))
        except OffColumn as off:
            raise BadTrf(number, str(off)) from None
    return Report(tuple(lines), mark)


def write(report: Report) -> str:
    """The text of a report, letter for letter what was read."""
    return report.mark + "".join(line.text + line.end for line in report.lines)


def made(records: Iterable[Record], end: str = "\n") -> Report:
    """A report from values alone; ValueError where one is wider than its columns."""
    return Report(tuple(Line(number, one, writing.line(one), end) for number, one in enumerate(records, 1)))
