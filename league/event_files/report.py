"""A Swiss or a round robin as a tournament report (TRF) of all rounds that have finished."""

from __future__ import annotations

from dataclasses import replace

from engines.words import say
from league.event_files.exports import Public
from league.formats import protocol
from league.formats.adapters.swiss import Settings, tournament
from league.formats.protocol import Kind, Pairing
from league.formats.registry import format_of
from league.formats.trf import write
from league.formats.trf.export import report_of
from league.formats.trf.records import Field, Person, Prohibited, Record
from league.pairings.queries.pairing_exclusions import apart_in, settings_of
from league.standings.history import entrants_of, history_of
from league.standings.rows import StageRows
from matches.refusals import Refused

MOST_NAME = 33
"""Columns that a report has for a name."""


def trf(event: Public, number: int = 1) -> str:
    """The report of one stage; Refused where it is of another format, or has not begun."""
    rows = next((one for one in event.stages if one.stage.number == number), None)
    if rows is None:
        raise Refused("not-started", say("This stage has not begun, so there is nothing to report."))
    if not rows.stage.traits.report:
        raise Refused("no-report", say("Only a Swiss and a round robin can be written as a tournament report."))
    entrants = entrants_of(rows)
    history = _finished(rows)
    coming = len(history) + 1
    ready = {
        one.id
        for one in entrants
        if one.joined < coming <= (coming if one.left is None else one.left)
        and coming not in one.half_byes | one.absences
    }
    made = tournament(_settings(rows), entrants, ready, history)
    places = {one.id: place for place, one in enumerate(entrants, 1)}
    ranks = {
        places[line.person.entrant_id]: line.rank
        for table in event.tables
        if table.stage == number
        for line in table.lines
        if line.rank
    }
    apart = _prohibited(rows, places, made.rounds)
    half_byes = [places[one.id] for one in entrants if one.there and coming in one.half_byes and coming <= made.rounds]
    header = [*_header(event, rows), *apart]
    return write(report_of(replace(made, forbidden=frozenset()), _people(event, rows), header, ranks, half_byes))


def _prohibited(rows: StageRows, places: dict[int, int], rounds: int) -> list[Record]:
    """The pairs that must not meet, with their rounds. Those to be avoided have no record in a report."""
    apart = apart_in(settings_of(rows.stage), "forbidden")
    return [
        Prohibited(one.first, min(one.last or rounds, rounds), tuple(sorted(places[entrant] for entrant in one.pair)))
        for one in apart
        if one.pair <= places.keys() and one.first <= rounds
    ]


def _finished(rows: StageRows) -> protocol.History:
    """Rounds with every result in. What a bye brings where everybody meets everybody is nothing."""
    published = history_of(rows, published=True)
    done = []
    for pairings in published:
        if any(not one.decided for one in pairings):
            break
        done.append(tuple(map(_worth_nothing, pairings)))
    return done


def _worth_nothing(one: Pairing) -> Pairing:
    return replace(one, kind=Kind.ABSENT) if one.kind is Kind.BYE and not one.halves[0] else one


def _settings(rows: StageRows) -> Settings:
    format, count = format_of(rows.stage.format), len(rows.places)
    checked = format.check(settings_of(rows.stage), count)
    return checked if isinstance(checked, Settings) else Settings(format.rounds_planned(checked, count))


def _people(event: Public, rows: StageRows) -> dict[int, Person]:
    return {
        place: Person(
            name=event.people[one.entrant].name[:MOST_NAME],
            rating=str(min(9999, max(0, round(one.rating)))) if one.rating is not None else "",
        )
        for place, one in enumerate(rows.places, 1)
    }


def _header(event: Public, rows: StageRows) -> list[Record]:
    card = event.card
    days = [("042", card.started_at), ("052", card.finished_at)]
    return [
        Field("012", card.name),
        *(Field(code, day.strftime("%Y/%m/%d")) for code, day in days if day),
        Field("062", str(len(rows.places))),
        Field("092", rows.stage.traits.report),
    ]
