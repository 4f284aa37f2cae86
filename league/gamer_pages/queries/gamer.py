"""The page of one Gamer: who had it in the league, and what it did in the league's matches."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from league.events.models import Event
from league.gamer_pages.queries.cards import Card, cards_of
from league.gamers.models import SeasonGamer
from league.seasons.models import Contract, Ending, SeasonTerms, Signing
from league.stats.models import Tally


@dataclass(frozen=True, slots=True)
class Held:
    """A contract of the Gamer in this league."""

    season_id: int
    season_name: str
    franchise_id: int
    franchise_name: str
    salary: int
    how: str
    signed_at: datetime
    ended_at: datetime | None
    ending: str


@dataclass(frozen=True, slots=True)
class Played:
    """What the Gamer did in counted matches of the league's events, for whichever side."""

    matches: int
    won: int
    drawn: int
    lost: int
    acts: int
    attacks: int


@dataclass(frozen=True, slots=True)
class SeasonSalary:
    season_id: int
    season_name: str
    gamer_id: int
    """Its number in that season."""
    salary: int


@dataclass(frozen=True, slots=True)
class GamerPage:
    card: Card
    seasons: list[SeasonSalary]
    """Newest first."""
    contracts: list[Held]
    """Newest first."""
    played: Played | None
    """None where no match of it has been counted."""


def gamer_page(terms: SeasonTerms, gamer: int) -> GamerPage | None:
    row = SeasonGamer.objects.filter(pk=gamer, season=terms.pk).select_related("gamer", "season").first()
    if row is None:
        return None
    league = row.season.league_id
    rows = SeasonGamer.objects.filter(gamer=row.gamer, season__league=league).select_related("season")
    seasons = [
        SeasonSalary(one.season_id, one.season.name, one.pk, one.salary)
        for one in rows.order_by("-season__starts_on", "-season")
    ]
    contracts = Contract.objects.filter(gamer__gamer=row.gamer, season__league=league)
    held = [_held(one) for one in contracts.select_related("season", "franchise").order_by("-signed_at", "-pk")]
    return GamerPage(cards_of(terms, [gamer])[0], seasons, held, _played(league, row.gamer.handle))


def _held(row: Contract) -> Held:
    return Held(
        row.season_id, row.season.name, row.franchise_id, row.franchise.name, row.salary, str(Signing(row.how).label),
        row.signed_at, row.ended_at, str(Ending(row.ending).label) if row.ending else "",
    )  # fmt: skip


def _played(league: int, handle: str) -> Played | None:
    """By handle, as the stats have it: over the league's events, for other leagues may have a Gamer of that handle."""
    events = Event.objects.filter(league=league).values("pk")
    rows = Tally.objects.filter(event__gt=0, event__in=events, player=0, topic="gamer", key=handle)
    names = ("matches", "won", "drawn", "lost", "uses", "good")
    sums = rows.aggregate(**{f"all_{name}": Sum(name, default=0) for name in names})
    found = Played(*(int(sums[f"all_{name}"]) for name in names))
    return found if found.matches else None
