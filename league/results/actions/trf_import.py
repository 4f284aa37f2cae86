"""Import of a whole tournament from a report (TRF): its players, rounds and results, all or nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import datetime
from itertools import combinations

from django.db import transaction
from django.db.models import F

from engines.i18n import translate as _
from league.events.actions.event_lifecycle import MAX_ENTRANTS, announce, lock_managed, log_action
from league.events.models import BEFORE_START, Entrant, Event, EventStatus, PairingKind, Seeding, Stage, StageEntrant
from league.events.rulings import ENTERED, FORFEITED
from league.events.stage_plans import StagePlan, check_stages
from league.formats.points import POINTS_SYSTEMS
from league.formats.protocol import Kind, Pairing
from league.formats.swiss.acceleration import BAKU, NO_ACCELERATION, compute_baku
from league.formats.trf import BadTrf, decode, parse_report
from league.formats.trf.next_round import HALF, ReadReport, read_report
from league.formats.trf.records import BYES, Byes, Listed, Prohibited
from league.formats.trf.scoring import DEFAULT_SCALE, build_scale, find_wrong_points
from league.formats.trf.standings import build_history, find_tie_breaks
from league.pairings.actions.pairing_generation import add_rounds
from league.pairings.actions.progression import advance_event
from league.registration.actions.entrant_import import BadRows, Problem
from league.registration.actions.placeholders import create_placeholders
from matches.errors import ActionError

MAX_REPORT_LENGTH = 1_000_000
PERSON_FIELDS = ("sex", "title", "federation", "number")
"""What is kept of a player besides name and rating. Dates of birth are not: the site doesn't need them."""


@transaction.atomic
def import_report(*, event_id: int, by: int, report: str, at: datetime) -> int:
    """Enter the players of a report in an event that has none, with its rounds and results; return their number.

    If the report has rounds, the event starts; otherwise it stays open. Raises BadRows with the invalid lines.
    """
    event = lock_managed(event_id, by)
    stage = _check_event(event)
    if event.teams is not None:
        raise ActionError("teams", _("A team event can't import the report of an individual event."), "report")
    read = _read(report)
    if read.played and not event.is_reported:
        text = _("This game is played on this site, so its rounds can't be imported. Remove the rounds from the file.")
        raise ActionError("played-here", text, "report")
    event.update(max_entrants=max(event.max_entrants, len(read.numbers)), seeding=Seeding.MANUAL)
    entrants = _enter_players(event, by, read, at)
    _apply_settings(event, stage, read, entrants)
    if read.played:
        _start(event, stage, read, entrants, at)
    log_action(event, by, "report.imported", after={"entrants": len(entrants), "rounds": read.played}, at=at)
    announce(event.pk)
    return len(entrants)


def decode_report(data: bytes) -> str:
    """Decode an uploaded report. Raises BadRows if it isn't text."""
    try:
        return decode(data)
    except BadTrf as error:
        raise BadRows([Problem(error.line, error.text)], "report") from error


def _check_event(event: Event) -> Stage:
    """Return the only stage of an event that can import a report."""
    if event.status not in BEFORE_START:
        raise ActionError("already-started", _("This event has already started."))
    if event.entrants.exists():
        raise ActionError("has-entrants", _("This event has entrants. Import the file into an event without any."))
    stages = list(event.stages.all())
    if len(stages) != 1 or not stages[0].traits.explained:
        raise ActionError("not-swiss", _("Only an event with a single Swiss stage can import a tournament report."))
    return stages[0]


def _read(text: str) -> ReadReport:
    if len(text) > MAX_REPORT_LENGTH:
        raise ActionError("too-long", _("The file is larger than {most} kB. Choose a smaller one.", most=1000), "report")
    try:
        read = read_report(parse_report(text))
    except BadTrf as error:
        raise BadRows([Problem(error.line, error.text)], "report") from error
    problems = [Problem(line, fault) for line, fault in find_wrong_points(read.players, read.scale, read.played, read.extra)]
    if len(read.numbers) > MAX_ENTRANTS:
        problems.append(Problem(1, _("A file can have at most {most} rows.", most=MAX_ENTRANTS)))
    if _find_points(read) is None:
        text = _("Only tournaments with 1 point for a win and ½ for a draw, or with 3 and 1, can be imported.")
        problems.append(Problem(1, text))
    if read.extra and read.extra != compute_baku(list(read.numbers), read.rounds, read.scale["WW"], read.scale["WD"]):
        problems.append(Problem(1, _("Accelerated tournaments can only be imported if they use the Baku method.")))
    if problems:
        raise BadRows(problems, "report")
    return read


def _find_points(read: ReadReport) -> str | None:
    """Return the key of the report's points system."""
    scales = {key: build_scale(system.win * HALF, system.draw * HALF) for key, system in POINTS_SYSTEMS.items()}
    return next((key for key, scale in scales.items() if scale == read.scale), None)


def _enter_players(event: Event, by: int, read: ReadReport, at: datetime) -> Mapping[int, Entrant]:
    """Enter a placeholder for each player, and return the entrants by starting rank in pairing order."""
    lines = {start: read.players[start] for start in read.numbers}
    names = [line.person.name or _("Player {number}", number=start) for start, (_line, line) in lines.items()]
    try:
        ids = create_placeholders(event_id=event.pk, by=by, names=names, at=at)
    except BadRows as error:
        numbers = [number for number, _line in lines.values()]
        raise BadRows([Problem(numbers[row.line - 1], row.text) for row in error.problems], "report") from error
    rows = {row.pk: row for row in Entrant.objects.filter(pk__in=ids)}
    entrants = {start: rows[pk] for start, pk in zip(lines, ids, strict=True)}
    for seed, (start, entrant) in enumerate(entrants.items(), 1):
        person = asdict(lines[start][1].person)
        entrant.seed = seed
        entrant.rating = float(person["rating"]) if person["rating"].isdecimal() and int(person["rating"]) else None
        entrant.person = {name: person[name] for name in PERSON_FIELDS if person[name]} or None
        entrant.byes = dict(_list_byes(read, start))
    Entrant.objects.bulk_update(entrants.values(), ["seed", "rating", "person", "byes"], batch_size=200)
    return entrants


def _list_byes(read: ReadReport, start: int) -> Iterator[tuple[str, int]]:
    """Yield round and half points of the byes announced for the coming rounds."""
    for number, cell in enumerate(read.players[start][1].rounds, 1):
        if number > read.played and cell.result in BYES:
            yield str(number), BYES[cell.result]
    for _number, line in read.report.of(Byes):
        if line.round > read.played and start in line.players:
            yield str(line.round), BYES[line.kind]


def _apply_settings(event: Event, stage: Stage, read: ReadReport, entrants: Mapping[int, Entrant]) -> None:
    """Take rounds, first colour, acceleration, excluded pairs and tie-breaks from the report."""
    tournament = read.build_tournament(read.played, ())
    stage.settings = {
        **stage.settings,
        **({"rounds": read.rounds} if read.rounds else {}),
        **({"points": _find_points(read)} if read.played or read.scale != DEFAULT_SCALE else {}),
        "first_side": tournament.first_colour,
        "acceleration": BAKU if read.extra else NO_ACCELERATION,
        "forbidden": [list(row) for row in sorted(set(_list_exclusions(read, entrants)))],
    }
    keys = find_tie_breaks(read)
    check_stages([StagePlan(stage.format, stage.settings)], len(entrants), keys or event.tie_breaks)
    stage.save(update_fields=["settings"])
    if keys:
        event.update(tie_breaks=keys)


def _list_exclusions(read: ReadReport, entrants: Mapping[int, Entrant]) -> Iterator[tuple[int, int, int, int]]:
    """Yield two entrants who must not meet, with the first and last round (0: to the end)."""
    groups = [(line.players, 1, 0) for _number, line in read.report.of(Listed) if line.code == "XXP"]
    groups += [(line.players, line.first_round, line.last_round) for _number, line in read.report.of(Prohibited)]
    for starts, first, last in groups:
        for pair in combinations(sorted({entrants[start].pk for start in starts}), 2):
            yield *pair, first, last


def _start(event: Event, stage: Stage, read: ReadReport, entrants: Mapping[int, Entrant], at: datetime) -> None:
    """Start the event after the rounds of the report, all of which are finished."""
    event.update(status=EventStatus.RUNNING, started_at=at, problem="")
    stage.update(started_at=at, size=len(entrants))
    StageEntrant.objects.bulk_create(
        StageEntrant(stage=stage, entrant=entrant, seed=seed) for seed, entrant in enumerate(entrants.values(), 1)
    )
    points = dict.fromkeys(entrants, 0)
    rounds = []
    for pairings in build_history(read):
        ordered = sorted(pairings, key=lambda pairing: _get_board(pairing, points))
        rounds.append([_with_entrants(pairing, entrants) for pairing in ordered])
        for pairing in pairings:
            for start in pairing.entrants:
                points[start] += pairing.made(start)
    for row in add_rounds(stage, rounds):
        row.update(started_at=at, finished_at=at)
        row.pairings.exclude(kind=PairingKind.GAME).update(counted_at=at, reason=F("kind"))
        row.pairings.filter(kind=PairingKind.GAME, forfeit=False).update(counted_at=at, reason=ENTERED)
        row.pairings.filter(forfeit=True).update(counted_at=at, reason=FORFEITED)
    advance_event(event, at)


def _get_board(pairing: Pairing, points: Mapping[int, int]) -> tuple[bool, bool, int, int, int]:
    """Return the place of a pairing in the order of the general rules (C.04.2): score, sum of scores, rank; byes last."""
    scores = sorted((points[start] for start in pairing.entrants), reverse=True)
    return not pairing.is_contested, pairing.kind is not Kind.PAIRING_BYE, -scores[0], -sum(scores), min(pairing.entrants)


def _with_entrants(pairing: Pairing, entrants: Mapping[int, Entrant]) -> Pairing:
    sides = tuple(None if start is None else entrants[start].pk for start in pairing.sides)
    return Pairing(sides, pairing.halves, pairing.kind)
