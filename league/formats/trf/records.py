"""The lines of a tournament report as values. Numbers of players are starting ranks; points count tenths."""

from __future__ import annotations

from dataclasses import dataclass


class BadTrf(ValueError):
    """`text` is a sentence about a line; `line` counts from 1, and is 1 where the file as a whole is meant."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"Line {line}: {text}")
        self.line = line
        self.text = text


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of a player: opponent (0: nobody), colour (w, b, - or "") and the result's letter or sign."""

    opponent: int = 0
    colour: str = ""
    result: str = ""

    @property
    def blank(self) -> bool:
        return self == Cell()


@dataclass(frozen=True, slots=True)
class Person:
    """What a player line says of a person; all as written, without the spaces around."""

    sex: str = ""
    title: str = ""
    name: str = ""
    rating: str = ""
    federation: str = ""
    number: str = ""
    birth: str = ""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """001."""

    start: int
    person: Person = Person()
    points: int | None = None
    rank: int | None = None
    rounds: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """A line of one value: 012 to 222, 352, 362, and the extensions XX? and BB?."""

    code: str
    value: str


@dataclass(frozen=True, slots=True)
class Team:
    """013."""

    name: str
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Byes:
    """240 (TRF26): who has a bye that was asked for; `kind` is F, H or Z."""

    kind: str
    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Acceleration:
    """250 (TRF26): fictitious points in a range of rounds for a range of players; `match_points` of teams only."""

    match_points: int | None
    points: int
    first_round: int
    last_round: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Fictitious:
    """XXA: the fictitious points of one player, round by round."""

    start: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prohibited:
    """260 (TRF26): players who must not meet each other from one round to another."""

    first_round: int
    last_round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """XXP: players who must never meet each other. XXZ: players absent from the next round."""

    code: str
    players: tuple[int, ...]


Record = PlayerLine | Field | Team | Byes | Acceleration | Fictitious | Prohibited | Listed
