"""A file of entrants: CSV with the columns username, seed and club. It fetches nothing."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.words import join, say
from league.events.rules.declaring import MOST_CLUB
from league.exports import original_text
from matches.refusals import Refused

COLUMNS = ("username", "seed", "club")
TEMPLATE = "username,seed,club\nada,1,Northside\nben,2,\n"
MOST_BYTES = 200_000
MOST_ROWS = 2000
MOST_SEED = 9999


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the file that names somebody; `line` is its number as an editor shows it."""

    line: int
    username: str
    seed: int | None = None
    club: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    line: int
    text: str

    def __str__(self) -> str:
        return say("Line {line}: {text}", line=self.line, text=self.text)


class BadRows(Refused):
    """Nothing is imported: every line that is wrong is named."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda one: one.line))
        super().__init__("bad-rows", join(map(str, self.problems), "\n"), "file")


def decoded(data: bytes) -> str:
    """The text of an uploaded file; Refused if it is too large, or no text."""
    if len(data) > MOST_BYTES:
        raise Refused("too-long", say("The file is larger than {most} kB.", most=MOST_BYTES // 1000), "file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("not-text", say("This is no CSV file in UTF-8. Save it as “CSV UTF-8”."), "file") from None


def read(text: str) -> list[Row]:
    """The rows of a file; BadRows with every line that cannot be one, Refused where it has none at all."""
    if len(text) > MOST_BYTES:
        raise Refused("too-long", say("The file is larger than {most} kB.", most=MOST_BYTES // 1000), "file")
    lines = list(_lines(text.removeprefix("\ufeff")))
    if not lines:
        raise Refused("empty", say("The file is empty. The template shows what it holds."), "file")
    (first, header), *rest = lines
    columns = [name.strip().lower() for name in header]
    if "username" not in columns or len(set(columns)) < len(columns) or not set(columns) <= set(COLUMNS):
        raise BadRows(
            [Problem(first, say("The first line names the columns: username, and if you like seed and club."))]
        )
    if not rest:
        raise Refused("empty", say("The file names nobody: write one username a line below the first."), "file")
    if len(rest) > MOST_ROWS:
        raise Refused("too-long", say("A file has at most {most} rows.", most=MOST_ROWS), "file")
    made, problems = [], []
    for line, cells in rest:
        try:
            made.append(_row(line, dict(zip(columns, (original_text(cell.strip()) for cell in cells), strict=True))))
        except ValueError as why:
            problems.append(Problem(line, _reason(why, len(columns), len(cells))))
    problems += _twice(made)
    if problems:
        raise BadRows(problems)
    return made


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that hold anything, with the number of the line that each begins on."""
    head = text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=";" if head.count(";") > head.count(",") else ",")
    begins = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield begins, cells
            begins = reader.line_num + 1
    except csv.Error as why:
        raise BadRows([Problem(begins, say("This line cannot be read: {why}.", why=why))]) from None


def _row(line: int, cells: dict[str, str]) -> Row:
    if not cells["username"]:
        raise ValueError(say("The username is missing."))
    if "\x00" in "".join(cells.values()):
        raise ValueError(say("This line holds a character that no text has."))
    seed = cells.get("seed", "")
    if seed and not (seed.isascii() and seed.isdigit() and len(seed) < 5 and int(seed)):
        raise ValueError(
            say(
                "“{seed}” is no seed: give a whole number from 1 to {most}, or nothing.", seed=seed[:20], most=MOST_SEED
            )
        )
    club = " ".join(cells.get("club", "").split())
    if len(club) > MOST_CLUB:
        raise ValueError(say("The name of a club has at most {most} characters.", most=MOST_CLUB))
    return Row(line, cells["username"], int(seed) if seed else None, club)


def _reason(why: ValueError, wanted: int, given: int) -> str:
    return (
        str(why)
        if wanted == given
        else say("This line has {given} cells; the first line names {wanted} columns.", given=given, wanted=wanted)
    )


def _twice(rows: Sequence[Row]) -> Iterator[Problem]:
    names: dict[str, int] = {}
    seeds: dict[int, int] = {}
    for row in rows:
        if (before := names.setdefault(row.username.lower(), row.line)) != row.line:
            yield Problem(row.line, say("{name} is in line {before} already.", name=row.username, before=before))
        if row.seed is not None and (before := seeds.setdefault(row.seed, row.line)) != row.line:
            yield Problem(row.line, say("Seed {seed} is in line {before} already.", seed=row.seed, before=before))
