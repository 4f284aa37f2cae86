"""Promotion and relegation after a season."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from league.events.models import Event, EventStatus
from league.formats.season.divisions import Change, Divisions, change, filled, settle
from league.formats.season.format import Season, Settings
from league.standings.rows import StageRows
from league.standings.standings_calculation import Line, lines_of
from league.standings.tables import Person

SEASON = Season()
OVER = (EventStatus.FINISHED, EventStatus.ARCHIVED)
MOST_NAME = 80


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


def next_season(event: Event, stages: Sequence[StageRows], people: Mapping[int, Person]) -> NextSeason | None:
    """Return what follows a finished season if the upper side wins every play-off; None for other events."""
    rows = season_rows(event, stages)
    if rows is None:
        return None
    tables = tables_of(rows)
    following, gone = divisions_after(rows), gone_of(rows)
    before, after = _numbered([[line.entrant for line in table] for table in tables]), _numbered(following)
    ranks = {line.entrant: (line.group, line.rank) for table in tables for line in table}
    moved = {one for one, division in after.items() if division != before[one]}
    stayed = {ranks[one] for one in before.keys() - moved}
    return NextSeason(
        name=next_name(event.name),
        divisions=tuple(tuple(people[one].name for one in division) for division in following),
        movers=tuple(
            Mover(one, people[one].name, before[one], after[one], ranks[one] in stayed) for one in after if one in moved
        ),
        playoffs=tuple(
            PlayOff(before[upper], upper, people[upper].name, lower, people[lower].name)
            for upper, lower in playoffs_of(rows)
        ),
        leaving=tuple(people[one].name for one in before if one in gone),
        event_id=made_after(event),
    )


def made_after(event: Event) -> int | None:
    """Return the id of the uncancelled event that follows this one, if any."""
    rows = Event.objects.filter(repeat_of=event).exclude(status=EventStatus.CANCELLED)
    return rows.values_list("pk", flat=True).first()


def season_rows(event: Event, stages: Sequence[StageRows]) -> StageRows | None:
    """Return the season stage with all entrants of a finished event, or None."""
    first = next((rows for rows in stages if rows.stage.number == 1), None)
    found = first is not None and first.stage.traits.divisions and event.status in OVER
    return first if found else None


def playoffs_of(rows: StageRows) -> tuple[tuple[int, int], ...]:
    """Return the play-off pairs (upper division, lower division) without withdrawn entrants."""
    gone = gone_of(rows)
    return tuple(pair for pair in _planned(rows).playoffs if not gone & set(pair))


def divisions_after(rows: StageRows, winners: Collection[int] = ()) -> Divisions:
    """Return next season's divisions; `winners` are entrants of a lower division who won their play-off."""
    gone, planned = gone_of(rows), _planned(rows)
    won = {pair: pair[1] for pair in playoffs_of(rows) if pair[1] in winners}
    return filled(settle(planned, won), gone)


def gone_of(rows: StageRows) -> frozenset[int]:
    """Return the withdrawn entrants."""
    return frozenset(one.entrant for one in rows.places if one.left is not None)


def settings_of(rows: StageRows) -> Settings:
    """Return the validated settings of the season stage."""
    return SEASON.check(rows.stage.settings, len(rows.places))


def tables_of(rows: StageRows) -> list[list[Line]]:
    """Return the standings of every division, top division first."""
    lines = lines_of(rows)
    starts = [0, *(at for at, (one, other) in enumerate(pairwise(lines), 1) if one.group != other.group), len(lines)]
    return [list(lines[start:end]) for start, end in pairwise(starts)]


def _planned(rows: StageRows) -> Change:
    settings = settings_of(rows)
    return change([[line.entrant for line in table] for table in tables_of(rows)], settings.moving, settings.playoff)


def _numbered(divisions: Sequence[Sequence[int]]) -> dict[int, int]:
    return {one: number for number, division in enumerate(divisions, 1) for one in division}


def next_name(name: str) -> str:
    """Return the name with its final number increased by one, or with a 2 added.

    >>> next_name("Northern League 2026"), next_name("Zero League, season 9"), next_name("Masters")
    ('Northern League 2027', 'Zero League, season 10', 'Masters 2')
    """
    found = re.search(r"(\d{1,6})$", name, re.ASCII)
    made = f"{name[: found.start()]}{int(found[1]) + 1}" if found else f"{name} 2"
    return made if len(made) <= MOST_NAME else name
