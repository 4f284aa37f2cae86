"""The standings of a stage, a page at a time; each figure with the address of its derivation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.urls import reverse

from engines.words import say
from league.event_pages.queries.clinching import Mark, marks_of
from league.event_pages.queries.my_matches import own_pairings
from league.event_pages.queries.view import View
from league.events.models import EventStatus
from league.formats.protocol import Column
from league.formats.tables import halves_text
from league.paging import Paging, cut, page_of
from league.standings.queries.overall import OVERALL, by_group, overall
from league.standings.queries.rows import StageRows
from league.standings.queries.standings_calculation import Line, columns_of
from league.standings.queries.tables import Person

SIZE = 100


@dataclass(frozen=True, slots=True)
class Figure:
    """`url` is where its derivation stands, "" where there is nothing to derive."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class StandingLine:
    """`rank` is None while it may still come in several places; `mark` says what is certain of its end."""

    rank: int | None
    person: Person
    played: int
    wins: int
    draws: int
    losses: int
    points: str
    figures: tuple[Figure, ...]
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class Group:
    name: str
    lines: tuple[StandingLine, ...]


@dataclass(frozen=True, slots=True)
class Lots:
    """The drawing of lots: `seed` "" until the event is over."""

    commitment: str
    seed: str
    about: str


@dataclass(frozen=True, slots=True)
class StandingsPage:
    stage: int
    stages: tuple[tuple[int, str], ...]
    """(number, what it is called) of all stages that have begun and of the overall ranking, where there are several."""
    bracket: bool
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    paging: Paging
    own_page: int | None
    marked: str
    """What the marks tell of, in a sentence; "" without marks."""
    lots: Lots | None


def overall_page(view: View, page: int, *, size: int = SIZE) -> StandingsPage:
    """The ranking over all stages that have begun."""
    lines = overall([view.lines(rows) for rows in view.stages])
    shown, paging = cut(lines, page, size)
    view.need([found[2] for found in own_pairings(view)], [line.entrant for line in shown])
    made = tuple(_line(view, line, "", (), {}) for line in shown)
    own = next((at for at, line in enumerate(lines) if line.entrant == view.own_id), None)
    return StandingsPage(
        stage=OVERALL, stages=_stages(view.stages), bracket=False, columns=(), groups=(Group("", made),),
        paging=paging, own_page=None if own is None else page_of(own, size), marked="", lots=None,
    )  # fmt: skip


def standings_page(view: View, rows: StageRows, page: int, *, size: int = SIZE) -> StandingsPage:
    lines = by_group(rows.stage, view.lines(rows))
    shown, paging = cut(lines, page, size)
    view.need([found[2] for found in own_pairings(view)], [line.entrant for line in shown])
    marks, marked = marks_of(rows, lines)
    columns = columns_of(rows.stage)
    base = reverse("event-standings", args=[view.event.pk])
    made = [(line.group, _line(view, line, base, [one.key for one in columns], marks)) for line in shown]
    own = next((at for at, line in enumerate(lines) if line.entrant == view.own_id), None)
    return StandingsPage(
        stage=rows.stage.number,
        stages=_stages(view.stages),
        bracket=rows.stage.traits.is_bracket,
        columns=tuple(Column(one.short, one.name, one.text) for one in columns),
        groups=tuple(Group(name, tuple(line for _, line in of)) for name, of in groupby(made, key=lambda one: one[0])),
        paging=paging,
        own_page=None if own is None else page_of(own, size),
        marked=marked,
        lots=_lots(view) if any(one.key == "LOTS" for one in columns) else None,
    )


def _stages(stages: Sequence[StageRows]) -> tuple[tuple[int, str], ...]:
    if len(stages) < 2:
        return ()
    return (
        *((rows.stage.number, f"{rows.stage.number}. {rows.stage.traits.name}") for rows in stages),
        (OVERALL, say("Overall")),
    )


def _line(view: View, line: Line, base: str, keys: Sequence[str], marks: dict[int, Mark]) -> StandingLine:
    figures = [
        Figure(text, f"{base}{line.entrant}/{key}/" if text else "")
        for key, text in zip(keys, line.figures, strict=False)
    ]
    if not keys:
        figures = []
    return StandingLine(
        line.rank, view.person(line.entrant), line.played, line.wins, line.draws, line.losses,
        halves_text(line.halves), tuple(figures), marks.get(line.entrant),
    )  # fmt: skip


def _lots(view: View) -> Lots:
    event = view.event
    over = event.status in (EventStatus.FINISHED, EventStatus.ARCHIVED)
    return Lots(event.lots_commitment, event.lots_seed if over else "", f"lots of event {event.pk}")
