"""Roles and permissions in leagues."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import OuterRef, Prefetch, Subquery, prefetch_related_objects

from league.leagues.models import League, Role, Staff
from league.leagues.rules import MAY, may
from league.people.models import Player


@dataclass(frozen=True, slots=True)
class Rights:
    """A player's role in a league (None without one) and on the site."""

    role: str | None = None
    admin: bool = False
    staff: bool = False

    def may(self, deed: str) -> bool:
        """Return whether the player has a permission of `rules.PERMISSIONS` in the league."""
        return may(self.role, deed) or self.admin

    @property
    def may_organise(self) -> bool:
        return self.may("edit the league")

    @property
    def may_referee(self) -> bool:
        return self.may("rule on matches")


def rights_of(player_id: int | None, league_id: int | None) -> Rights:
    """Return a player's rights, in one query; without a league there is no role."""
    if player_id is None:
        return Rights()
    role = Staff.objects.filter(league=league_id, player=OuterRef("pk")).values("role")[:1]
    found = Player.objects.filter(pk=player_id).values_list(Subquery(role), "is_superuser", "is_staff", "is_active")
    for role_there, admin, staff, active in found:
        return Rights(role_there, admin and active, staff and active)
    return Rights()


def fetch_organisers(leagues: Collection[League]) -> None:
    """Fetch the organisers of all these leagues in one query, unless they are known."""
    staff = Staff.objects.filter(role=Role.ORGANISER).select_related("player")
    prefetch_related_objects([*leagues], Prefetch("staff", staff, to_attr="organisers"))


def organisers_of(league: League) -> list[Staff]:
    """Return the organisers of a league with their players."""
    fetch_organisers([league])
    found: list[Staff] = vars(league)["organisers"]
    return found


def holders(league_id: int, deed: str) -> list[int]:
    """Return the ids of a league's staff who have a permission of `rules.PERMISSIONS`."""
    rows = Staff.objects.filter(league=league_id, role__in=MAY[deed]).order_by("player")
    return list(rows.values_list("player", flat=True))


def is_site_admin(player_id: int | None) -> bool:
    """Return whether the player is an active superuser."""
    return player_id is not None and Player.objects.filter(pk=player_id, is_superuser=True, is_active=True).exists()


def allowed(player_id: int | None, league_id: int, deed: str) -> bool:
    """Return whether a player has a permission of `rules.PERMISSIONS` in a league."""
    return rights_of(player_id, league_id).may(deed)


def may_organise(player_id: int | None, league_id: int) -> bool:
    """Return whether a player may run the league and its events."""
    return rights_of(player_id, league_id).may_organise


def may_referee(player_id: int | None, league_id: int) -> bool:
    """Return whether a player may rule on the league's matches, as referees and organisers do."""
    return rights_of(player_id, league_id).may_referee
