"""What the first page shows: what goes on now, and what there is to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.events.models import Event, EventStatus
from league.events.queries import EventCard, card, newest
from league.lobby.queries import Offered, challenge_rated, free_seat
from league.ratings.queries import Line, leaderboard
from league.standings.tables import TableLine, leading
from matches.queries.listing import Listed, front

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
    matches = front(8, challenge_rated())
    found = newest({EventStatus.RUNNING: 2, EventStatus.REGISTRATION: 3})
    return Home(
        live=matches.live,
        seat=free_seat(matches.free, matches.also) if matches.free else None,
        running=_running(found[EventStatus.RUNNING]),
        open=[card(row) for row in found[EventStatus.REGISTRATION]],
        game=FIRST_GAME,
        leaders=leaderboard(FIRST_GAME, limit=5),
    )


def _running(rows: Sequence[Event]) -> list[RunningEvent]:
    """The best of the stages that each event is in."""
    lines = leading(rows, MOST_LINES)
    return [RunningEvent(card(row), lines.get(row.pk, ())) for row in rows]
