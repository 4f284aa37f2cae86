"""A record to its line of text."""

from __future__ import annotations

from functools import singledispatch

from league.formats.trf.columns import PERSON, ROUNDS
from league.formats.trf.records import (
    Acceleration,
    Byes,
    Cell,
    Fictitious,
    Field,
    Listed,
    National,
    Other,
    Person,
    PlayerLine,
    Prohibited,
    RoundDates,
    Team,
)

_LEFT = ("name", "birth")
_TEAM_NAME = 32


@singledispatch
def line(record: object) -> str:
    """The line without its end; ValueError where a value is wider than its columns."""
    raise TypeError(record)


@line.register
def _(record: PlayerLine) -> str:
    points = "" if record.points is None else _points(record.points)
    rank = "" if record.rank is None else str(record.rank)
    head = f"{_person('001', record.start, record.person)} {_fit(points, 4)} {_fit(rank, 4)}"
    return (head + "".join(f"  {_cell(one)}" for one in record.rounds)).rstrip()


@line.register
def _(record: National) -> str:
    return _person(record.federation, record.start, record.person).rstrip()


@line.register
def _(record: Field) -> str:
    return f"{record.code} {record.value}".rstrip()


@line.register
def _(record: RoundDates) -> str:
    return ("132".ljust(ROUNDS) + "  ".join(_fit(one, 8) for one in record.dates)).rstrip()


@line.register
def _(record: Team) -> str:
    name = record.name.ljust(_TEAM_NAME)
    if len(name) > _TEAM_NAME:
        raise ValueError(f"“{record.name}” is longer than {_TEAM_NAME} letters.")
    return f"013 {name}{_players(record.players)}"


@line.register
def _(record: Byes) -> str:
    return f"240 {record.kind} {record.round:03} {_players(record.players)}"


@line.register
def _(record: Acceleration) -> str:
    match_points = "" if record.match_points is None else _points(record.match_points)
    rounds = f"{record.first_round:03} {record.last_round:03}"
    return f"250 {_fit(match_points, 4)} {_fit(_points(record.points), 4)} {rounds} {record.first:04} {record.last:04}"


@line.register
def _(record: Fictitious) -> str:
    return f"XXA {record.start:4d} " + " ".join(_fit(_points(one), 4) for one in record.points)


@line.register
def _(record: Prohibited) -> str:
    return f"260 {record.first_round:03} {record.last_round:03} {_players(record.players)}"


@line.register
def _(record: Listed) -> str:
    return " ".join([record.code, *map(str, record.players)])


@line.register
def _(record: Other) -> str:
    return record.text


def _person(code: str, start: int, person: Person) -> str:
    text = f"{code} {start:4d}"
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


def _players(players: tuple[int, ...]) -> str:
    return " ".join(f"{one:4d}" for one in players)


def _fit(value: str, wide: int) -> str:
    if len(value) > wide:
        raise ValueError(f"“{value}” is longer than {wide} columns.")
    return value.rjust(wide)
