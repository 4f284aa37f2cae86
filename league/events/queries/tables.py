"""Standings of events, worked out from their counted pairings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import cast

from django.urls import reverse

from league.events.models import Entrant, Pairing
from league.events.rules.figures import halves_text, quarters_text
from league.events.rules.standings import Game, Place, standings

COLUMNS = (
    ("P", "Played", "Matches that have been counted. A bye is not a match."),
    ("W", "Won", "Matches won, forfeits by the opponent included. The last tie-break."),
    ("D", "Drawn", "Each player makes half a point."),
    ("L", "Lost", "No point. If nobody appears, both lose."),
    ("Pts", "Points", "A win makes 1 point, a draw ½, a loss 0."),
    (
        "SB",
        "Sonneborn-Berger",
        "First tie-break: the points of everyone you beat, and half the points of everyone you drew with.",
    ),
    ("DE", "Direct encounter", "Second tie-break: points in the matches among those still equal, once all have met."),
)
"""Short name, name and explanation of each column, in the order of the table."""


@dataclass(frozen=True, slots=True)
class Person:
    entrant_id: int
    player_id: int
    seed: int | None
    name: str
    username: str
    url: str
    is_bot: bool


@dataclass(frozen=True, slots=True)
class TableLine:
    rank: int
    person: Person
    played: int
    wins: int
    draws: int
    losses: int
    points: str
    sonneborn: str
    direct: str


def table(event_id: int) -> list[TableLine]:
    return tables([event_id])[event_id]


def tables(events: Collection[int]) -> dict[int, list[TableLine]]:
    """The standings of each event, in two queries however many there are."""
    people = people_of(events)
    games = _games(events)
    return {
        event: [_line(place, people[event]) for place in standings(list(people[event]), games[event])]
        for event in events
    }


def people_of(events: Collection[int]) -> dict[int, dict[int, Person]]:
    """By event and entrant id, who takes part: by seed, before the start by order of joining."""
    rows = Entrant.objects.filter(event__in=events).select_related("player").order_by("seed", "joined_at", "pk")
    people: dict[int, dict[int, Person]] = {event: {} for event in events}
    for row in rows:
        people[row.event_id][row.pk] = _person(row)
    return people


def _games(events: Collection[int]) -> dict[int, list[Game]]:
    rows = Pairing.objects.filter(round__event__in=events, counted_at__isnull=False, away__isnull=False)
    games: dict[int, list[Game]] = defaultdict(list)
    fields = rows.values_list("round__event", "home", "away", "home_halves", "away_halves")
    for event, *game in cast("Iterable[tuple[int, int, int, int, int]]", fields):
        games[event].append(Game(*game))
    return games


def _person(row: Entrant) -> Person:
    player = row.player
    url = reverse("player", args=[player.username])
    return Person(row.pk, player.pk, row.seed, str(player), player.username, url, bool(player.bot))


def _line(place: Place, people: dict[int, Person]) -> TableLine:
    return TableLine(
        rank=place.rank,
        person=people[place.entrant],
        played=place.played,
        wins=place.wins,
        draws=place.draws,
        losses=place.losses,
        points=halves_text(place.halves),
        sonneborn=quarters_text(place.sonneborn_quarters),
        direct="" if place.direct_halves is None else halves_text(place.direct_halves),
    )
