"""Choosing the staff of a league. Whatever happens, one organiser stays."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engines.words import say
from league.audit.actions import record
from league.audit.rules import reason
from league.leagues.actions.leagues import managed
from league.leagues.models import League, Role, Staff
from league.leagues.rules import known_role
from league.people.models import Player
from matches.refusals import Refused


@transaction.atomic
def add_staff(*, league_id: int, by: int, username: str, role: str, why: str = "", at: datetime) -> int:
    """Give a player a role in the league; return the player's id."""
    league = managed(league_id, by, "choose the staff")
    role = known_role(role)
    player = _person(username)
    _, fresh = Staff.objects.get_or_create(league=league, player=player, defaults={"role": role, "since": at})
    if not fresh:
        raise Refused(
            "already-staff",
            say("{username} is on the staff already. Change the role instead.", username=player.username),
            "player",
        )
    record(
        by=by, act="staff.added", subject=("player", player.pk), league_id=league.pk,
        after={"player": player.username, "role": role}, why=why, at=at,
    )  # fmt: skip
    return int(player.pk)


@transaction.atomic
def change_role(*, league_id: int, by: int, player_id: int, role: str, why: str, at: datetime) -> None:
    """Make a referee an organiser, or the other way round. A reason is needed."""
    league = managed(league_id, by, "choose the staff")
    member = _member(league, player_id)
    role, why = known_role(role), reason(why, needed=True)
    if member.role == role:
        return
    _keep_an_organiser(member)
    Staff.objects.filter(pk=member.pk).update(role=role)
    name = member.player.username
    record(
        by=by, act="staff.role-changed", subject=("player", player_id), league_id=league.pk,
        before={"player": name, "role": member.role}, after={"player": name, "role": role}, why=why, at=at,
    )  # fmt: skip


@transaction.atomic
def remove_staff(*, league_id: int, by: int, player_id: int, why: str, at: datetime) -> None:
    """Take a role away, for a stated reason. Whoever leaves by themselves need not give one."""
    leaves = by == player_id
    league = _lock(league_id) if leaves else managed(league_id, by, "choose the staff")
    member = _member(league, player_id)
    why = reason(why, needed=not leaves)
    _keep_an_organiser(member)
    member.delete()
    record(
        by=by, act="staff.removed", subject=("player", player_id), league_id=league.pk,
        before={"player": member.player.username, "role": member.role}, why=why, at=at,
    )  # fmt: skip


def _lock(league_id: int) -> League:
    league = League.objects.select_for_update().filter(pk=league_id).first()
    if league is None:
        raise Refused("not-found", say("There is no such league."))
    return league


def _member(league: League, player_id: int) -> Staff:
    member = Staff.objects.select_related("player").filter(league=league, player=player_id).first()
    if member is None:
        raise Refused("not-staff", say("This player is not on the staff of the league."), "player")
    return member


def _keep_an_organiser(member: Staff) -> None:
    """Refuse to take away the last organiser. The league is locked, so nobody else can take another one away now."""
    others = Staff.objects.filter(league=member.league_id, role=Role.ORGANISER).exclude(pk=member.pk)
    if member.role == Role.ORGANISER and not others.exists():
        text = say("A league keeps at least one organiser. Make somebody else an organiser first.")
        raise Refused("last-organiser", text, "player")


def _person(username: str) -> Player:
    name = username.strip()
    person = Player.objects.filter(username__iexact=name, is_active=True).first() if name.isprintable() else None
    if person is None:
        raise Refused("unknown-player", say("There is no player of this name. Check the spelling."), "player")
    if person.is_guest or person.bot:
        raise Refused("account-needed", say("Guests and bots cannot be on the staff."), "player")
    return person
