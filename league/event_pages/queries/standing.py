"""The standings of a stage by page, with links to derivations, and clinching marks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.urls import reverse

from engines.words import say
from league.event_pages.queries.view import View
from league.events.models import Event, EventStatus, Stage
from league.formats.clinching import Outlook, outlooks, swiss_outlooks
from league.formats.protocol import Clinching
from league.formats.registry import format_of
from league.paging import cut, page_of
from league.standings.history import pairings_of
from league.standings.rows import PairingRow, StageRows
from league.standings.standings_calculation import OVERALL, Line, by_group, columns_of, overall
from league.standings.tables import TableLine, table_line

MOST_RECKONED = 16
"""Maximum number of entrants for exact clinching in formats with a fixed schedule."""
SIZE = 100


@dataclass(frozen=True, slots=True)
class Mark:
    """A clinching mark. `kind` is in, through or out; `text` is the description."""

    kind: str
    text: str


def marks_of(rows: StageRows, lines: Sequence[Line]) -> tuple[dict[int, Mark], str]:
    """Return the marks by entrant and their subject; empty if the stage is over or exact marks are impossible."""
    stage = rows.stage
    if stage.finished_at is not None:
        return {}, ""
    match stage.traits.clinching:
        case Clinching.KNOCKOUT:
            marks = {
                line.entrant: Mark("out", say("eliminated")) if line.rank else Mark("in", say("still in"))
                for line in lines
            }
            return marks, say("“still in” means not eliminated yet.")
        case Clinching.SCHEDULE if len(rows.places) <= MOST_RECKONED:
            return _on_schedule(rows, lines)
        case Clinching.ROUNDS:
            return _by_rounds(rows, lines)
    return {}, ""


def _on_schedule(rows: StageRows, lines: Sequence[Line]) -> tuple[dict[int, Mark], str]:
    if any(one.left is not None for one in rows.places):
        return {}, ""
    places = _places(rows.stage)
    points = {line.entrant: line.halves for line in lines}
    to_come = _undecided(pairings_of(rows))
    first = places == 1
    can = say("can finish first") if first else say("can finish in the top {places}", places=places)
    done = say("certain to finish first") if places == 1 else say("qualified")
    return _marks(outlooks(points, to_come, places), done, can), say(
        "Calculated exactly: “{can}” means some results of the remaining matches lead there, perhaps on equal "
        "points; “eliminated” means none do.",
        can=can,
    )


def _by_rounds(rows: StageRows, lines: Sequence[Line]) -> tuple[dict[int, Mark], str]:
    """Return marks from the remaining rounds; empty until at least one entrant has qualified or is out."""
    published = [row for row in rows.rounds if row.started_at]
    format, entrants = format_of(rows.stage.format), len(rows.places)
    planned = format.rounds_planned(format.check(rows.stage.settings, entrants), entrants)
    places, follows = _places(rows.stage), rows.stage.number < len(rows.stage.event.stages.all())
    found = swiss_outlooks(
        {line.entrant: line.halves for line in lines}, _undecided([one for row in published for one in row.pairings]),
        max(0, planned - len(published)), places,
        left={one.entrant for one in rows.places if one.left is not None}, vacant=follows,
    )  # fmt: skip
    if all(one.can and not one.certain for one in found.values()):
        return {}, say("On points, nothing is decided yet.") if published else ""
    done = say("qualified") if follows else say("certain to finish first")
    wanted = say("the top {places}", places=places) if places > 1 else say("first place")
    return _marks(found, done, say("open")), say(
        "Only what is certain about {wanted} is shown, as long as there are no withdrawals, late entries or "
        "overridden results. “{done}”: can't be caught, even on equal points. “eliminated”: can't even draw "
        "level. All others are open, because future pairings are unknown and tie-breaks decide on equal points.",
        wanted=wanted,
        done=done,
    )


def _marks(found: Mapping[int, Outlook], done: str, still: str) -> dict[int, Mark]:
    return {
        one: Mark("through", done)
        if said.certain
        else Mark("in", still)
        if said.can
        else Mark("out", say("eliminated"))
        for one, said in found.items()
    }


def _undecided(pairings: Iterable[PairingRow]) -> list[tuple[int, int]]:
    """Return the pairs of undecided games."""
    met = [
        (one.sides[0].entrant, one.sides[1].entrant) for one in pairings if not one.counted_at and len(one.sides) > 1
    ]
    return [(one, other) for one, other in met if one is not None and other is not None]


def _places(stage: Stage) -> int:
    """Return the number of qualifiers for the next stage, or 1 (the winner)."""
    following = [one for one in stage.event.stages.all() if one.number == stage.number + 1]
    return (following[0].takes or 1) if following else 1


StandingLine = tuple[TableLine, Sequence[tuple[str, str]], Mark | None]
"""A line of the standings, its figures as (text, URL of the derivation), and its clinching mark."""


def overall_page(view: View, page: int) -> dict[str, Any]:
    """Return a page of the overall standings of all started stages."""
    about, shown = _cut(view, OVERALL, overall([view.lines(rows) for rows in view.stages]), page, SIZE)
    return {**about, "groups": [("", [(table_line(line, view.person(line.entrant)), (), None) for line in shown])]}


def standings_page(view: View, rows: StageRows, page: int, *, size: int = SIZE) -> dict[str, Any]:
    """Return a page of a stage's standings. `marked` describes the marks, `lots` the drawing of lots."""
    lines = by_group(rows.stage, view.lines(rows))
    about, shown = _cut(view, rows.stage.number, lines, page, size)
    marks, marked = marks_of(rows, lines)
    columns = columns_of(rows.stage)
    base = reverse("event-standings", args=[view.event.pk])

    def line_of(line: Line) -> StandingLine:
        figures = line.figures[: len(columns)]  # formats keep others for internal use
        links = [(str(text), f"{base}{line.entrant}/{key}/" if text else "") for key, text in figures]
        return table_line(line, view.person(line.entrant)), links, marks.get(line.entrant)

    return {
        **about,
        "groups": [(name, list(map(line_of, of))) for name, of in groupby(shown, key=lambda line: line.group)],
        "columns": columns,
        "marked": marked,
        "lots": _lots(view.event) if any(one.key == "LOTS" for one in columns) else None,
    }


def _cut(
    view: View, stage: int, lines: Sequence[Line], page: int, size: int
) -> tuple[dict[str, Any], Sequence[Line]]:  # fmt: skip
    """Return the common data of standings pages, and the page's lines with their people fetched.

    `stages` are (number, name) of all started stages and the overall ranking if there are several; `own_page` is the
    number of the viewer's page.
    """
    shown, paging = cut(lines, page, size)
    view.need(entrants=[line.entrant for line in shown])
    own = next((at for at, line in enumerate(lines) if line.entrant == view.own_id), None)
    stages = [(rows.stage.number, f"{rows.stage.number}. {rows.stage.traits.name}") for rows in view.stages]
    return {
        "stage": stage,
        "stages": [*stages, (OVERALL, say("Overall"))] if len(stages) > 1 else [],
        "paging": paging,
        "own_page": None if own is None else page_of(own, size),
    }, shown


def _lots(event: Event) -> dict[str, str]:
    """Return the drawing of lots; the seed is "" until the event is over."""
    seed = event.lots_seed if event.status in (EventStatus.FINISHED, EventStatus.ARCHIVED) else ""
    return {"commitment": event.lots_commitment, "seed": seed, "about": f"lots of event {event.pk}"}
