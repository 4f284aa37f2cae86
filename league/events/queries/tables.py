"""Standings of events for pages and programs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.urls import reverse

from league.events.formats.tie_breaks.columns import TieBreak
from league.events.models import Entrant, Stage
from league.events.queries.placing import Line, columns_of, lines_of
from league.events.queries.rows import StageRows, rows_of_all
from league.events.rules.figures import halves_text


@dataclass(frozen=True, slots=True)
class Column:
    """A tie-break of a table: FIDE's acronym, its name and what it is in plain words."""

    short: str
    name: str
    text: str


ARENA = (
    Column("Perf", "Performance", "The opponents' mean rating, 400 more for a win and 400 less for a loss."),
    Column("Run", "Wins running", "From two wins running on, everything counts double until a game is not won."),
)


@dataclass(frozen=True, slots=True)
class Person:
    entrant_id: int
    player_id: int
    seed: int | None
    name: str
    username: str
    url: str
    is_bot: bool
    status: str = "entered"
    club: str = ""
    checked_in: bool = False


@dataclass(frozen=True, slots=True)
class TableLine:
    """One line. `rank` is None for who may still come in several places; `figures` are by column of the table."""

    rank: int | None
    person: Person
    played: int
    wins: int
    draws: int
    losses: int
    points: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of one stage, or of one `group` of it."""

    stage: int
    group: str
    columns: tuple[Column, ...]
    lines: tuple[TableLine, ...]


def tables_of(event_id: int) -> list[Table]:
    """The standings of every stage of an event that has begun, first stage first, group by group."""
    return tables(stage_rows([event_id]), people_of([event_id])[event_id])


def stage_rows(events: Collection[int]) -> list[StageRows]:
    """Every stage of these events that has begun, with all that lies in it."""
    stages = Stage.objects.filter(event__in=events, started_at__isnull=False).select_related("event")
    return rows_of_all(list(stages.order_by("event", "number")))


def tables(stages: Collection[StageRows], people: dict[int, Person]) -> list[Table]:
    return [table for rows in stages for table in _tables(rows, people)]


def people_of(events: Collection[int]) -> dict[int, dict[int, Person]]:
    """By event and entrant id, who takes part: by seed, before the start by order of joining."""
    rows = Entrant.objects.filter(event__in=events).select_related("player").order_by("seed", "joined_at", "pk")
    people: dict[int, dict[int, Person]] = {event: {} for event in events}
    for row in rows:
        people[row.event_id][row.pk] = _person(row)
    return people


def people_among(entrants: Collection[int]) -> dict[int, Person]:
    """By entrant id, these."""
    rows = Entrant.objects.filter(pk__in=list(entrants)).select_related("player")
    return {row.pk: _person(row) for row in rows}


def _tables(rows: StageRows, people: dict[int, Person]) -> list[Table]:
    stage = rows.stage
    columns = ARENA if stage.format == "arena" else tuple(_column(one) for one in columns_of(stage))
    groups: dict[str, list[Line]] = {}
    for line in lines_of(rows):
        groups.setdefault(line.group, []).append(line)
    return [
        Table(stage.number, group, columns, tuple(table_line(line, people[line.entrant]) for line in lines))
        for group, lines in groups.items()
    ]


def _column(one: TieBreak) -> Column:
    return Column(one.short, one.name, one.text)


def _person(row: Entrant) -> Person:
    player = row.player
    url = reverse("player", args=[player.username])
    return Person(
        row.pk,
        player.pk,
        row.seed,
        str(player),
        player.username,
        url,
        bool(player.bot),
        row.status,
        row.club,
        row.checked_in_at is not None,
    )


def table_line(line: Line, person: Person) -> TableLine:
    return TableLine(
        rank=line.rank,
        person=person,
        played=line.played,
        wins=line.wins,
        draws=line.draws,
        losses=line.losses,
        points=halves_text(line.halves),
        figures=line.figures,
    )
