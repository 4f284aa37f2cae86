"""What the first page shows: what goes on now, and what there is to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.events.models import EventStatus
from league.events.queries.lists import EventCard, events, running
from league.events.queries.rows import StageRows
from league.events.queries.tables import Person, TableLine, people_of, stage_rows, tables
from league.lobby.queries import Offered, seat_to_take
from league.ratings.queries import Line, leaderboard
from matches.queries.listing import Listed, live

FIRST_GAME = "field-tactics"


@dataclass(frozen=True, slots=True)
class RunningEvent:
    card: EventCard
    table: tuple[TableLine, ...]


@dataclass(frozen=True, slots=True)
class Home:
    live: list[Listed]
    seat: Offered | None
    running: list[RunningEvent]
    open: list[EventCard]
    game: str
    leaders: list[Line]


def home() -> Home:
    cards = running(2)
    return Home(
        live=live(8),
        seat=seat_to_take(),
        running=_running(cards),
        open=events(EventStatus.REGISTRATION, limit=3),
        game=FIRST_GAME,
        leaders=leaderboard(FIRST_GAME, limit=5),
    )


def _running(cards: Sequence[EventCard]) -> list[RunningEvent]:
    """The best of the stages that each event is in."""
    ids = [card.event_id for card in cards]
    people, stages = people_of(ids), stage_rows(ids)
    return [
        RunningEvent(card, _top([one for one in stages if one.stage.event_id == card.event_id], people))
        for card in cards
    ]


def _top(stages: Sequence[StageRows], people: Mapping[int, dict[int, Person]]) -> tuple[TableLine, ...]:
    return tables(stages[-1:], people[stages[-1].stage.event_id])[0].lines[:8] if stages else ()
