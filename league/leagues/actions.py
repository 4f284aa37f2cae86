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
from engines.i18n import mark, translate as _
from league.audit.actions import clean_reason, diff_values, record
from league.leagues import rules
from league.leagues.models import League, Role, Season, Staff
from league.leagues.queries.roles import has_league_permission
from league.leagues.rules import PERMISSIONS, PLAN_SEASONS, NoShowPolicy, check_policy, check_role
from league.people.models import Player
from league.people.queries import find_player
from league.text_cleaning import clean_line, clean_text
from matches.errors import ActionError, get_or_refuse


@contextmanager
def reject_duplicates(code: str, text: str, field: str) -> Iterator[None]:
    """Run the block in a transaction; raise ActionError on a database error for a duplicate row."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise ActionError(code, text, field) from None


def _log_action(league: League, action: str, subject: tuple[str, int], **entry: Any) -> None:
    """Write to the league's audit log; `entry` has the other arguments of `record`."""
    record(action=action, subject=subject, league_id=league.pk, **entry)


def create_league(*, by: int, name: str, slug: str = "", about: str = "", at: datetime) -> int:
    """Create a league with the user as its owner; return its id. The default slug comes from the name."""
    name = clean_line(name, min_length=3, max_length=60, field="name", label=mark("A name"))
    about = clean_text(about, max_length=rules.MAX_ABOUT, field="about")
    slug = rules.check_slug(slug or rules.build_slug(name))
    if not Player.objects.filter(pk=by, is_guest=False, bot="", is_active=True).exists():
        raise ActionError("account-needed", _("Create an account to start a league. You keep your matches."))
    with reject_duplicates("slug-taken", _("This address is taken. Choose another one."), "slug"):
        Player.objects.select_for_update().get(pk=by)  # Concurrent requests must not exceed the limit.
        organised = Staff.objects.filter(player=by, role__in=PERMISSIONS["edit the league"]).values("league")
        if League.objects.filter(pk__in=organised).count() >= (limit := settings.QUOTAS["leagues_per_person"]):
            text = _("You've reached the limit of {limit} leagues you can create.", limit=limit)
            raise ActionError("limit-reached", text)
        league = League.objects.create(name=name, slug=slug, about=about, created_at=at)
        Staff.objects.create(league=league, player_id=by, role=Role.OWNER, since=at)
        after = {"name": name, "slug": slug, "about": about}
        _log_action(league, "league.created", ("league", league.pk), by=by, after=after, at=at)
        return int(league.pk)


@transaction.atomic
def edit_league(
    *,
    league_id: int,
    by: int,
    name: str,
    about: str,
    policy: NoShowPolicy | None = None,
    required_provider: str | None = None,
    why: str = "",
    at: datetime,
) -> None:
    """Change the name, the description and, unless None, the no-show policy and the provider that players need."""
    league = lock_league_if_allowed(league_id, by, "edit the league")
    current = NoShowPolicy(league.no_show_warnings, league.ban_length, league.ban_unit)
    before, after = diff_values(
        {
            "name": league.name, "about": league.about, **_policy_columns(current),
            "required_provider": league.required_provider,
        },
        {
            "name": clean_line(name, min_length=3, max_length=60, field="name", label=mark("A name")),
            "about": clean_text(about, max_length=rules.MAX_ABOUT, field="about"),
            **_policy_columns(check_policy(policy or current)),
            "required_provider": _check_provider(league, required_provider),
        },
    )  # fmt: skip
    if not after:
        return
    League.objects.filter(pk=league.pk).update(**after)
    _log_action(league, "league.edited", ("league", league.pk), by=by, before=before, after=after, why=why, at=at)


def _check_provider(league: League, provider: str | None) -> str:
    """Return the provider; by default the one that the league requires now. Raises ActionError if it is unknown."""
    if provider is None or provider == league.required_provider:
        return league.required_provider
    if provider and provider not in settings.SIGN_IN_PROVIDERS:
        raise ActionError("unknown-provider", _("This site offers no sign-in with this provider."), "required_provider")
    return provider


def _policy_columns(policy: NoShowPolicy) -> dict[str, Json]:
    return {"no_show_warnings": policy.warnings, "ban_length": policy.length, "ban_unit": str(policy.unit)}


def lock_league_if_allowed(league_id: int, by: int, permission: str) -> League:
    """Return the league, locked. Raises ActionError unless the user has this permission in it."""
    league = _lock_league(league_id)
    if not has_league_permission(by, league_id, permission):
        raise ActionError("not-allowed", _("Only an organiser of this league may {action}.", action=_(permission)))
    return league


def _lock_league(league_id: int) -> League:
    rows = League.objects.select_for_update().filter(pk=league_id)
    return get_or_refuse(rows.first(), "not-found", _("League not found."))


@dataclass(frozen=True, slots=True)
class SeasonDetails:
    """A season's name, first and last day."""

    name: str
    starts_on: date
    ends_on: date

    def checked(self) -> SeasonDetails:
        """Return the details with a cleaned name. Raises ActionError (bad-days, bad-name)."""
        if self.ends_on < self.starts_on:
            raise ActionError("bad-days", _("A season can't end before it starts."), "ends_on")
        if (self.ends_on - self.starts_on).days > rules.LONGEST_SEASON_DAYS:
            raise ActionError("bad-days", _("A season can last at most two years."), "ends_on")
        return replace(self, name=clean_line(self.name, min_length=2, max_length=60, field="name", label=mark("A name")))

    def dump(self) -> dict[str, Json]:
        return {"name": self.name, "starts_on": self.starts_on.isoformat(), "ends_on": self.ends_on.isoformat()}


def create_season(*, league_id: int, by: int, days: SeasonDetails, why: str = "", at: datetime) -> int:
    """Create a season and return its id."""
    with reject_duplicates("name-taken", _("This league has another season with this name. Choose a different name."), "name"):
        league = lock_league_if_allowed(league_id, by, PLAN_SEASONS)
        days = days.checked()
        season = Season.objects.create(league=league, name=days.name, starts_on=days.starts_on, ends_on=days.ends_on)
        _log_action(league, "season.created", ("season", season.pk), by=by, after=days.dump(), why=why, at=at)
        return int(season.pk)


def edit_season(*, league_id: int, season_id: int, by: int, days: SeasonDetails, why: str = "", at: datetime) -> None:
    """Change the name or the days of a season that is not archived."""
    with reject_duplicates("name-taken", _("This league has another season with this name. Choose a different name."), "name"):
        league = lock_league_if_allowed(league_id, by, PLAN_SEASONS)
        season = _get_season(league, season_id)
        if season.archived_at:
            raise ActionError("season-archived", _("Restore the season from the archive to edit it."))
        days = days.checked()
        before, after = diff_values(SeasonDetails(season.name, season.starts_on, season.ends_on).dump(), days.dump())
        if not after:
            return
        Season.objects.filter(pk=season.pk).update(name=days.name, starts_on=days.starts_on, ends_on=days.ends_on)
        _log_action(league, "season.edited", ("season", season.pk), by=by, before=before, after=after, why=why, at=at)


@transaction.atomic
def archive_season(*, league_id: int, season_id: int, by: int, archived: bool = True, why: str = "", at: datetime) -> None:
    """Archive or unarchive a season; a no-op if it is in that state."""
    league = lock_league_if_allowed(league_id, by, PLAN_SEASONS)
    season = _get_season(league, season_id)
    if bool(season.archived_at) == archived:
        return
    if hasattr(season, "terms"):
        raise ActionError("has-phases", _("To archive or restore a season with franchises, change its phase."))
    Season.objects.filter(pk=season.pk).update(archived_at=at if archived else None)
    action = "season.archived" if archived else "season.reopened"
    before, after = ({"name": season.name, "archived": value} for value in (not archived, archived))
    _log_action(league, action, ("season", season.pk), by=by, before=before, after=after, why=why, at=at)


def _get_season(league: League, season_id: int) -> Season:
    rows = Season.objects.filter(pk=season_id, league=league)
    return get_or_refuse(rows.first(), "not-found", _("Season not found."))


@transaction.atomic
def add_staff(*, league_id: int, by: int, username: str, role: str, why: str = "", at: datetime) -> int:
    """Give a player a role in the league; return the player's id."""
    role = check_role(role)
    league = _lock_league_for_staff(league_id, by, role)
    player = get_named_player(username, "player")
    if player.is_guest or player.bot:
        raise ActionError("account-needed", _("Guests and bots can't be on the staff."), "player")
    _unused, created = Staff.objects.get_or_create(league=league, player=player, defaults={"role": role, "since": at})
    if not created:
        text = _("{username} is already on the staff. Change the role instead.", username=player.username)
        raise ActionError("already-staff", text, "player")
    after = {"player": player.username, "role": role}
    _log_action(league, "staff.added", ("player", player.pk), by=by, after=after, why=why, at=at)
    return int(player.pk)


@transaction.atomic
def change_role(*, league_id: int, by: int, player_id: int, role: str, why: str, at: datetime) -> None:
    """Change the role of a member of the staff. A reason is required."""
    role, why = check_role(role), clean_reason(why, required=True)
    league = _lock_league_for_staff(league_id, by, role, player_id)
    member = _get_member(league, player_id)
    if member.role == role:
        return
    _check_not_last_owner(member)
    Staff.objects.filter(pk=member.pk).update(role=role)
    before, after = ({"player": member.player.username, "role": value} for value in (member.role, role))
    _log_action(league, "staff.role-changed", ("player", player_id), by=by, before=before, after=after, why=why, at=at)


@transaction.atomic
def remove_staff(*, league_id: int, by: int, player_id: int, why: str, at: datetime) -> None:
    """Remove a role, for a stated reason; members who leave need none."""
    leaves = by == player_id
    league = _lock_league(league_id) if leaves else _lock_league_for_staff(league_id, by, "", player_id)
    member = _get_member(league, player_id)
    why = clean_reason(why, required=not leaves)
    _check_not_last_owner(member)
    member.delete()
    before = {"player": member.player.username, "role": member.role}
    _log_action(league, "staff.removed", ("player", player_id), by=by, before=before, why=why, at=at)


def _get_member(league: League, player_id: int) -> Staff:
    rows = Staff.objects.select_related("player").filter(league=league, player=player_id)
    return get_or_refuse(rows.first(), "not-staff", _("This player isn't on the league's staff."), "player")


def _lock_league_for_staff(league_id: int, by: int, role: str, player_id: int | None = None) -> League:
    """Return the league, locked. Raises ActionError unless the user may give this role, and change that member's.

    Only owners choose owners and organisers.
    """
    league = lock_league_if_allowed(league_id, by, "choose the staff")
    roles = {role, *Staff.objects.filter(league=league, player=player_id).values_list("role", flat=True)}
    if roles & PERMISSIONS["choose the staff"] and not has_league_permission(by, league_id, "choose the organisers"):
        raise ActionError("not-allowed", _("Only an owner of this league may choose its owners and organisers."), "role")
    return league


def _check_not_last_owner(member: Staff) -> None:
    """Raise ActionError("last-owner") for the last owner of a league. Must hold the league lock."""
    others = Staff.objects.filter(league=member.league_id, role=Role.OWNER).exclude(pk=member.pk)
    if member.role == Role.OWNER and not others.exists():
        text = _("A league needs at least one owner. Make another player an owner first.")
        raise ActionError("last-owner", text, "player")


def get_named_player(username: str, field: str) -> Player:
    """Return the player of a typed username. Raises ActionError("unknown-player") about that field."""
    name = username.strip()
    player = find_player(name) if name.isprintable() else None
    return get_or_refuse(player, "unknown-player", _("Player not found. Check the spelling."), field)
