"""What the first page shows: what goes on now, and what there is to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.events.models import EventStatus
from league.events.queries.lists import EventCard, events, running
from league.events.queries.tables import TableLine, leading
from league.lobby.queries import Offered, seat_to_take
from league.ratings.queries import Line, leaderboard
from matches.queries.listing import Listed, live

FIRST_GAME = "field-tactics"
MOST_LINES = 8


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
    lines = leading([card.event_id for card in cards], MOST_LINES)
    return [RunningEvent(card, lines.get(card.event_id, ())) for card in cards]
