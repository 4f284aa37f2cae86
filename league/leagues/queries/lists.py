"""Leagues as lists of them show."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, QuerySet
from django.urls import reverse

from league.leagues.models import League, Staff

PAGE = 24


@dataclass(frozen=True, slots=True)
class LeagueCard:
    league_id: int
    slug: str
    url: str
    name: str
    about: str
    """The first paragraph."""
    staff: int
    seasons: int


@dataclass(frozen=True, slots=True)
class Leagues:
    cards: list[LeagueCard]
    after: str
    """The slug to go on after; empty on the last page."""


def leagues(*, after: str = "", limit: int = PAGE) -> Leagues:
    """Leagues by slug, from the one behind `after`."""
    rows = _counted().filter(slug__gt=after).order_by("slug")[: limit + 1]
    cards = [card(row) for row in rows]
    return Leagues(cards[:limit], cards[limit - 1].slug if len(cards) > limit else "")


def leagues_of(player_id: int) -> list[tuple[LeagueCard, str]]:
    """The leagues on whose staff a player is, with the role."""
    roles = dict(Staff.objects.filter(player=player_id).values_list("league_id", "role"))
    return [(card(row), roles[row.pk]) for row in _counted().filter(pk__in=roles).order_by("slug")]


def card(row: League) -> LeagueCard:
    counts = vars(row)
    return LeagueCard(
        league_id=row.pk,
        slug=row.slug,
        url=reverse("league", args=[row.slug]),
        name=row.name,
        about=row.about.split("\n", 1)[0],
        staff=counts["staff_count"],
        seasons=counts["season_count"],
    )


def _counted() -> QuerySet[League]:
    return League.objects.annotate(
        staff_count=Count("staff", distinct=True), season_count=Count("seasons", distinct=True)
    )
