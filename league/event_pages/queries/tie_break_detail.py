"""How one figure of the standings came about, term by term."""

from __future__ import annotations

from dataclasses import dataclass

from league.event_pages.queries.view import View
from league.events.rules.declaring import tie_breaks_of
from league.formats.tie_breaks.columns import TIE_BREAKS, TieBreak
from league.formats.tie_breaks.derivation import Derivation, derivation
from league.standings.queries.history import entrants_of, history_of
from league.standings.queries.rows import StageRows
from league.standings.queries.standings_calculation import contest_of
from league.standings.queries.tables import Person


@dataclass(frozen=True, slots=True)
class TermLine:
    round: int
    opponent: Person | None
    value: str
    counted: bool
    why: str


@dataclass(frozen=True, slots=True)
class EncounterLine:
    """One of those still equal at a direct encounter."""

    person: Person
    points: str
    missing: int
    place: int | None


@dataclass(frozen=True, slots=True)
class FigurePage:
    person: Person
    column: TieBreak
    shown: str
    how: str
    terms: tuple[TermLine, ...]
    lines: tuple[EncounterLine, ...]


def figure_page(view: View, entrant: int, key: str) -> FigurePage | None:
    """The figure of an entrant in the newest stage that has it; None where there is none."""
    for rows in reversed(view.stages):
        if rows.stage.traits.tie_breaks and key in tie_breaks_of(view.event, rows.stage.format):
            found = _derived(rows, entrant, key)
            return _page(view, rows, found) if found else None
    return None


def _derived(rows: StageRows, entrant: int, key: str) -> Derivation | None:
    contenders, rounds, rules = contest_of(rows, entrants_of(rows), history_of(rows, published=True))
    if entrant not in {one.id for one in contenders}:
        return None
    keys = tie_breaks_of(rows.stage.event, rows.stage.format)
    return derivation(contenders, rounds, keys, rules, contender=entrant, key=key)


def _page(view: View, rows: StageRows, found: Derivation) -> FigurePage:
    who = {found.contender, *(one.contender for one in found.lines)}
    view.need(entrants=who | {one.opponent for one in found.terms if one.opponent is not None})
    terms = tuple(
        TermLine(
            one.round + rows.before,
            None if one.opponent is None else view.person(one.opponent),
            found.show(one), one.counted, one.why,
        )
        for one in found.terms
    )  # fmt: skip
    lines = tuple(EncounterLine(view.person(one.contender), one.points, one.missing, one.place) for one in found.lines)
    return FigurePage(view.person(found.contender), TIE_BREAKS[found.key], found.shown, found.how, terms, lines)
