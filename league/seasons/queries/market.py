"""Gamers of a season: all of them for its set-up, the free ones for signing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from league.gamers.models import STATS, Genre, SeasonGamer
from league.seasons.models import Contract, Phase, SeasonTerms, Window, WindowKind
from league.seasons.queries.rosters import free_gamers, money_of, rosters, rules_of
from league.seasons.rules.roster import Roster, room


@dataclass(frozen=True, slots=True)
class GamerLine:
    gamer_id: int
    """Its number in the season."""
    handle: str
    name: str
    genre: str
    salary: int
    usual: int
    """The Gamer's salary where no season says otherwise."""
    stats: tuple[int, ...]
    talent: str


@dataclass(frozen=True, slots=True)
class WindowLine:
    window_id: int
    kind: str
    kind_name: str
    opens_at: datetime
    closes_at: datetime
    open: bool


def pool_lines(season_id: int) -> list[GamerLine]:
    """Everybody in the season's pool, dearest first."""
    rows = SeasonGamer.objects.filter(season=season_id).select_related("gamer")
    return [_line(row) for row in rows.order_by("-salary", "gamer__handle")]


def free_lines(season_id: int, genre: str = "") -> list[GamerLine]:
    """Those whom nobody has, dearest first."""
    taken = Contract.objects.filter(season=season_id, ended_at__isnull=True).values("gamer")
    rows = SeasonGamer.objects.filter(season=season_id).exclude(pk__in=taken).select_related("gamer")
    if genre:
        rows = rows.filter(gamer__genre=genre)
    return [_line(row) for row in rows.order_by("-salary", "gamer__handle")]


def offers(terms: SeasonTerms, franchise_id: int) -> dict[str, int | None]:
    """By genre, the highest salary that one more Gamer of a franchise may have; None: it can take none."""
    roster, free, rules = rosters(terms.pk).get(franchise_id, Roster()), free_gamers(terms.pk), rules_of(terms)
    money = money_of(terms, franchise_id)
    return {genre: room(rules, roster, free, genre, money) for genre in Genre.values}


def windows(terms: SeasonTerms, at: datetime) -> list[WindowLine]:
    """In the order of time; `open` says whether something may be done in it now."""
    return [
        WindowLine(
            row.pk, row.kind, str(WindowKind(row.kind).label), row.opens_at, row.closes_at,
            terms.phase == Phase.ROUNDS and row.opens_at <= at < row.closes_at,
        )
        for row in Window.objects.filter(terms=terms).order_by("opens_at", "pk")
    ]  # fmt: skip


def _line(row: SeasonGamer) -> GamerLine:
    one = row.gamer
    stats = tuple(getattr(one, stat) for stat in STATS)
    return GamerLine(row.pk, one.handle, one.name, one.genre, row.salary, one.salary, stats, one.talent)
