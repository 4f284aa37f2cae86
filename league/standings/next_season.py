"""Promotion and relegation after a season."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from league.events.models import Event, EventStatus
from league.formats.season.divisions import (
    DivisionChange,
    Divisions,
    apply_playoffs,
    fill_divisions,
    limit_moves,
    move_entrants,
)
from league.formats.season.format import Season, Settings
from league.formats.ties import SHARED
from league.standings.rows import StageRows
from league.standings.standings_calculation import Line, compute_lines
from league.standings.tables import Person

SEASON = Season()
ENDED = (EventStatus.FINISHED, EventStatus.ARCHIVED)
MAX_NAME_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Mover:
    """An entrant who changes divisions (counted from 1). `level`: tied with one who stays; seeds decided."""

    entrant_id: int
    name: str
    before: int
    after: int
    level: bool


@dataclass(frozen=True, slots=True)
class PlayOff:
    """Two entrants who play for the last place in the upper one's division; they swap only if the lower wins."""

    division: int
    upper_id: int
    upper: str
    lower_id: int
    lower: str


@dataclass(frozen=True, slots=True)
class NextSeason:
    """The next season: `divisions` are names, best first; `leaving` have withdrawn; `event_id` is its event."""

    name: str
    divisions: tuple[tuple[str, ...], ...]
    movers: tuple[Mover, ...]
    playoffs: tuple[PlayOff, ...]
    leaving: tuple[str, ...]
    event_id: int | None


def plan_next_season(event: Event, stages: Sequence[StageRows], people: Mapping[int, Person]) -> NextSeason | None:
    """Return what follows a finished season if the upper side wins every play-off; None for other events."""
    rows = find_season_rows(event, stages)
    if rows is None:
        return None
    tables = list_division_tables(rows)
    following, withdrawn = compute_next_divisions(rows), get_withdrawn(rows)
    before, after = _number([[line.entrant for line in table] for table in tables]), _number(following)
    ranks = {line.entrant: (line.group, line.rank) for table in tables for line in table}
    moved = {entrant for entrant, division in after.items() if division != before[entrant]}
    stayed = {ranks[entrant] for entrant in before.keys() - moved}
    return NextSeason(
        name=increment_name(event.name),
        divisions=tuple(tuple(people[entrant].name for entrant in division) for division in following),
        movers=tuple(
            Mover(entrant, people[entrant].name, before[entrant], after[entrant], ranks[entrant] in stayed)
            for entrant in after
            if entrant in moved
        ),
        playoffs=tuple(
            PlayOff(before[upper], upper, people[upper].name, lower, people[lower].name) for upper, lower in list_playoffs(rows)
        ),
        leaving=tuple(people[entrant].name for entrant in before if entrant in withdrawn),
        event_id=find_next_event_id(event),
    )


def find_next_event_id(event: Event) -> int | None:
    """Return the id of the uncancelled event that follows this one, if any."""
    rows = Event.objects.filter(repeat_of=event).exclude(status=EventStatus.CANCELLED)
    return rows.values_list("pk", flat=True).first()


def find_season_rows(event: Event, stages: Sequence[StageRows]) -> StageRows | None:
    """Return the season stage with all entrants of a finished event, or None."""
    first = next((rows for rows in stages if rows.stage.number == 1), None)
    is_season = first is not None and first.stage.traits.divisions and event.status in ENDED
    return first if is_season else None


def list_playoffs(rows: StageRows) -> tuple[tuple[int, int], ...]:
    """Return the play-off pairs (upper division, lower division) without withdrawn entrants."""
    withdrawn = get_withdrawn(rows)
    return tuple(pair for pair in _plan_change(rows).playoffs if not withdrawn & set(pair))


def compute_next_divisions(rows: StageRows, winners: Collection[int] = ()) -> Divisions:
    """Return next season's divisions; `winners` are entrants of a lower division who won their play-off."""
    withdrawn, planned = get_withdrawn(rows), _plan_change(rows)
    won = {pair: pair[1] for pair in list_playoffs(rows) if pair[1] in winners}
    return fill_divisions(apply_playoffs(planned, won), withdrawn)


def get_withdrawn(rows: StageRows) -> frozenset[int]:
    """Return the withdrawn entrants."""
    return frozenset(place.entrant for place in rows.places if place.left is not None)


def get_settings(rows: StageRows) -> Settings:
    """Return the validated settings of the season stage."""
    return SEASON.check(rows.stage.settings, len(rows.places))


def list_division_tables(rows: StageRows) -> list[list[Line]]:
    """Return the standings of every division, top division first."""
    lines = compute_lines(rows)
    starts = [0, *(at for at, (line, other) in enumerate(pairwise(lines), 1) if line.group != other.group), len(lines)]
    return [list(lines[start:end]) for start, end in pairwise(starts)]


def _plan_change(rows: StageRows) -> DivisionChange:
    settings, tables = get_settings(rows), list_division_tables(rows)
    limits = limit_moves([[line.rank for line in table] for table in tables], settings.moving)
    return move_entrants(
        [[line.entrant for line in table] for table in tables], settings.moving, settings.playoff,
        limits=limits if settings.ties == SHARED else None,
    )  # fmt: skip


def _number(divisions: Sequence[Sequence[int]]) -> dict[int, int]:
    return {entrant: number for number, division in enumerate(divisions, 1) for entrant in division}


def increment_name(name: str) -> str:
    """Return the name with its final number increased by one, or with a 2 added.

    >>> increment_name("Northern League 2026"), increment_name("Zero League, season 9"), increment_name("Masters")
    ('Northern League 2027', 'Zero League, season 10', 'Masters 2')
    """
    match = re.search(r"(\d{1,6})$", name, re.ASCII)
    result = f"{name[: match.start()]}{int(match[1]) + 1}" if match else f"{name} 2"
    return result if len(result) <= MAX_NAME_LENGTH else name
