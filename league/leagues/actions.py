"""Create and edit leagues, their seasons and their staff."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from engines.contract import Json
from engines.words import marked, say, told
from league.audit.actions import changes, reason, record
from league.leagues import rules
from league.leagues.models import League, Role, Season, Staff
from league.leagues.queries.roles import allowed
from league.leagues.rules import DEED, Policy, check_policy, known_role
from league.people.models import Player
from league.people.queries import find_player
from league.text_cleaning import one_line, paragraphs
from matches.refusals import Refused, get_or_refuse


@contextmanager
def unique_or_refused(code: str, text: str, field: str) -> Iterator[None]:
    """Run the block in a transaction; raise Refused on a database error for a duplicate row."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise Refused(code, text, field) from None


def _log(league: League, act: str, subject: tuple[str, int], **entry: Any) -> None:
    """Write to the league's audit log; `entry` has the other arguments of `record`."""
    record(act=act, subject=subject, league_id=league.pk, **entry)


def create_league(*, by: int, name: str, slug: str = "", about: str = "", at: datetime) -> int:
    """Create a league with the user as its first organiser; return its id. The default slug comes from the name."""
    name = one_line(name, least=3, most=60, field="name", what=marked("A name"))
    about = paragraphs(about, most=rules.MOST_ABOUT, field="about")
    slug = rules.league_slug(slug or rules.slug_from(name))
    if not Player.objects.filter(pk=by, is_guest=False, bot="", is_active=True).exists():
        raise Refused("account-needed", say("Create an account to start a league. You keep your matches."))
    with unique_or_refused("slug-taken", say("This address is taken. Choose another one."), "slug"):
        Player.objects.select_for_update().get(pk=by)  # Concurrent requests must not exceed the limit.
        own = Staff.objects.filter(player=by, role=Role.ORGANISER).values("league")
        if League.objects.filter(pk__in=own).count() >= settings.QUOTAS["leagues_per_person"]:
            raise Refused("too-many", say("You've reached the limit of leagues you can create."))
        league = League.objects.create(name=name, slug=slug, about=about, created_at=at)
        Staff.objects.create(league=league, player_id=by, role=Role.ORGANISER, since=at)
        after = {"name": name, "slug": slug, "about": about}
        _log(league, "league.created", ("league", league.pk), by=by, after=after, at=at)
        return int(league.pk)


@transaction.atomic
def edit_league(
    *, league_id: int, by: int, name: str, about: str, policy: Policy | None = None, why: str = "", at: datetime
) -> None:
    """Change the name, the description and, unless None, the no-show policy."""
    league = managed(league_id, by, "edit the league")
    now = Policy(league.no_show_warnings, league.ban_length, league.ban_unit)
    before, after = changes(
        {"name": league.name, "about": league.about, **_columns(now)},
        {
            "name": one_line(name, least=3, most=60, field="name", what=marked("A name")),
            "about": paragraphs(about, most=rules.MOST_ABOUT, field="about"),
            **_columns(check_policy(policy or now)),
        },
    )
    if not after:
        return
    League.objects.filter(pk=league.pk).update(**after)
    _log(league, "league.edited", ("league", league.pk), by=by, before=before, after=after, why=why, at=at)


def _columns(policy: Policy) -> dict[str, Json]:
    return {"no_show_warnings": policy.warnings, "ban_length": policy.length, "ban_unit": str(policy.unit)}


def managed(league_id: int, by: int, deed: str) -> League:
    """Return the league, locked. Raises Refused unless the user has this permission in it."""
    league = _locked(league_id)
    if not allowed(by, league_id, deed):
        raise Refused("not-allowed", say("Only an organiser of this league may {deed}.", deed=told(deed)))
    return league


def _locked(league_id: int) -> League:
    rows = League.objects.select_for_update().filter(pk=league_id)
    return get_or_refuse(rows.first(), "not-found", say("League not found."))


@dataclass(frozen=True, slots=True)
class Days:
    """A season's name, first and last day."""

    name: str
    starts_on: date
    ends_on: date

    def checked(self) -> Days:
        """Return the details with a cleaned name. Raises Refused (bad-days, bad-name)."""
        if self.ends_on < self.starts_on:
            raise Refused("bad-days", say("A season cannot end before it starts."), "ends_on")
        if (self.ends_on - self.starts_on).days > rules.LONGEST_SEASON_DAYS:
            raise Refused("bad-days", say("A season can last at most two years."), "ends_on")
        return replace(self, name=one_line(self.name, least=2, most=60, field="name", what=marked("A name")))

    def dump(self) -> dict[str, Json]:
        return {"name": self.name, "starts_on": self.starts_on.isoformat(), "ends_on": self.ends_on.isoformat()}


def create_season(*, league_id: int, by: int, days: Days, why: str = "", at: datetime) -> int:
    """Create a season and return its id."""
    with unique_or_refused(
        "name-taken", say("This league has another season with this name. Choose a different name."), "name"
    ):
        league = managed(league_id, by, DEED)
        days = days.checked()
        season = Season.objects.create(league=league, name=days.name, starts_on=days.starts_on, ends_on=days.ends_on)
        _log(league, "season.created", ("season", season.pk), by=by, after=days.dump(), why=why, at=at)
        return int(season.pk)


def edit_season(*, league_id: int, season_id: int, by: int, days: Days, why: str = "", at: datetime) -> None:
    """Change the name or the days of a season that is not archived."""
    with unique_or_refused(
        "name-taken", say("This league has another season with this name. Choose a different name."), "name"
    ):
        league = managed(league_id, by, DEED)
        season = _season(league, season_id)
        if season.archived_at:
            raise Refused("season-archived", say("Restore the season from the archive to edit it."))
        days = days.checked()
        before, after = changes(Days(season.name, season.starts_on, season.ends_on).dump(), days.dump())
        if not after:
            return
        Season.objects.filter(pk=season.pk).update(name=days.name, starts_on=days.starts_on, ends_on=days.ends_on)
        _log(league, "season.edited", ("season", season.pk), by=by, before=before, after=after, why=why, at=at)


@transaction.atomic
def archive_season(
    *, league_id: int, season_id: int, by: int, archived: bool = True, why: str = "", at: datetime
) -> None:
    """Archive or unarchive a season; a no-op if it is in that state."""
    league = managed(league_id, by, DEED)
    season = _season(league, season_id)
    if bool(season.archived_at) == archived:
        return
    if hasattr(season, "terms"):
        raise Refused("has-phases", say("To archive or restore a season with franchises, change its phase."))
    Season.objects.filter(pk=season.pk).update(archived_at=at if archived else None)
    act = "season.archived" if archived else "season.reopened"
    before, after = ({"name": season.name, "archived": value} for value in (not archived, archived))
    _log(league, act, ("season", season.pk), by=by, before=before, after=after, why=why, at=at)


def _season(league: League, season_id: int) -> Season:
    rows = Season.objects.filter(pk=season_id, league=league)
    return get_or_refuse(rows.first(), "not-found", say("Season not found."))


@transaction.atomic
def add_staff(*, league_id: int, by: int, username: str, role: str, why: str = "", at: datetime) -> int:
    """Give a player a role in the league; return the player's id."""
    league = managed(league_id, by, "choose the staff")
    role = known_role(role)
    player = get_person(username, "player")
    if player.is_guest or player.bot:
        raise Refused("account-needed", say("Guests and bots can't be on the staff."), "player")
    _, fresh = Staff.objects.get_or_create(league=league, player=player, defaults={"role": role, "since": at})
    if not fresh:
        text = say("{username} is already on the staff. Change the role instead.", username=player.username)
        raise Refused("already-staff", text, "player")
    after = {"player": player.username, "role": role}
    _log(league, "staff.added", ("player", player.pk), by=by, after=after, why=why, at=at)
    return int(player.pk)


@transaction.atomic
def change_role(*, league_id: int, by: int, player_id: int, role: str, why: str, at: datetime) -> None:
    """Change the role of a member of the staff. A reason is required."""
    league = managed(league_id, by, "choose the staff")
    member = _member(league, player_id)
    role, why = known_role(role), reason(why, needed=True)
    if member.role == role:
        return
    _keep_an_organiser(member)
    Staff.objects.filter(pk=member.pk).update(role=role)
    before, after = ({"player": member.player.username, "role": value} for value in (member.role, role))
    _log(league, "staff.role-changed", ("player", player_id), by=by, before=before, after=after, why=why, at=at)


@transaction.atomic
def remove_staff(*, league_id: int, by: int, player_id: int, why: str, at: datetime) -> None:
    """Remove a role, for a stated reason; members who leave need none."""
    leaves = by == player_id
    league = _locked(league_id) if leaves else managed(league_id, by, "choose the staff")
    member = _member(league, player_id)
    why = reason(why, needed=not leaves)
    _keep_an_organiser(member)
    member.delete()
    before = {"player": member.player.username, "role": member.role}
    _log(league, "staff.removed", ("player", player_id), by=by, before=before, why=why, at=at)


def _member(league: League, player_id: int) -> Staff:
    rows = Staff.objects.select_related("player").filter(league=league, player=player_id)
    return get_or_refuse(rows.first(), "not-staff", say("This player isn't on the league's staff."), "player")


def _keep_an_organiser(member: Staff) -> None:
    """Refuse to remove the last organiser. Must hold the league lock."""
    others = Staff.objects.filter(league=member.league_id, role=Role.ORGANISER).exclude(pk=member.pk)
    if member.role == Role.ORGANISER and not others.exists():
        text = say("A league needs at least one organiser. Make another player an organiser first.")
        raise Refused("last-organiser", text, "player")


def get_person(username: str, field: str) -> Player:
    """Return the player of a typed username. Raises Refused("unknown-player") about that field."""
    name = username.strip()
    person = find_player(name) if name.isprintable() else None
    return get_or_refuse(person, "unknown-player", say("Player not found. Check the spelling."), field)
