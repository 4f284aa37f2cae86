"""What everybody may know of an event: exports, calendars and embedded pages are made of nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from league.events.models import Event, EventStatus
from league.events.queries.lists import EventCard, card, counted
from league.events.queries.managing import may_manage
from league.pairings.queries.rounds import RoundBlock, rounds
from league.standings.queries.rows import StageRows
from league.standings.queries.tables import Person, Table, people_of, stage_rows, tables


@dataclass(frozen=True, slots=True)
class Public:
    """An event without what is drafted. `formats` are keys, by stage."""

    card: EventCard
    people: dict[int, Person]
    stages: list[StageRows]
    rounds: list[RoundBlock]
    tables: list[Table]
    formats: tuple[str, ...]


def public_event(event_id: int, reader: int | None = None) -> Public | None:
    """The event; None where there is none, or a draft that this reader does not organise."""
    event = counted(Event.objects.filter(pk=event_id)).first()
    if event is None:
        return None
    if event.status == EventStatus.DRAFT and (reader is None or not may_manage(event, reader)):
        return None
    people = people_of([event_id])[event_id]
    stages = stage_rows([event_id])
    return Public(
        card(event), people, stages, rounds(stages, people, drafts=False), tables(stages, people),
        tuple(stage.format for stage in event.stages.all()),
    )  # fmt: skip
