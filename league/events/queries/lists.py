"""Events as lists of them show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from league.events.models import Event, EventStatus
from league.games import name_of

FORMATS = {"round-robin": "Round robin"}


@dataclass(frozen=True, slots=True)
class EventCard:
    event_id: int
    url: str
    name: str
    game: str
    game_name: str
    format_name: str
    status: str
    rated: bool
    demo: bool
    organiser: str
    organiser_url: str
    entrants: int
    max_entrants: int
    round: int
    rounds: int
    cycles: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None

    @property
    def places_left(self) -> int:
        return max(0, self.max_entrants - self.entrants)


def events(*statuses: str, limit: int = 50) -> list[EventCard]:
    """Events in these states (all, if none is named), newest first."""
    rows = Event.objects.filter(status__in=statuses) if statuses else Event.objects.all()
    return [card(row) for row in counted(rows).order_by("-pk")[:limit]]


def running(limit: int = 3) -> list[EventCard]:
    return events(EventStatus.RUNNING, limit=limit)


def card_of(event_id: int) -> EventCard | None:
    row = counted(Event.objects.filter(pk=event_id)).first()
    return card(row) if row else None


def counted(rows: QuerySet[Event]) -> QuerySet[Event]:
    """The events with what their cards count, in one query."""
    return rows.select_related("organiser").annotate(
        entrant_count=Count("entrants", distinct=True),
        round_count=Count("rounds", distinct=True),
        started_count=Count("rounds", filter=Q(rounds__started_at__isnull=False), distinct=True),
    )


def card(row: Event) -> EventCard:
    counts = vars(row)
    return EventCard(
        event_id=row.pk,
        url=reverse("event", args=[row.pk]),
        name=row.name,
        game=row.game,
        game_name=name_of(row.game),
        format_name=FORMATS.get(row.format, row.format),
        status=row.status,
        rated=row.rated,
        demo=row.demo,
        organiser=str(row.organiser),
        organiser_url=reverse("player", args=[row.organiser.username]),
        entrants=counts["entrant_count"],
        max_entrants=row.max_entrants,
        round=counts["started_count"],
        rounds=counts["round_count"],
        cycles=row.cycles,
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
    )
