"""Leagues as lists show them, and the page of one."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, QuerySet
from django.urls import reverse

from engines.words import say
from league.leagues.models import League, Role, Season, Staff
from league.leagues.rules import Policy, may
from league.people.models import Player
from matches.refusals import get_or_refuse

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
    url, about, counts = reverse("league", args=[row.slug]), row.about.split("\n", 1)[0], vars(row)
    return LeagueCard(row.pk, row.slug, url, row.name, about, counts["staff_count"], counts["season_count"])


def _counted() -> QuerySet[League]:
    return League.objects.annotate(
        staff_count=Count("staff", distinct=True), season_count=Count("seasons", distinct=True)
    )


@dataclass(frozen=True, slots=True)
class Member:
    player_id: int
    username: str
    name: str
    role: str
    role_name: str
    since: datetime


@dataclass(frozen=True, slots=True)
class SeasonLine:
    season_id: int
    name: str
    starts_on: date
    ends_on: date
    archived: bool


@dataclass(frozen=True, slots=True)
class LeaguePage:
    league_id: int
    slug: str
    name: str
    about: str
    created_at: datetime
    staff: list[Member]
    seasons: list[SeasonLine]
    """Newest first; those in the archive come last."""
    your_role: str | None
    policy: Policy
    may_edit: bool
    may_read_log: bool

    @property
    def url(self) -> str:
        return reverse("league", args=[self.slug])

    def member(self, username: str) -> int | None:
        """Return the id of a member of the staff."""
        return next((one.player_id for one in self.staff if one.username.lower() == username.lower()), None)

    @property
    def your_role_name(self) -> str:
        return str(Role(self.your_role).label) if self.your_role else ""


def league_id_of(slug: str) -> int | None:
    return League.objects.filter(slug=slug.lower()).values_list("pk", flat=True).first()


def named_league(slug: str, field: str | None = None) -> int:
    """The league of this address; Refused (not-found, with the input at fault) where there is none."""
    return get_or_refuse(league_id_of(slug), "not-found", say("There is no such league."), field)


def slug_of(league_id: int) -> str:
    return League.objects.values_list("slug", flat=True).get(pk=league_id)


def league_page(slug: str, reader: Player | None) -> LeaguePage:
    """Return a league as its page shows it to a reader. Raises Refused("not-found")."""
    found = League.objects.filter(slug=slug.lower()).first()
    league = get_or_refuse(found, "not-found", say("There is no such league."))
    staff = _staff(league.pk)
    role = next((one.role for one in staff if reader and one.player_id == reader.pk), None)
    admin = reader is not None and reader.is_superuser
    return LeaguePage(
        league_id=league.pk,
        slug=league.slug,
        name=league.name,
        about=league.about,
        created_at=league.created_at,
        staff=staff,
        seasons=seasons_of(league.pk),
        your_role=role,
        policy=Policy(league.no_show_warnings, league.ban_length, league.ban_unit),
        may_edit=admin or may(role, "edit the league"),
        may_read_log=admin or may(role, "read the audit log"),
    )


def seasons_of(league_id: int) -> list[SeasonLine]:
    rows = Season.objects.filter(league=league_id).order_by("-starts_on", "-pk")
    lines = [SeasonLine(row.pk, row.name, row.starts_on, row.ends_on, row.archived_at is not None) for row in rows]
    return sorted(lines, key=lambda line: line.archived)


def season_of(league_id: int, season_id: int) -> SeasonLine | None:
    return next((line for line in seasons_of(league_id) if line.season_id == season_id), None)


def _staff(league_id: int) -> list[Member]:
    """Organisers first, then by name."""
    rows = Staff.objects.filter(league=league_id).select_related("player")
    lines = [
        Member(row.player_id, row.player.username, str(row.player), row.role, str(Role(row.role).label), row.since)
        for row in rows
    ]
    return sorted(lines, key=lambda one: (one.role != Role.ORGANISER, one.username.lower()))
