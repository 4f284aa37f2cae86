"""What stands above every page of an event: its name and state, its tabs, what the reader may do, and is to do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from engines.bots import policies
from engines.words import retell, say
from engines.words import told as tell
from league.event_pages.queries.may import May, may_do
from league.event_pages.queries.my_matches import OwnStrip, own_strip
from league.event_pages.queries.view import View
from league.events.queries.lists import EventCard, card
from league.lineups.queries.event_season import Tied, tied
from league.people.actions.bots import KINDS
from league.registration.queries.no_shows import Told, told


@dataclass(frozen=True, slots=True)
class Tab:
    key: str
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Heading:
    card: EventCard
    announcement: str
    announced_at: datetime | None
    paused: bool
    trouble: str
    """For the organiser alone: why the event does not go on."""
    next_round_at: datetime | None
    tabs: tuple[Tab, ...]
    may: May
    own: OwnStrip | None
    told: Told | None
    """What the reader is told about no-shows; None where nobody counts them."""
    reader: int | None
    own_entrant: int | None
    season: Tied | None
    """The season whose franchises play the event."""

    @property
    def bots(self) -> list[tuple[str, str]]:
        """The bots that play this game, as (kind, name)."""
        return [(kind, tell(KINDS[kind])) for kind in policies(self.card.game)]


def heading(view: View, at: datetime) -> Heading:
    event = view.event
    made = card(event)
    return Heading(
        card=made,
        announcement=event.announcement,
        announced_at=event.announced_at,
        paused=event.paused_at is not None,
        trouble=retell(event.trouble) if view.manages else "",
        next_round_at=event.next_round_at,
        tabs=tabs(view),
        may=may_do(
            event,
            view.reader,
            view.own,
            made.entrants,
            [row for _, row in view.rounds()] if view.manages else [],
            manages=view.manages,
            at=at,
        ),
        own=own_strip(view),
        told=told(event, view.reader, at),
        reader=view.reader.pk if view.reader else None,
        own_entrant=view.own_id,
        season=tied(event, view.reader.pk if view.reader else None),
    )


def tabs(view: View) -> tuple[Tab, ...]:
    """Those that have something to show. Before the start there are only the overview and the entrants."""
    formats = [stage.traits for stage in view.begun]
    named = [("overview", say("Overview"), "event")]
    if formats:
        named.append(("standings", say("Standings"), "event-standings"))
    if any(one.is_bracket for one in formats):
        named.append(("bracket", say("Bracket"), "event-bracket"))
    if any(one.crosstable for one in formats):
        named.append(("cross", say("Cross-table"), "event-cross"))
    if formats:
        named.append(("rounds", say("Rounds"), "event-rounds"))
    named.append(("entrants", say("Entrants"), "event-entrants"))
    return tuple(Tab(key, name, reverse(url, args=[view.event.pk])) for key, name, url in named)
