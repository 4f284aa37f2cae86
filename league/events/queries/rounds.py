"""Rounds and pairings of an event, and the table of who beat whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from league.events.models import Pairing, Round
from league.events.queries.tables import Person, TableLine
from league.events.rules.figures import halves_text
from matches.queries.listing import Listed, listed


@dataclass(frozen=True, slots=True)
class PairingLine:
    """One board of a round. `home_points` and `away_points` are empty until the match has been counted."""

    board: int
    home: Person
    away: Person | None
    match_id: int | None
    url: str
    status: str
    """The match's state; `bye`, or `planned` before the round starts."""
    home_points: str
    away_points: str
    outcome: str


@dataclass(frozen=True, slots=True)
class RoundBlock:
    number: int
    started_at: datetime | None
    finished_at: datetime | None
    pairings: tuple[PairingLine, ...]

    @property
    def running(self) -> bool:
        return self.started_at is not None and self.finished_at is None


@dataclass(frozen=True, slots=True)
class Cell:
    """The matches between two entrants, as the row's player made points in them."""

    own: bool
    games: tuple[tuple[str, str], ...]
    """(points, address of the match) of each."""


@dataclass(frozen=True, slots=True)
class CrossRow:
    line: TableLine
    cells: tuple[Cell, ...]


def rounds(event_id: int, people: Mapping[int, Person]) -> list[RoundBlock]:
    """Every round with its pairings, in four queries however many there are."""
    rows = list(Round.objects.filter(event=event_id).prefetch_related("pairings"))
    matches = listed(pairing.match_id for row in rows for pairing in row.pairings.all() if pairing.match_id)
    return [
        RoundBlock(
            row.number,
            row.started_at,
            row.finished_at,
            tuple(_pairing(pairing, people, matches) for pairing in row.pairings.all()),
        )
        for row in rows
    ]


def cross_table(lines: Sequence[TableLine], blocks: Sequence[RoundBlock]) -> list[CrossRow]:
    """Rows and columns in the order of the standings."""
    met: dict[tuple[int, int], list[tuple[str, str]]] = defaultdict(list)
    for pairing in (pairing for block in blocks for pairing in block.pairings):
        if pairing.away and pairing.home_points:
            home, away = pairing.home.entrant_id, pairing.away.entrant_id
            met[home, away].append((pairing.home_points, pairing.url))
            met[away, home].append((pairing.away_points, pairing.url))
    order = [line.person.entrant_id for line in lines]
    return [
        CrossRow(line, tuple(Cell(own == other, tuple(met[own, other])) for other in order))
        for line, own in zip(lines, order, strict=True)
    ]


def _pairing(row: Pairing, people: Mapping[int, Person], matches: Mapping[int, Listed]) -> PairingLine:
    match = matches.get(row.match_id) if row.match_id else None
    return PairingLine(
        board=row.board,
        home=people[row.home_id],
        away=people[row.away_id] if row.away_id else None,
        match_id=row.match_id,
        url=reverse("match", args=[row.match_id]) if row.match_id else "",
        status="bye" if row.away_id is None else match.status if match else "planned",
        home_points=_points(row.home_halves),
        away_points=_points(row.away_halves),
        outcome=match.outcome_text if match else "",
    )


def _points(halves: int | None) -> str:
    return "" if halves is None else halves_text(halves)
