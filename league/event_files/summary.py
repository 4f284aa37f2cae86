"""An event at a glance, as publicly visible: the last rounds of its bracket, or the top of its standings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.event_files.exports import PublicEvent
from league.events.queries import EventCard
from league.formats.registry import get_traits
from league.pairings.queries.rounds import RoundBlock
from league.standings.standings_calculation import OVERALL
from league.standings.tables import Table, TableLine

MAX_PAIRINGS = 8
"""Of a round that is shown: earlier rounds of a bracket are too long to be read at a glance."""
PODIUM = 3
_BELOW = ("L", "T")
"""Beginnings of the keys of the losers' rounds and the match for third place."""


@dataclass(frozen=True, slots=True)
class EventSummary:
    """The newest stage of an event. `brackets` are rows of rounds: those of the winners, then all others."""

    card: EventCard
    brackets: Sequence[Sequence[RoundBlock]]
    tables: Sequence[Table]
    podium: Sequence[TableLine]
    """The first places of a finished event."""


def summarize_event(event: PublicEvent, *, rounds: int, rows: int) -> EventSummary:
    """Return `rounds` rounds of each bracket and the first `rows` lines of each table of the newest stage.

    The rounds are the last ones, or begin with the first that isn't over.
    """
    stage = max((rows.stage.number for rows in event.stages), default=0)
    tables = [table for table in event.tables if table.stage == stage]
    is_bracket = stage > 0 and get_traits(event.formats[stage - 1]).is_bracket
    blocks = [block for block in event.rounds if is_bracket and block.stage == stage and block.pairings]
    short = [block for block in blocks if len(block.pairings) <= MAX_PAIRINGS]
    below = [block for block in short if block.pairings[0].key.startswith(_BELOW)]
    above = [block for block in short if block not in below]
    final = next((table for table in event.tables if table.stage == OVERALL), tables[0] if len(tables) == 1 else None)
    is_over = event.card.finished_at is not None and final is not None
    return EventSummary(
        event.card,
        [_choose_rounds(part, rounds) for part in (above, below) if part],
        [replace(table, lines=table.lines[:rows]) for table in tables],
        [line for line in final.lines if line.rank and line.rank <= PODIUM][:PODIUM] if is_over and final else [],
    )


def _choose_rounds(blocks: Sequence[RoundBlock], count: int) -> Sequence[RoundBlock]:
    unfinished = next((n for n, block in enumerate(blocks) if block.finished_at is None), len(blocks))
    start = min(unfinished, max(0, len(blocks) - count))
    return blocks[start : start + count]
