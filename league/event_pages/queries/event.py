"""Everything of an event in one value, for programs: its entrants, its rounds, its standings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.event_pages.queries.entrants import EntrantLine
from league.events.models import Event, EventStatus
from league.events.queries import EventCard, card, counted, manages
from league.pairings.queries.rounds import RoundBlock, rounds
from league.people.models import Player
from league.ratings.queries import values
from league.standings.tables import Table, people_of, stage_rows
from league.standings.tables import tables as tables_of_stages
from matches.clock import Control
from matches.control_words import time_text


@dataclass(frozen=True, slots=True)
class PlannedStage:
    format: str
    settings: Mapping[str, Any]
    takes: int | None
    """How many it takes over from the stage before it."""


@dataclass(frozen=True, slots=True)
class EventPage:
    card: EventCard
    league: str | None
    """Its slug."""
    season_id: int | None
    """The season whose franchises play it."""
    about: str
    announcement: str
    announced_at: datetime | None
    registration: str
    bot_accounts: bool
    """Whether bot accounts may enter."""
    start_by_min: int
    delay_s: int
    check_in_min: int
    auto_advance: bool
    paused: bool
    next_round_at: datetime | None
    time: str
    """In words."""
    control: Mapping[str, Any]
    options: Mapping[str, Any]
    """Of the game."""
    least_rating: int | None
    most_rating: int | None
    stages: list[PlannedStage]
    tables: list[Table]
    rounds: list[RoundBlock]
    entrants: list[EntrantLine]
    reader: int | None


def event_page(event_id: int, reader: Player | None) -> EventPage | None:
    """The page for a signed-in reader, or for a visitor (None). A draft is there for its organiser alone."""
    event = counted(Event.objects.filter(pk=event_id)).first()
    if event is None:
        return None
    manager = manages(event, reader)
    if event.status == EventStatus.DRAFT and not manager:
        return None
    people = people_of([event_id])[event_id]
    stages = stage_rows([event_id])
    blocks = rounds(stages, people, drafts=manager)
    tables = tables_of_stages(stages, people)
    ratings = values([person.player_id for person in people.values()], event.game)
    return EventPage(
        card=card(event),
        league=event.league.slug if event.league else None,
        season_id=event.season_id,
        about=event.about,
        announcement=event.announcement,
        announced_at=event.announced_at,
        registration=event.registration,
        bot_accounts=event.bot_accounts,
        start_by_min=event.start_by_min,
        delay_s=event.delay_s,
        check_in_min=event.check_in_min,
        auto_advance=event.auto_advance,
        paused=event.paused_at is not None,
        next_round_at=None if any(stage.traits.continuous for stage in event.stages.all()) else event.next_round_at,
        time=time_text(event.game, event.options, Control(**event.control)),
        control=event.control,
        options=event.options,
        least_rating=event.least_rating,
        most_rating=event.most_rating,
        stages=[PlannedStage(stage.format, stage.settings, stage.takes) for stage in event.stages.all()],
        tables=tables,
        rounds=blocks,
        entrants=[EntrantLine(person, round(ratings[person.player_id])) for person in people.values()],
        reader=reader.pk if reader else None,
    )
