"""Reads of leagues: lists and the page of a league."""

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
    """A league as lists show it."""

    league_id: int
    slug: str
    url: str
    name: str
    about: str
    """The first paragraph of the description."""
    staff: int
    seasons: int


@dataclass(frozen=True, slots=True)
class Leagues:
    """A page of the list of leagues."""

    cards: list[LeagueCard]
    after: str
    """The slug after which the next page starts; empty on the last page."""


def leagues(*, after: str = "", limit: int = PAGE) -> Leagues:
    """Return a page of leagues by slug, after the slug `after`."""
    rows = _counted().filter(slug__gt=after).order_by("slug")[: limit + 1]
    cards = [card(row) for row in rows]
    return Leagues(cards[:limit], cards[limit - 1].slug if len(cards) > limit else "")


def leagues_of(player_id: int) -> list[tuple[LeagueCard, str]]:
    """Return the leagues with the player on their staff, each with the role."""
    roles = dict(Staff.objects.filter(player=player_id).values_list("league_id", "role"))
    return [(card(row), roles[row.pk]) for row in _counted().filter(pk__in=roles).order_by("slug")]


def card(row: League) -> LeagueCard:
    """Return the card of an annotated league row."""
    url, about, counts = reverse("league", args=[row.slug]), row.about.split("\n", 1)[0], vars(row)
    return LeagueCard(row.pk, row.slug, url, row.name, about, counts["staff_count"], counts["season_count"])


def _counted() -> QuerySet[League]:
    return League.objects.annotate(
        staff_count=Count("staff", distinct=True), season_count=Count("seasons", distinct=True)
    )


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the staff."""

    player_id: int
    username: str
    name: str
    role: str
    role_name: str
    since: datetime


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A season as lists show it."""

    season_id: int
    name: str
    starts_on: date
    ends_on: date
    archived: bool


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """The page of a league, for one viewer."""

    league_id: int
    slug: str
    name: str
    about: str
    created_at: datetime
    staff: list[Member]
    seasons: list[SeasonLine]
    """The seasons, newest first and archived ones last."""
    your_role: str | None
    policy: Policy
    may_edit: bool
    may_read_log: bool

    @property
    def url(self) -> str:
        return reverse("league", args=[self.slug])

    def member(self, username: str) -> int | None:
        """Return the player id of a member of the staff by username."""
        return next((one.player_id for one in self.staff if one.username.lower() == username.lower()), None)

    @property
    def your_role_name(self) -> str:
        return str(Role(self.your_role).label) if self.your_role else ""


def league_id_of(slug: str) -> int | None:
    """Return the id of the league with this slug, or None."""
    return League.objects.filter(slug=slug.lower()).values_list("pk", flat=True).first()


def named_league(slug: str, field: str | None = None) -> int:
    """Return the id of the league with this slug. Raises Refused("not-found") with the input field."""
    return get_or_refuse(league_id_of(slug), "not-found", say("League not found."), field)


def slug_of(league_id: int) -> str:
    """Return a league's slug."""
    return League.objects.values_list("slug", flat=True).get(pk=league_id)


def league_page(slug: str, reader: Player | None) -> LeaguePage:
    """Return a league's page for a viewer. Raises Refused("not-found")."""
    found = League.objects.filter(slug=slug.lower()).first()
    league = get_or_refuse(found, "not-found", say("League not found."))
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
    """Return a league's seasons, newest first and archived ones last."""
    rows = Season.objects.filter(league=league_id).order_by("-starts_on", "-pk")
    lines = [SeasonLine(row.pk, row.name, row.starts_on, row.ends_on, row.archived_at is not None) for row in rows]
    return sorted(lines, key=lambda line: line.archived)


def season_of(league_id: int, season_id: int) -> SeasonLine | None:
    """Return a season of the league, or None."""
    return next((line for line in seasons_of(league_id) if line.season_id == season_id), None)


def _staff(league_id: int) -> list[Member]:
    """Return the staff, organisers first, then by name."""
    rows = Staff.objects.filter(league=league_id).select_related("player")
    lines = [
        Member(row.player_id, row.player.username, str(row.player), row.role, str(Role(row.role).label), row.since)
        for row in rows
    ]
    return sorted(lines, key=lambda one: (one.role != Role.ORGANISER, one.username.lower()))
