"""Standings of events for pages and the API."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse

from engines.words import told
from league.events.models import Entrant, Event, Stage
from league.formats.protocol import Column
from league.formats.tables import halves_text
from league.ratings import elo
from league.ratings.models import Rating, RatingPool
from league.seasons.models import Franchise
from league.standings.rows import StageRows, rows_of_all
from league.standings.standings_calculation import OVERALL, Line, by_group, columns_of, lines_of, lines_of_all, overall


@dataclass(frozen=True, slots=True)
class Person:
    """An entrant as lists show it."""

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
    """One line. `rank` is None while still open; `figures` match the columns of the table."""

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
    """The standings of a stage or of one `group` of it; `stage` 0 is the overall ranking."""

    stage: int
    group: str
    columns: tuple[Column, ...]
    lines: tuple[TableLine, ...]


def stage_rows(events: Collection[int]) -> list[StageRows]:
    """Return the rows of every started stage of these events."""
    stages = Stage.objects.filter(event__in=events, started_at__isnull=False).select_related("event")
    return rows_of_all(list(stages.order_by("event", "number")))


def leading(events: Collection[Event], most: int) -> dict[int, tuple[TableLine, ...]]:
    """Return the first lines of each started event's current stage (of its first group).

    The stages of the events must be prefetched.
    """
    stages = [[stage for stage in event.stages.all() if stage.started_at] for event in events]
    current = rows_of_all([max(begun, key=lambda one: one.number) for begun in stages if begun])
    kept = zip(current, lines_of_all(current), strict=True)
    ranked = {rows.stage.event_id: by_group(rows.stage, lines) for rows, lines in kept}
    found = {event: [line for line in lines if line.group == lines[0].group][:most] for event, lines in ranked.items()}
    shown = [line.entrant for lines in found.values() for line in lines]
    people = {row.pk: person_of(row) for row in with_team(Entrant.objects.filter(pk__in=shown))}
    return {event: tuple(table_line(line, people[line.entrant]) for line in lines) for event, lines in found.items()}


def stage_rows_of(event: Event) -> list[StageRows]:
    """Return the rows of every started stage of an event whose stages are prefetched."""
    return rows_of_all([stage for stage in event.stages.all() if stage.started_at])


def tables(stages: Collection[StageRows], people: dict[int, Person]) -> list[Table]:
    """Return the standings of these stages of one event, and the overall ones if there are several stages."""
    found = [table for rows in stages for table in _tables_of_stage(rows, people)]
    if len(stages) > 1:
        lines = overall([lines_of(rows) for rows in stages])
        found.append(Table(OVERALL, "", (), tuple(table_line(line, people[line.entrant]) for line in lines)))
    return found


def people_of(events: Collection[int]) -> dict[int, dict[int, Person]]:
    """Return the entrants by event and entrant id, in seed order; before the start in order of joining."""
    people: dict[int, dict[int, Person]] = {event: {} for event in events}
    for row in entrants_in(events):
        people[row.event_id][row.pk] = person_of(row)
    return people


def entrants_in(events: Collection[int]) -> QuerySet[Entrant]:
    """Return all entrants of these events with their players, in the order of `people_of`."""
    rows = with_team(Entrant.objects.filter(event__in=events))
    return rows.order_by("seed", "joined_at", "pk")


def with_team(rows: QuerySet[Entrant]) -> QuerySet[Entrant]:
    """Add the players and, for events of a season, the names of the franchises."""
    teams = Franchise.objects.filter(season=OuterRef("event__season"), owner=OuterRef("player"))
    return rows.select_related("player").annotate(team=Subquery(teams.values("name")[:1]))


def people_rated(entrants: Collection[int], pool: str) -> tuple[dict[int, Person], dict[int, float], elo.Rule]:
    """Return these entrants, their current ratings in a pool and the pool's rule, in one query."""
    own = Rating.objects.filter(player=OuterRef("player"), pool=pool).values("value")
    cap = RatingPool.objects.filter(pk=pool).values("cap_400")
    rows = with_team(Entrant.objects.filter(pk__in=list(entrants)))
    found = list(rows.annotate(now=Coalesce(Subquery(own), elo.START), cap=Coalesce(Subquery(cap), False)))
    ratings = {row.pk: float(vars(row)["now"]) for row in found}
    return {row.pk: person_of(row) for row in found}, ratings, elo.Rule(cap_400=any(vars(row)["cap"] for row in found))


def _tables_of_stage(rows: StageRows, people: dict[int, Person]) -> list[Table]:
    stage = rows.stage
    columns = (
        *(Column(one.short, told(one.name), told(one.text)) for one in stage.traits.columns),
        *(Column(one.short, one.name, one.text) for one in columns_of(stage)),
    )
    groups: dict[str, list[Line]] = {}
    for line in by_group(stage, lines_of(rows)):
        groups.setdefault(line.group, []).append(line)
    return [
        Table(
            stage.number, group, columns, tuple(table_line(line, people[line.entrant], len(columns)) for line in lines)
        )
        for group, lines in groups.items()
    ]


@lru_cache(maxsize=16_384)
def _page_of(username: str) -> str:
    """Return the player's URL. Cached, because large events repeat thousands of names."""
    return reverse("player", args=[username])


def person_of(row: Entrant) -> Person:
    """Return the entrant for lists, named after its franchise (if `with_team` added one) or its player."""
    player = row.player
    return Person(
        row.pk,
        player.pk,
        row.seed,
        vars(row).get("team") or str(player),
        player.username,
        _page_of(player.username),
        bool(player.bot),
        row.status,
        row.club,
        row.checked_in_at is not None,
    )


def table_line(line: Line, person: Person, columns: int | None = None) -> TableLine:
    """Return the line with the figures that have a column; formats keep others for internal use."""
    return TableLine(
        rank=line.rank,
        person=person,
        played=line.played,
        wins=line.wins,
        draws=line.draws,
        losses=line.losses,
        points=halves_text(line.halves),
        figures=tuple(str(figure) for _, figure in line.figures[:columns]),
    )
