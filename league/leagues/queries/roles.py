"""Roles and permissions in leagues."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import OuterRef, Prefetch, Subquery, prefetch_related_objects

from league.leagues.models import League, Staff
from league.leagues.rules import PERMISSIONS, has_permission
from league.people.models import Player


@dataclass(frozen=True, slots=True)
class LeagueRights:
    """A player's role in a league (None without one) and on the site."""

    role: str | None = None
    admin: bool = False
    staff: bool = False

    def may(self, permission: str) -> bool:
        """Return whether the player has a permission of `rules.PERMISSIONS` in the league."""
        return has_permission(self.role, permission) or self.admin

    @property
    def may_organise(self) -> bool:
        return self.may("edit the league")

    @property
    def may_referee(self) -> bool:
        return self.may("rule on matches")


def get_rights(player_id: int | None, league_id: int | None) -> LeagueRights:
    """Return a player's rights, in one query; without a league there is no role."""
    if player_id is None:
        return LeagueRights()
    role = Staff.objects.filter(league=league_id, player=OuterRef("pk")).values("role")[:1]
    rows = Player.objects.filter(pk=player_id).values_list(Subquery(role), "is_superuser", "is_staff", "is_active")
    for league_role, admin, staff, active in rows:
        return LeagueRights(league_role, admin and active, staff and active)
    return LeagueRights()


def prefetch_organisers(leagues: Collection[League]) -> None:
    """Fetch the owners and organisers of all these leagues in one query, unless they are known."""
    staff = Staff.objects.filter(role__in=PERMISSIONS["edit the league"]).select_related("player")
    prefetch_related_objects([*leagues], Prefetch("staff", staff, to_attr="organisers"))


def list_organisers(league: League) -> list[Staff]:
    """Return the owners and organisers of a league with their players."""
    prefetch_organisers([league])
    organisers: list[Staff] = vars(league)["organisers"]
    return organisers


def list_permitted_staff(league_id: int, permission: str) -> list[int]:
    """Return the ids of a league's staff who have a permission of `rules.PERMISSIONS`."""
    rows = Staff.objects.filter(league=league_id, role__in=PERMISSIONS[permission]).order_by("player")
    return list(rows.values_list("player", flat=True))


def is_site_admin(player_id: int | None) -> bool:
    """Return whether the player is an active superuser."""
    return player_id is not None and Player.objects.filter(pk=player_id, is_superuser=True, is_active=True).exists()


def has_league_permission(player_id: int | None, league_id: int, permission: str) -> bool:
    """Return whether a player has a permission of `rules.PERMISSIONS` in a league."""
    return get_rights(player_id, league_id).may(permission)


def can_organise(player_id: int | None, league_id: int) -> bool:
    """Return whether a player may run the league and its events."""
    return get_rights(player_id, league_id).may_organise


def can_referee(player_id: int | None, league_id: int) -> bool:
    """Return whether a player may rule on the league's matches, as referees and organisers do."""
    return get_rights(player_id, league_id).may_referee
