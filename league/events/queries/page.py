"""Everything the page of an event shows one reader."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engines.bots import policies
from league.events.formats.registry import CONTINUOUS
from league.events.models import EntrantStatus, Event, EventStatus, Registration
from league.events.queries.lists import EventCard, card, counted
from league.events.queries.managing import manages
from league.events.queries.rounds import CrossRow, RoundBlock, cross_table, rounds
from league.events.queries.tables import Person, Table, people_of, stage_rows
from league.events.queries.tables import tables as tables_of_stages
from league.games import sides_of
from league.people.actions.bots import KINDS
from league.people.models import Player
from league.ratings.queries import values
from league.times import control_text

MOST_CROSSED = 32
"""A cross-table of more than these is too wide to read."""
BEFORE = (EventStatus.DRAFT, EventStatus.REGISTRATION, EventStatus.CHECK_IN, EventStatus.SEEDING)


@dataclass(frozen=True, slots=True)
class May:
    """What the reader may do with the event now."""

    manage: bool = False
    join: bool = False
    leave: bool = False
    withdraw: int | None = None
    check_in: bool = False
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
    about: str
    announcement: str
    announced_at: datetime | None
    registration: str
    start_by_min: int
    check_in_min: int
    auto_advance: bool
    paused: bool
    next_round_at: datetime | None
    time: str
    formats: tuple[str, ...]
    """Keys of the formats of the stages."""
    tables: list[Table]
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
    def entered(self) -> list[EntrantLine]:
        return [line for line in self.entrants if line.person.status in ("entered", "withdrawn")]

    @property
    def queue(self) -> list[EntrantLine]:
        """Those who asked for a place, were invited or wait for one."""
        return [line for line in self.entrants if line.person.status in ("applied", "waiting", "invited")]

    @property
    def live(self) -> list[int]:
        """Matches that are being played."""
        games = (game for block in self.rounds for one in block.pairings for game in one.games)
        return [game.match_id for game in games if game.status == "playing"][:12]


def event_page(event_id: int, reader: Player | None) -> EventPage | None:
    """The page for a signed-in reader, or for a visitor (None). A draft is there for its organiser alone."""
    event = counted(Event.objects.filter(pk=event_id)).first()
    if event is None:
        return None
    manager = reader is not None and manages(event, reader.pk)
    if event.status == EventStatus.DRAFT and not manager:
        return None
    people = people_of([event_id])[event_id]
    stages = stage_rows([event_id])
    blocks = rounds(stages, people, drafts=manager)
    tables = tables_of_stages(stages, people)
    ratings = values([person.player_id for person in people.values()], event.game)
    formats = tuple(stage.format for stage in event.stages.all())
    crossed = formats[:1] == ("round-robin",) and tables and len(tables[0].lines) <= MOST_CROSSED
    return EventPage(
        card=card(event),
        about=event.about,
        announcement=event.announcement,
        announced_at=event.announced_at,
        registration=event.registration,
        start_by_min=event.start_by_min,
        check_in_min=event.check_in_min,
        auto_advance=event.auto_advance,
        paused=event.paused_at is not None,
        next_round_at=None if CONTINUOUS.keys() & set(formats) else event.next_round_at,
        time=control_text(event.control["turn_ms"], event.control["reserve_ms"]),
        formats=formats,
        tables=tables,
        cross=cross_table(tables[0].lines, blocks) if crossed else [],
        rounds=blocks,
        entrants=[EntrantLine(person, round(ratings[person.player_id])) for person in people.values()],
        reader=reader.pk if reader else None,
        may=_may(event, reader, people, blocks, manager=manager),
    )


def _may(
    event: Event, reader: Player | None, people: dict[int, Person], blocks: list[RoundBlock], *, manager: bool
) -> May:
    registering = event.status == EventStatus.REGISTRATION or _takes_late(event)
    entered = sum(person.status == EntrantStatus.ENTERED for person in people.values())
    if reader is None:
        return May(sign_up=registering)
    own = next((person for person in people.values() if person.player_id == reader.pk), None)
    before = event.status in BEFORE
    invited = own is not None and own.status == EntrantStatus.INVITED
    welcome = invited or (own is None and event.registration != Registration.INVITE)
    playing = own is not None and own.status == EntrantStatus.ENTERED
    return May(
        manage=manager,
        join=registering and welcome and not reader.is_guest,
        leave=before and own is not None,
        withdraw=own.entrant_id if own and playing and event.status == EventStatus.RUNNING else None,
        check_in=bool(own and playing and event.status == EventStatus.CHECK_IN and not own.checked_in),
        sign_up=registering and reader.is_guest,
        start=manager and before and event.status != EventStatus.DRAFT and entered >= 2,
        start_round=_startable(event, blocks) if manager else None,
        add_bot=manager and before and entered < event.max_entrants,
        cancel=manager and (before or event.status == EventStatus.RUNNING),
    )


def _takes_late(event: Event) -> bool:
    """Whether everybody may still join: arenas and ladders take who comes while they run."""
    running = event.status == EventStatus.RUNNING and event.registration == Registration.OPEN
    return running and any(stage.format in CONTINUOUS for stage in event.stages.all())


def _startable(event: Event, blocks: list[RoundBlock]) -> int | None:
    """The number of the round that could be started by hand now."""
    if event.status != EventStatus.RUNNING or event.paused_at or any(block.running for block in blocks):
        return None
    return next((block.number for block in blocks if block.started_at is None), None)
