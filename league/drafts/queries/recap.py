"""A finished draft looked back at: what prices bought, who did well, who went when, what rosters came to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.words import say, say_in
from league.drafts.formats.state import DraftState
from league.drafts.models import Draft, DraftStatus
from league.drafts.queries.recap_tables import how_of, tables
from league.drafts.queries.states import state_of
from league.drafts.rules.grades import Grade, Judged, Rate, going_rate, graded, judged, typical
from league.tables import Table
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Line:
    """A pick, and how it came about where its franchise did not choose it."""

    judged: Judged
    how: str


@dataclass(frozen=True, slots=True)
class Round:
    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Recap:
    """`spread` is the typical difference of a pick's value from the going rate. `tables` has the history last."""

    picks: int
    spent: int
    rate: Rate
    spread: float
    dearest: Judged | None
    best: Judged | None
    grades: tuple[Grade, ...]
    """The best first."""
    tables: tuple[Table, ...]
    rounds: tuple[Round, ...]


def recap_of(row: Draft) -> Recap:
    """Refused (not-over) unless the draft was played to its end."""
    if row.status == DraftStatus.CANCELLED:
        raise Refused("not-over", say("The draft was called off, so there is nothing to look back at."))
    if row.status != DraftStatus.FINISHED:
        raise Refused("not-over", say("The draft is not over yet. Its recap comes with the last pick."))
    state = state_of(row)
    rate = going_rate([(one.price, state.setup.by_id[one.card].value) for one in state.picks])
    picks = judged(state, rate)
    spread = typical([one.surplus for one in picks])
    grades = graded(state, picks, spread)
    best = max(picks, key=lambda one: (one.surplus, -one.pick.number), default=None)
    return Recap(
        len(picks), sum(one.pick.price for one in picks), rate, spread,
        max(picks, key=lambda one: (one.pick.price, -one.pick.number), default=None),
        best if best is not None and best.surplus > 0 else None, grades,
        tuple(tables(state, picks, grades)) if picks else (), tuple(_rounds(state, picks)),
    )  # fmt: skip


def _rounds(state: DraftState, picks: Sequence[Judged]) -> Iterator[Round]:
    """By round; where there are no rounds, as many picks at a time as there are franchises."""
    groups: defaultdict[str, list[Line]] = defaultdict(list)
    size = len(state.setup.teams)
    for at, one in enumerate(picks):
        first = at // size * size + 1
        to = say_in("range", "to")
        no_round = f"{first} {to} {min(first + size - 1, len(picks))}"
        title = say("Round {round}", round=one.pick.turn.round) if one.pick.turn else no_round
        groups[title].append(Line(one, how_of(one)))
    for title, lines in groups.items():
        yield Round(title, tuple(lines))
