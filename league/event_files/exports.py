"""An event as publicly visible, and its CSV files and tournament reports (TRF)."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engines.words import say
from league.events.models import Event
from league.events.queries import EventCard, card, counted, get_visible, manages
from league.exports import safe_cell
from league.formats import protocol
from league.formats.protocol import Kind
from league.formats.registry import format_of
from league.formats.swiss.format import Settings, tournament
from league.formats.trf import records, write
from league.formats.trf.export import report_of
from league.formats.trf.records import Field, Prohibited, Record
from league.pairings.queries.pairing_exclusions import apart_in, settings_of
from league.pairings.queries.rounds import RoundBlock, rounds
from league.people.models import Player
from league.standings.history import entrants_of, history_of
from league.standings.rows import StageRows
from league.standings.tables import Person, Table, people_of, stage_rows, tables
from matches.refusals import Refused

MOST_NAME = 33
"""Width of the name field in a report."""


@dataclass(frozen=True, slots=True)
class Public:
    """An event without unpublished data. `formats` are keys, by stage."""

    event: Event
    card: EventCard
    people: dict[int, Person]
    stages: list[StageRows]
    rounds: list[RoundBlock]
    tables: list[Table]
    formats: tuple[str, ...]


def public_event(event_id: int, reader: Player | None = None, *, drafts: bool = False) -> Public:
    """Return the event. Code: not-found, also for drafts of other organisers.

    With `unpublished`, its organiser also sees unpublished rounds.
    """
    event = get_visible(counted(Event.objects.filter(pk=event_id)), reader)
    drafts = drafts and manages(event, reader)
    people = people_of([event_id])[event_id]
    stages = stage_rows([event_id])
    return Public(
        event, card(event), people, stages, rounds(stages, people, drafts=drafts),
        tables(stages, people), tuple(stage.format for stage in event.stages.all()),
    )  # fmt: skip


def standings_csv(event: Public) -> str:
    """Return the standings of all stages as CSV."""
    return _written(row for table in event.tables for row in _table(table))


def pairings_csv(event: Public) -> str:
    """Return all pairings as CSV."""
    header = ("stage", "round", "board", "first", "second", "result", "note", "match")
    return _written([header, *(row for block in event.rounds for row in _round(block))])


def entrants_csv(event: Public) -> str:
    """Return all entrants, including withdrawn ones, as CSV that another event can import."""
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
        first, *others = [*(side.person.username if side.person else "" for side in one.sides), ""]
        second = ", ".join(filter(None, others))
        matches = " ".join(game.url for game in one.games)
        yield (block.stage, block.name, one.board, first, second, one.score.replace(" – ", ":"), one.note, matches)


def _written(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def trf(event: Public, number: int = 1) -> str:
    """Return the report of a stage. Raises Refused if the format has none or the stage has not started."""
    rows = next((one for one in event.stages if one.stage.number == number), None)
    if rows is None:
        raise Refused("not-started", say("This stage hasn't started, so there is no report yet."))
    if not rows.stage.traits.report:
        raise Refused("no-report", say("Tournament reports are only available for Swiss and round-robin stages."))
    entrants = entrants_of(rows)
    history = _finished(rows)
    coming = len(history) + 1
    ready = {
        one.id
        for one in entrants
        if one.joined < coming <= (coming if one.left is None else one.left)
        and coming not in one.half_byes | one.absences
    }
    format, count = format_of(rows.stage.format), len(rows.places)
    checked = format.check(settings_of(rows.stage), count)
    plan = checked if isinstance(checked, Settings) else Settings(format.rounds_planned(checked, count))
    made = tournament(plan, entrants, ready, history)
    places = {one.id: place for place, one in enumerate(entrants, 1)}
    ranks = {
        places[line.person.entrant_id]: line.rank
        for table in event.tables
        if table.stage == number
        for line in table.lines
        if line.rank
    }
    last = made.rounds
    apart = [  # only "must not meet" pairs; reports have no record for "avoid if possible"
        Prohibited(one.first, min(one.last or last, last), tuple(sorted(places[entrant] for entrant in one.pair)))
        for one in apart_in(settings_of(rows.stage), "forbidden")
        if one.pair <= places.keys() and one.first <= last
    ]
    half_byes = [places[one.id] for one in entrants if one.there and coming in one.half_byes and coming <= last]
    people = {
        place: records.Person(
            name=event.people[one.entrant].name[:MOST_NAME],
            rating=str(min(9999, max(0, round(one.rating)))) if one.rating is not None else "",
        )
        for place, one in enumerate(rows.places, 1)
    }
    header = [*_header(event, rows), *apart]
    return write(report_of(replace(made, forbidden=frozenset()), people, header, ranks, half_byes))


def _finished(rows: StageRows) -> protocol.History:
    """Return the rounds before the first incomplete one; byes without points become absences."""
    published = history_of(rows, published=True)
    done = []
    for pairings in published:
        if any(not one.decided for one in pairings):
            break
        worthless = [one.kind is Kind.PAIRING_BYE and not one.halves[0] for one in pairings]
        done.append(
            tuple(replace(one, kind=Kind.ABSENT) if no else one for one, no in zip(pairings, worthless, strict=True))
        )
    return done


def _header(event: Public, rows: StageRows) -> list[Record]:
    card = event.card
    days = [("042", card.started_at), ("052", card.finished_at)]
    return [
        Field("012", card.name),
        *(Field(code, day.strftime("%Y/%m/%d")) for code, day in days if day),
        Field("062", str(len(rows.places))),
        Field("092", rows.stage.traits.report),
    ]
