"""Reads of leagues: lists and the page of a league."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, QuerySet
from django.urls import reverse

from engines.i18n import translate as _
from league.leagues.models import League, Role, Season, Staff
from league.leagues.rules import NoShowPolicy, has_permission
from league.people.models import Player
from league.people.providers import get_provider_name
from matches.errors import get_or_refuse

PAGE_SIZE = 24


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
class LeagueList:
    """A page of the list of leagues."""

    cards: list[LeagueCard]
    after: str
    """The slug after which the next page starts; empty on the last page."""


def list_leagues(*, after: str = "", limit: int = PAGE_SIZE) -> LeagueList:
    """Return a page of leagues by slug, after the slug `after`."""
    rows = _annotate_counts().filter(slug__gt=after).order_by("slug")[: limit + 1]
    cards = [build_card(row) for row in rows]
    return LeagueList(cards[:limit], cards[limit - 1].slug if len(cards) > limit else "")


def list_leagues_of_player(player_id: int) -> list[tuple[LeagueCard, str]]:
    """Return the leagues with the player on their staff, each with the role."""
    roles = dict(Staff.objects.filter(player=player_id).values_list("league_id", "role"))
    return [(build_card(row), roles[row.pk]) for row in _annotate_counts().filter(pk__in=roles).order_by("slug")]


def build_card(row: League) -> LeagueCard:
    """Return the card of an annotated league row."""
    url, about, counts = reverse("league", args=[row.slug]), row.about.split("\n", 1)[0], vars(row)
    return LeagueCard(row.pk, row.slug, url, row.name, about, counts["staff_count"], counts["season_count"])


def _annotate_counts() -> QuerySet[League]:
    return League.objects.annotate(staff_count=Count("staff", distinct=True), season_count=Count("seasons", distinct=True))


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
    policy: NoShowPolicy
    required_provider: str
    """The provider of which players need a linked account; empty for none."""
    may_edit: bool
    may_read_log: bool
    may_rule: bool
    may_choose_organisers: bool

    @property
    def url(self) -> str:
        return reverse("league", args=[self.slug])

    @property
    def required_provider_name(self) -> str:
        return get_provider_name(self.required_provider)

    def find_member_id(self, username: str) -> int | None:
        """Return the player id of a member of the staff by username."""
        return next((member.player_id for member in self.staff if member.username.lower() == username.lower()), None)

    @property
    def your_role_name(self) -> str:
        return str(Role(self.your_role).label) if self.your_role else ""


def find_league_id(slug: str) -> int | None:
    """Return the id of the league with this slug, or None."""
    return League.objects.filter(slug=slug.lower()).values_list("pk", flat=True).first()


def get_league_id(slug: str, field: str | None = None) -> int:
    """Return the id of the league with this slug. Raises ActionError("not-found") with the input field."""
    return get_or_refuse(find_league_id(slug), "not-found", _("League not found."), field)


def get_slug(league_id: int) -> str:
    """Return a league's slug."""
    return League.objects.values_list("slug", flat=True).get(pk=league_id)


def get_league_page(slug: str, viewer: Player | None) -> LeaguePage:
    """Return a league's page for a viewer. Raises ActionError("not-found")."""
    row = League.objects.filter(slug=slug.lower()).first()
    league = get_or_refuse(row, "not-found", _("League not found."))
    staff = _list_staff(league.pk)
    role = next((member.role for member in staff if viewer and member.player_id == viewer.pk), None)
    admin = viewer is not None and viewer.is_superuser
    return LeaguePage(
        league_id=league.pk,
        slug=league.slug,
        name=league.name,
        about=league.about,
        created_at=league.created_at,
        staff=staff,
        seasons=list_seasons(league.pk),
        your_role=role,
        policy=NoShowPolicy(league.no_show_warnings, league.ban_length, league.ban_unit),
        required_provider=league.required_provider,
        may_edit=admin or has_permission(role, "edit the league"),
        may_read_log=admin or has_permission(role, "read the activity log"),
        may_rule=admin or has_permission(role, "rule on matches"),
        may_choose_organisers=admin or has_permission(role, "choose the organisers"),
    )


def list_seasons(league_id: int) -> list[SeasonLine]:
    """Return a league's seasons, newest first and archived ones last."""
    rows = Season.objects.filter(league=league_id).order_by("-starts_on", "-pk")
    lines = [SeasonLine(row.pk, row.name, row.starts_on, row.ends_on, row.archived_at is not None) for row in rows]
    return sorted(lines, key=lambda line: line.archived)


def find_season(league_id: int, season_id: int) -> SeasonLine | None:
    """Return a season of the league, or None."""
    return next((line for line in list_seasons(league_id) if line.season_id == season_id), None)


def _list_staff(league_id: int) -> list[Member]:
    """Return the staff, owners and organisers first, then by name."""
    rows = Staff.objects.filter(league=league_id).select_related("player")
    lines = [
        Member(row.player_id, row.player.username, str(row.player), row.role, str(Role(row.role).label), row.since)
        for row in rows
    ]
    return sorted(lines, key=lambda member: (Role.values.index(member.role), member.username.lower()))
