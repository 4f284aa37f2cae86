"""What everybody may know of an event, and its standings, pairings and entrants as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.csv_cells import safe_cell
from league.events.models import Event, EventStatus
from league.events.queries import EventCard, card, counted, manages
from league.pairings.queries.rounds import RoundBlock, SideLine, rounds
from league.people.models import Player
from league.standings.rows import StageRows
from league.standings.tables import Person, Table, people_of, stage_rows, tables


@dataclass(frozen=True, slots=True)
class Public:
    """An event without what is drafted. `formats` are keys, by stage."""

    event: Event
    card: EventCard
    people: dict[int, Person]
    stages: list[StageRows]
    rounds: list[RoundBlock]
    tables: list[Table]
    formats: tuple[str, ...]


def public_event(event_id: int, reader: Player | None = None, *, drafts: bool = False) -> Public | None:
    """Return the event; None where there is none, or a draft that this reader does not organise.

    With `drafts` its organiser sees the rounds that are not published, too.
    """
    event = counted(Event.objects.filter(pk=event_id)).first()
    if event is None:
        return None
    manager = manages(event, reader)
    if event.status == EventStatus.DRAFT and not manager:
        return None
    people = people_of([event_id])[event_id]
    stages = stage_rows([event_id])
    return Public(
        event, card(event), people, stages, rounds(stages, people, drafts=drafts and manager),
        tables(stages, people), tuple(stage.format for stage in event.stages.all()),
    )  # fmt: skip


def standings_csv(event: Public) -> str:
    return _written(row for table in event.tables for row in _table(table))


def pairings_csv(event: Public) -> str:
    header = ("stage", "round", "board", "first", "second", "result", "note", "match")
    return _written([header, *(row for block in event.rounds for row in _round(block))])


def entrants_csv(event: Public) -> str:
    """Everybody with a place, as a file that can be imported into another event."""
    there = [one for one in event.people.values() if one.status in ("entered", "withdrawn")]
    return _written([("username", "seed", "club"), *((one.username, one.seed or "", one.club) for one in there)])


def _table(table: Table) -> Iterable[Sequence[object]]:
    columns = [column.short for column in table.columns]
    yield ("stage", "group", "rank", "player", "played", "won", "drawn", "lost", "points", *columns)
    for line in table.lines:
        yield (
            table.stage, table.group, line.rank or "", line.person.username, line.played, line.wins, line.draws,
            line.losses, line.points, *line.figures,
        )  # fmt: skip


def _round(block: RoundBlock) -> Iterable[Sequence[object]]:
    for one in block.pairings:
        first, *others = [*map(_name, one.sides), ""]
        second = ", ".join(filter(None, others))
        matches = " ".join(game.url for game in one.games)
        yield (block.stage, block.name, one.board, first, second, one.score.replace(" – ", ":"), one.note, matches)


def _name(side: SideLine) -> str:
    return side.person.username if side.person else ""


def _written(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue()
