"""Who may do what in a league."""

from league.leagues.models import Staff
from league.leagues.rules import may
from league.people.models import Player


def role_of(player_id: int | None, league_id: int) -> str | None:
    """The role of a player in a league, None without one."""
    if player_id is None:
        return None
    return Staff.objects.filter(league=league_id, player=player_id).values_list("role", flat=True).first()


def is_site_admin(player_id: int | None) -> bool:
    return player_id is not None and Player.objects.filter(pk=player_id, is_superuser=True, is_active=True).exists()


def allowed(player_id: int | None, league_id: int, deed: str) -> bool:
    """Whether a player may do one of the deeds of `rules.MAY` in a league."""
    return may(role_of(player_id, league_id), deed) or is_site_admin(player_id)


def may_organise(player_id: int | None, league_id: int) -> bool:
    """Whether a player may run the league and its events."""
    return allowed(player_id, league_id, "edit the league")


def may_referee(player_id: int | None, league_id: int) -> bool:
    """Whether a player may rule on the league's matches; its organisers may, too."""
    return allowed(player_id, league_id, "rule on matches")
