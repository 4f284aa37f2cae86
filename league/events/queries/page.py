"""Everything the page of an event shows one reader."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engines.bots import policies
from league.events.models import Event, EventStatus
from league.events.queries.lists import EventCard, card, counted
from league.events.queries.rounds import CrossRow, RoundBlock, cross_table, rounds
from league.events.queries.tables import COLUMNS, Person, TableLine, people_of, table
from league.games import sides_of
from league.people.actions.bots import KINDS
from league.people.models import Player
from league.ratings.queries import values
from league.times import control_text


@dataclass(frozen=True, slots=True)
class May:
    """What the reader may do with the event now."""

    manage: bool = False
    join: bool = False
    leave: bool = False
    sign_up: bool = False
    start: bool = False
    start_round: int | None = None
    add_bot: bool = False
    cancel: bool = False


@dataclass(frozen=True, slots=True)
class EntrantLine:
    person: Person
    rating: int


@dataclass(frozen=True, slots=True)
class EventPage:
    card: EventCard
    start_by_min: int
    auto_advance: bool
    next_round_at: datetime | None
    time: str
    columns: tuple[tuple[str, str, str], ...]
    table: list[TableLine]
    cross: list[CrossRow]
    rounds: list[RoundBlock]
    entrants: list[EntrantLine]
    reader: int | None
    may: May

    @property
    def bots(self) -> list[tuple[str, str]]:
        """The bots that play this game, as (kind, name)."""
        return [(kind, KINDS[kind]) for kind in policies(self.card.game)]

    @property
    def sides(self) -> tuple[str, ...]:
        """What the two sides of a pairing are called in this game."""
        return tuple(sides_of(self.card.game, 2))

    @property
    def live(self) -> list[int]:
        """Matches that are being played."""
        pairings = (one for block in self.rounds for one in block.pairings)
        return [one.match_id for one in pairings if one.match_id and one.status == "playing"]


def event_page(event_id: int, reader: Player | None) -> EventPage | None:
    """The page for a signed-in reader, or for a visitor (None)."""
    event = counted(Event.objects.filter(pk=event_id)).first()
    if event is None:
        return None
    people = people_of([event_id])[event_id]
    blocks = rounds(event_id, people)
    lines = table(event_id)
    ratings = values([person.player_id for person in people.values()], event.game)
    return EventPage(
        card=card(event),
        start_by_min=event.start_by_min,
        auto_advance=event.auto_advance,
        next_round_at=event.next_round_at,
        time=control_text(event.control["turn_ms"], event.control["reserve_ms"]),
        columns=COLUMNS,
        table=lines,
        cross=cross_table(lines, blocks),
        rounds=blocks,
        entrants=[EntrantLine(person, round(ratings[person.player_id])) for person in people.values()],
        reader=reader.pk if reader else None,
        may=_may(event, reader, {person.player_id for person in people.values()}, blocks),
    )


def _may(event: Event, reader: Player | None, players: set[int], blocks: list[RoundBlock]) -> May:
    registering = event.status == EventStatus.REGISTRATION
    room = len(players) < event.max_entrants
    if reader is None:
        return May(sign_up=registering and room)
    inside = reader.pk in players
    manages = reader.pk == event.organiser_id
    return May(
        manage=manages,
        join=registering and room and not inside and not reader.is_guest,
        leave=registering and inside,
        sign_up=registering and room and reader.is_guest,
        start=manages and registering and len(players) >= 2,
        start_round=_startable(event, blocks) if manages else None,
        add_bot=manages and registering and room,
        cancel=manages and event.status in (EventStatus.REGISTRATION, EventStatus.RUNNING),
    )


def _startable(event: Event, blocks: list[RoundBlock]) -> int | None:
    """The number of the round that could be started by hand now."""
    if event.status != EventStatus.RUNNING or any(block.running for block in blocks):
        return None
    return next((block.number for block in blocks if block.started_at is None), None)
