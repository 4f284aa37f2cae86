"""An event as publicly visible, and its CSV files and tournament reports (TRF)."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from engines.i18n import translate as _
from league.events.models import Event
from league.events.queries import EventCard, annotate_counts, build_card, can_manage, get_visible_event
from league.exports import escape_cell
from league.formats import protocol
from league.formats.protocol import Kind
from league.formats.registry import get_format
from league.formats.swiss.format import Settings, build_tournament
from league.formats.trf import format_report, records
from league.formats.trf.export import build_report
from league.formats.trf.records import Field, Prohibited, Record
from league.formats.trf.standings import build_tie_breaks
from league.pairings.queries.pairing_exclusions import get_pairing_settings, read_exclusions
from league.pairings.queries.rounds import RoundBlock, list_rounds
from league.people.models import Player
from league.standings.history import to_entrants, to_history
from league.standings.result_sources import count_sources
from league.standings.rows import StageRows
from league.standings.tables import Person, Table, build_tables, load_people, load_stage_rows
from matches.errors import ActionError

MAX_NAME_LENGTH = 33
"""Width of the name field in a report."""


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """An event without unpublished data. `formats` are keys, by stage."""

    event: Event
    card: EventCard
    people: dict[int, Person]
    stages: list[StageRows]
    rounds: list[RoundBlock]
    tables: list[Table]
    formats: tuple[str, ...]


def get_event(event_id: int, viewer: Player | None = None, *, unpublished: bool = False) -> PublicEvent:
    """Return the event. Raises ActionError("not-found"), also for drafts of other organisers.

    With `unpublished`, its organiser also sees unpublished rounds.
    """
    event = get_visible_event(annotate_counts(Event.objects.filter(pk=event_id)), viewer)
    unpublished = unpublished and can_manage(event, viewer)
    people = load_people([event_id])[event_id]
    stages = load_stage_rows([event_id])
    return PublicEvent(
        event, build_card(event), people, stages, list_rounds(stages, people, unpublished=unpublished),
        build_tables(stages, people), tuple(stage.format for stage in event.stages.all()),
    )  # fmt: skip


def standings_csv(event: PublicEvent) -> str:
    """Return the standings of all stages as CSV."""
    name = _choose_name(event)
    return _write_csv(row for table in event.tables for row in _iter_table_rows(table, name))


def pairings_csv(event: PublicEvent) -> str:
    """Return all pairings as CSV."""
    header = ("stage", "round", "board", "first", "second", "result", "note", "match")
    name = _choose_name(event)
    return _write_csv([header, *(row for block in event.rounds for row in _iter_round_rows(block, name))])


def entrants_csv(event: PublicEvent) -> str:
    """Return all entrants, including withdrawn ones, as CSV that another event can import."""
    rows = [row for row in event.people.values() if row.status in ("entered", "withdrawn")]
    name = _name_players(event)
    return _write_csv([("username", "seed", "club"), *((name(row), row.seed or "", row.club) for row in rows)])


def _choose_name(event: PublicEvent) -> Callable[[Person], str]:
    """Return what files call an entrant: a team by its name, a player as in `_name_players`."""
    return _name_players(event) if event.event.teams is None else attrgetter("name")


def _name_players(event: PublicEvent) -> Callable[[Person], str]:
    """Return what files call a player: the username, for a placeholder the name."""
    placeholders = set(event.event.entrants.filter(player__is_placeholder=True).values_list("pk", flat=True))
    return lambda person: person.name if person.entrant_id in placeholders else person.username


def _iter_table_rows(table: Table, name: Callable[[Person], str]) -> Iterable[Sequence[object]]:
    columns = [column.short for column in table.columns]
    yield ("stage", "group", "rank", "player", "played", "won", "drawn", "lost", "points", *columns)
    for line in table.lines:
        yield (
            table.stage, table.group, line.rank or "", name(line.person), line.played, line.wins, line.draws,
            line.losses, line.points, *line.figures,
        )  # fmt: skip


def _iter_round_rows(block: RoundBlock, name: Callable[[Person], str]) -> Iterable[Sequence[object]]:
    for line in block.pairings:
        first, *others = [*(name(side.person) if side.person else "" for side in line.sides), ""]
        second = ", ".join(filter(None, others))
        matches = " ".join(game.url for game in line.games)
        yield (block.stage, block.name, line.board, first, second, line.score.replace(" – ", ":"), line.note, matches)


def _write_csv(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([escape_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def build_trf(event: PublicEvent, number: int = 1) -> str:
    """Return the report of a stage. Raises ActionError if the format has none or the stage has not started."""
    rows = next((item for item in event.stages if item.stage.number == number), None)
    if rows is None:
        raise ActionError("not-started", _("This stage hasn't started, so there is no report yet."))
    if event.event.teams is not None:
        raise ActionError("no-report", _("Tournament reports are not available for events between teams."))
    if not rows.stage.traits.report:
        raise ActionError("no-report", _("Tournament reports are only available for Swiss and round-robin stages."))
    entrants = to_entrants(rows)
    history = _list_finished_rounds(rows)
    coming = len(history) + 1
    ready = {
        item.id
        for item in entrants
        if item.joined < coming <= (coming if item.left is None else item.left) and coming not in item.away
    }
    format, count = get_format(rows.stage.format), len(rows.places)
    checked = format.check(get_pairing_settings(rows.stage), count)
    plan = checked if isinstance(checked, Settings) else Settings(format.rounds_planned(checked, count), points=checked.points)
    state = build_tournament(plan, entrants, ready, history)
    places = {item.id: place for place, item in enumerate(entrants, 1)}
    ranks = {
        places[line.person.entrant_id]: line.rank
        for table in event.tables
        if table.stage == number
        for line in table.lines
        if line.rank
    }
    last = state.rounds
    prohibited = [  # only "must not meet" pairs; reports have no record for "avoid if possible"
        Prohibited(item.first, min(item.last or last, last), tuple(sorted(places[entrant] for entrant in item.pair)))
        for item in read_exclusions(get_pairing_settings(rows.stage), "forbidden")
        if item.pair <= places.keys() and item.first <= last
    ]
    byes = {
        places[item.id]: letter
        for item in entrants
        for letter, numbers in (("H", item.half_byes), ("F", item.full_byes))
        if item.there and coming in numbers and coming <= last
    }
    people = {
        place: records.Person(
            name=event.people[item.entrant].name[:MAX_NAME_LENGTH],
            rating=str(min(9999, max(0, round(item.rating)))) if item.rating is not None else "",
            **(item.person or {}),
        )
        for place, item in enumerate(rows.places, 1)
    }
    header = [*_build_header(event, rows), *prohibited]
    return format_report(build_report(replace(state, forbidden=frozenset()), people, header, ranks, byes))


def _list_finished_rounds(rows: StageRows) -> protocol.History:
    """Return the rounds before the first incomplete one; byes without points become absences."""
    published = to_history(rows, published=True)
    finished = []
    for pairings in published:
        if any(not row.decided for row in pairings):
            break
        worthless = [row.kind is Kind.PAIRING_BYE and not row.halves[0] for row in pairings]
        finished.append(
            tuple(replace(row, kind=Kind.ABSENT) if zero else row for row, zero in zip(pairings, worthless, strict=True))
        )
    return finished


def _build_header(event: PublicEvent, rows: StageRows) -> list[Record]:
    card = event.card
    sources = count_sources(rows)
    days = [("042", card.started_at), ("052", card.finished_at)]
    return [
        Field("012", card.name),
        *(Field(code, day.strftime("%Y/%m/%d")) for code, day in days if day),
        Field("062", str(len(rows.places))),
        Field("092", rows.stage.traits.report),
        *([Field("###", f"Results: {sources.reported} reported, {sources.refereed} refereed")] if sources.reported else []),
        build_tie_breaks(rows.stage.tie_breaks),
    ]
