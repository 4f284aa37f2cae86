"""Who is still in it: decided exactly where that can be, as marks for the standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.words import say
from league.events.models import Stage
from league.formats.clinching import outlooks, swiss_outlooks
from league.formats.protocol import Clinching
from league.formats.registry import format_of
from league.standings.queries.rows import PairingRow, StageRows
from league.standings.queries.standings_calculation import Line

MOST_RECKONED = 16
"""Entrants of a schedule up to which everybody's chances are worked out for the page."""


@dataclass(frozen=True, slots=True)
class Mark:
    """`kind` is in, through or out; `text` says it in words."""

    kind: str
    text: str


def marks_of(rows: StageRows, lines: Sequence[Line]) -> tuple[dict[int, Mark], str]:
    """By entrant, and what the marks tell of; nothing where the stage is over, or it cannot be said exactly."""
    stage = rows.stage
    if stage.finished_at is not None:
        return {}, ""
    match stage.traits.clinching:
        case Clinching.KNOCKOUT:
            return _in_bracket(lines), say("Who is still in has not been knocked out.")
        case Clinching.SCHEDULE if len(rows.places) <= MOST_RECKONED:
            return _on_schedule(rows, lines)
        case Clinching.ROUNDS:
            return _by_rounds(rows, lines)
    return {}, ""


def _in_bracket(lines: Sequence[Line]) -> dict[int, Mark]:
    return {
        line.entrant: Mark("in", say("still in")) if line.rank is None else Mark("out", say("out")) for line in lines
    }


def _on_schedule(rows: StageRows, lines: Sequence[Line]) -> tuple[dict[int, Mark], str]:
    if any(one.left is not None for one in rows.places):
        return {}, ""
    places = _places(rows.stage)
    points = {line.entrant: line.halves for line in lines}
    to_come = _undecided(_pairings(rows))
    first = places == 1
    can = say("can come first") if first else say("can come among the first {places}", places=places)
    done = say("first for certain") if places == 1 else say("through")
    marks = {
        one: Mark("through", done) if found.certain else Mark("in", can) if found.can else Mark("out", say("out"))
        for one, found in outlooks(points, to_come, places).items()
    }
    return marks, say(
        "Worked out exactly: “{can}” means that some results of the matches to come bring it about, perhaps level on "
        "points; “out” that none do.",
        can=can,
    )


def _by_rounds(rows: StageRows, lines: Sequence[Line]) -> tuple[dict[int, Mark], str]:
    """Nobody is marked before somebody is out or through."""
    published = [row for row in rows.rounds if row.started_at]
    format, entrants = format_of(rows.stage.format), len(rows.places)
    planned = format.rounds_planned(format.check(rows.stage.settings, entrants), entrants)
    places, follows = _places(rows.stage), _follows(rows.stage)
    found = swiss_outlooks(
        {line.entrant: line.halves for line in lines}, _undecided([one for row in published for one in row.pairings]),
        max(0, planned - len(published)), places,
        left={one.entrant for one in rows.places if one.left is not None}, vacant=follows,
    )  # fmt: skip
    if all(one.can and not one.certain for one in found.values()):
        return {}, say("Nobody is out, or sure of a place, on points yet.") if published else ""
    done = say("through") if follows else say("first for certain")
    marks = {
        one: Mark("through", done) if said.certain else Mark("in", say("open")) if said.can else Mark("out", say("out"))
        for one, said in found.items()
    }
    wanted = say("the first {places}", places=places) if places > 1 else say("the first place")
    return marks, say(
        "Said of {wanted} is only what is certain while nobody withdraws, comes late or has a result overturned: "
        "“{done}” cannot even be caught level on points, “out” cannot even draw level; all others are open, for nobody "
        "knows the pairings to come, and level on points the tie-breaks decide.",
        wanted=wanted,
        done=done,
    )


def _undecided(pairings: Sequence[PairingRow]) -> list[tuple[int, int]]:
    """Who still plays against whom."""
    met = [
        (one.sides[0].entrant, one.sides[1].entrant) for one in pairings if not one.counted_at and len(one.sides) > 1
    ]
    return [(one, other) for one, other in met if one is not None and other is not None]


def _follows(stage: Stage) -> bool:
    return any(one.number == stage.number + 1 for one in stage.event.stages.all())


def _pairings(rows: StageRows) -> list[PairingRow]:
    return [one for row in rows.rounds for one in row.pairings]


def _places(stage: Stage) -> int:
    """How many the next stage takes; the first place where there is none."""
    following = [one for one in stage.event.stages.all() if one.number == stage.number + 1]
    return (following[0].takes or 1) if following else 1
