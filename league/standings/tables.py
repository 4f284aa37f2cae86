"""Standings of events for pages and the API."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse

from engines.contract import Json
from engines.i18n import translate as _
from league.events.models import Entrant, Event, Stage
from league.formats.protocol import Column
from league.formats.tables import format_halves
from league.ratings import elo
from league.ratings.models import Rating, RatingPool
from league.seasons.models import Franchise
from league.standings.result_sources import add_sources, count_sources
from league.standings.rows import StageRows, load_all_rows
from league.standings.standings_calculation import (
    OVERALL,
    Line,
    compute_all_lines,
    compute_lines,
    compute_overall,
    get_tie_breaks,
    sort_by_group,
)
from league.teams.links import team_path


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
    tied: bool = False
    """Whether it is tied with another on everything, so that the table's `ties` decide."""


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of a stage or of one `group` of it; `stage` 0 is the overall ranking."""

    stage: int
    group: str
    columns: tuple[Column, ...]
    lines: tuple[TableLine, ...]
    reported: int = 0
    """Results that were reported by people."""
    refereed: int = 0
    """Results of matches that were played and refereed on this site."""
    title: str = ""
    """The heading of a group or a division."""
    ties: str = ""
    """What decides between those tied on everything, as chosen: seed, lots, shared or play-off; empty: no choice."""


def load_stage_rows(events: Collection[int]) -> list[StageRows]:
    """Return the rows of every started stage of these events."""
    stages = Stage.objects.filter(event__in=events, started_at__isnull=False).select_related("event")
    return load_all_rows(list(stages.order_by("event", "number")))


def list_leading_lines(events: Collection[Event], limit: int) -> dict[int, tuple[TableLine, ...]]:
    """Return the first lines of each started event's current stage (of its first group).

    The stages of the events must be prefetched.
    """
    stages = [[stage for stage in event.stages.all() if stage.started_at] for event in events]
    current = load_all_rows([max(started, key=lambda candidate: candidate.number) for started in stages if started])
    computed = zip(current, compute_all_lines(current), strict=True)
    ranked = {rows.stage.event_id: sort_by_group(rows.stage, lines) for rows, lines in computed}
    best = {event: [line for line in lines if line.group == lines[0].group][:limit] for event, lines in ranked.items()}
    ids = [line.entrant for lines in best.values() for line in lines]
    people = {row.pk: to_person(row) for row in annotate_team(Entrant.objects.filter(pk__in=ids))}
    return {event: tuple(to_table_line(line, people[line.entrant]) for line in lines) for event, lines in best.items()}


def list_leaders(event: Event, limit: int = 10) -> list[dict[str, Json]]:
    """Return rank, name and points of the first lines of an event's current stage, for webhooks."""
    [read] = Event.objects.filter(pk=event.pk).prefetch_related("stages")
    lines = list_leading_lines([read], limit).get(event.pk, ())
    return [{"rank": line.rank, "name": line.person.name, "points": line.points} for line in lines]


def load_event_stage_rows(event: Event) -> list[StageRows]:
    """Return the rows of every started stage of an event whose stages are prefetched."""
    return load_all_rows([stage for stage in event.stages.all() if stage.started_at])


def build_tables(stages: Collection[StageRows], people: dict[int, Person]) -> list[Table]:
    """Return the standings of these stages of one event, and the overall ones if there are several stages."""
    result = [table for rows in stages for table in _build_stage_tables(rows, people)]
    if len(stages) > 1:
        lines = compute_overall([compute_lines(rows) for rows in stages])
        people_lines = tuple(to_table_line(line, people[line.entrant]) for line in lines)
        result.append(Table(OVERALL, "", (), people_lines, *add_sources(map(count_sources, stages))))
    return result


def load_people(events: Collection[int]) -> dict[int, dict[int, Person]]:
    """Return the entrants by event and entrant id, in seed order; before the start in order of joining."""
    result: dict[int, dict[int, Person]] = {event: {} for event in events}
    for row in list_entrants(events):
        result[row.event_id][row.pk] = to_person(row)
    return result


def list_entrants(events: Collection[int]) -> QuerySet[Entrant]:
    """Return all entrants of these events with their players, in the order of `load_people`."""
    rows = annotate_team(Entrant.objects.filter(event__in=events))
    return rows.order_by("seed", "joined_at", "pk")


def annotate_team(rows: QuerySet[Entrant]) -> QuerySet[Entrant]:
    """Add the players and the names of the teams; for events of a season without teams, those of the franchises."""
    franchises = Franchise.objects.filter(season=OuterRef("event__season"), owner=OuterRef("player"))
    return rows.select_related("player").annotate(
        team_id=F("team__pk"), team_name=Coalesce(F("team__name"), Subquery(franchises.values("name")[:1]))
    )


def load_rated_people(entrants: Collection[int], pool: str) -> tuple[dict[int, Person], dict[int, float], elo.Rule]:
    """Return these entrants, their current ratings in a pool and the pool's rule, in one query."""
    values = Rating.objects.filter(player=OuterRef("player"), pool=pool).values("value")
    cap = RatingPool.objects.filter(pk=pool).values("cap_400")
    rows = annotate_team(Entrant.objects.filter(pk__in=list(entrants)))
    entries = list(rows.annotate(now=Coalesce(Subquery(values), elo.START), cap=Coalesce(Subquery(cap), False)))
    ratings = {row.pk: float(vars(row)["now"]) for row in entries}
    return ({row.pk: to_person(row) for row in entries}, ratings, elo.Rule(cap_400=any(vars(row)["cap"] for row in entries)))


def _build_stage_tables(rows: StageRows, people: dict[int, Person]) -> list[Table]:
    stage = rows.stage
    columns = (
        *(Column(column.short, _(column.name), _(column.text)) for column in stage.traits.columns),
        *(Column(column.short, column.name, column.text) for column in get_tie_breaks(stage)),
    )
    groups: dict[str, list[Line]] = {}
    for line in sort_by_group(stage, compute_lines(rows)):
        groups.setdefault(line.group, []).append(line)
    return [
        Table(
            stage.number, group, columns,
            tuple(to_table_line(line, people[line.entrant], len(columns)) for line in lines),
            *count_sources(rows, {line.entrant for line in lines} if group else None), format_group(stage, group),
            stage.ties,
        )
        for group, lines in groups.items()
    ]  # fmt: skip


def format_group(stage: Stage, group: str) -> str:
    """Return the heading of a group or a division of a stage; empty if it has only one."""
    if not group:
        return ""
    return _("Division {name}", name=group) if stage.traits.divisions else _("Group {name}", name=group)


@lru_cache(maxsize=16_384)
def _get_player_url(username: str) -> str:
    """Return the player's URL. Cached, because large events repeat thousands of names."""
    return reverse("player", args=[username])


def to_person(row: Entrant) -> Person:
    """Return the entrant for lists, named after its team or franchise (if `annotate_team` added one) or its player."""
    player, team_id = row.player, vars(row).get("team_id")
    return Person(
        row.pk,
        player.pk,
        row.seed,
        vars(row).get("team_name") or str(player),
        player.username,
        team_path(row.event_id, team_id) if team_id else _get_player_url(player.username),
        bool(player.bot),
        row.status,
        row.club,
        row.checked_in_at is not None,
    )


def to_table_line(line: Line, person: Person, columns: int | None = None) -> TableLine:
    """Return the line with the figures that have a column; formats keep others for internal use."""
    return TableLine(
        rank=line.rank,
        person=person,
        played=line.played,
        wins=line.wins,
        draws=line.draws,
        losses=line.losses,
        points=format_halves(line.halves),
        figures=tuple(str(figure) for _, figure in line.figures[:columns]),
        tied=line.tied,
    )
