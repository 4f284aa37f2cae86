"""Teams and their rosters: names, members in board order, captains."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from engines.i18n import mark, translate as _
from league.events.actions.bot_entry import check_bot_account
from league.events.actions.event_lifecycle import announce, lock_event, log_action
from league.events.models import BEFORE_START, OVER, Entrant, EntrantStatus, Event
from league.events.queries import is_manager
from league.events.team_rules import BoardOrder, TeamRules
from league.notifications.actions.create import NewNotification, notify
from league.notifications.kinds import Kind
from league.people.models import Player
from league.seasons.models import Franchise
from league.teams.links import team_path
from league.teams.models import MAX_NAME_LENGTH, AlternateCall, Team, TeamBoard, TeamMember
from league.text_cleaning import clean_line
from matches.errors import ActionError


def ensure_teams(event: Event, at: datetime) -> None:
    """Give every entrant of an event between teams a team, with the captain on its top board. Idempotent.

    It has the name of the captain's franchise in the event's season, otherwise one after the captain.
    """
    if event.teams is None:
        return
    entrants = list(event.entrants.filter(team=None).select_related("player").order_by("joined_at", "pk"))
    captains = [entrant.player_id for entrant in entrants]
    elsewhere = TeamMember.objects.filter(event=event, player__in=captains).values_list("player", flat=True)
    names = dict(Franchise.objects.filter(season=event.season_id, owner__in=captains).values_list("owner", "name"))
    taken = {name.lower() for name in event.rosters.values_list("name", flat=True)}
    for entrant in entrants:
        wanted = names.get(entrant.player_id) or _("Team {captain}", captain=str(entrant.player))
        name = next(
            n for n in (wanted, f"Team {entrant.pk}", f"Team #{entrant.pk}") if n[:MAX_NAME_LENGTH].lower() not in taken
        )
        team = Team.objects.create(event=event, entrant=entrant, name=name[:MAX_NAME_LENGTH])
        taken.add(team.name.lower())
        if entrant.player_id not in elsewhere:
            TeamMember.objects.create(
                team=team, event=event, player_id=entrant.player_id, order=1, invited_at=at, accepted_at=at
            )


def check_captain(event: Event, player_id: int) -> None:
    """Raise ActionError if the player is already in another team of the event."""
    if event.teams is not None and TeamMember.objects.filter(event=event, player=player_id).exists():
        raise ActionError("already-in-a-team", _("This player is already in a team of this event."), "username")


@transaction.atomic
def rename_team(*, event_id: int, team_id: int, by: int, name: str, at: datetime) -> None:
    """Rename a team, by its captain before the start or by the organiser."""
    event, team, manages = lock_team(event_id, team_id, by)
    if not manages and event.status not in BEFORE_START:
        raise ActionError("already-started", _("The event has started. Ask the organiser to rename your team."), "name")
    name = clean_line(name, min_length=2, max_length=MAX_NAME_LENGTH, field="name", label=mark("The name"))
    if event.rosters.filter(name__iexact=name).exclude(pk=team_id).exists():
        raise ActionError("name-taken", _("Another team of this event has this name. Choose another one."), "name")
    log_action(event, by, "team.renamed", {"name": team.name}, {"name": name}, at=at)
    team.update(name=name)


@transaction.atomic
def add_member(*, event_id: int, team_id: int, by: int, username: str, at: datetime, alternate: bool = False) -> int:
    """Invite a player to a team, or as organiser put them on the roster; return the member's id."""
    event, team, manages = lock_team(event_id, team_id, by)
    player = Player.objects.filter(username__iexact=username.strip().removeprefix("@"), is_active=True).first()
    if player is None or player.bot or (player.is_guest and not player.is_placeholder):
        raise ActionError("unknown-player", _("Player not found. Check the username."), "username")
    check_bot_account(event, player)
    if TeamMember.objects.filter(event=event, player=player).exists():
        raise ActionError(
            "already-in-a-team", _("{player} is already in a team of this event.", player=str(player)), "username"
        )
    _check_size(event.team_rules or TeamRules(), team, alternate=alternate)
    last = team.members.order_by("-order").values_list("order", flat=True).first() or 0
    accepted = at if manages or player.is_placeholder or player.pk == team.entrant.player_id else None
    member = TeamMember.objects.create(
        team=team, event=event, player=player, order=last + 1, alternate=alternate, invited_at=at, accepted_at=accepted
    )
    log_action(event, by, "team.member-added", after={"team": team.name, "player": player.username}, at=at)
    if accepted is None:
        about = {"captain": str(team.entrant.player), "team": team.name, "event": event.name}
        path = team_path(event_id, team_id)
        notify([NewNotification(player.pk, f"team.{member.pk}", about, path, case="team")], kind=Kind.ASKED, at=at)
    return member.pk


@transaction.atomic
def answer_invitation(*, event_id: int, team_id: int, player_id: int, accept: bool, at: datetime) -> None:
    """Accept or decline an invitation to a team."""
    event = lock_event(event_id)
    member = TeamMember.objects.filter(event=event, team=team_id, player=player_id).first()
    if member is None or member.accepted_at is not None:
        raise ActionError("not-invited", _("You have no open invitation to this team."))
    if event.status in OVER:
        raise ActionError("event-over", _("This event is over."))
    if accept:
        member.update(accepted_at=at)
    else:
        member.delete()
    announce(event_id)


@transaction.atomic
def remove_member(*, event_id: int, team_id: int, member_id: int, by: int, at: datetime) -> None:
    """Take a player off the roster, unless they have played for the team."""
    event, team, _unused = lock_team(event_id, team_id, by)
    member = _get_members(team, [member_id])[0]
    fielded = TeamBoard.objects.filter(Q(first=member) | Q(second=member)).exists()
    if fielded or AlternateCall.objects.filter(Q(absent=member) | Q(accepted=member)).exists():
        raise ActionError("has-played", _("This player has already played for the team and stays on its roster."), "member_id")
    log_action(event, by, "team.member-removed", {"team": team.name, "player": member.player.log_name}, at=at)
    member.delete()


@transaction.atomic
def set_roster(
    *, event_id: int, team_id: int, by: int, members: Sequence[int], at: datetime, alternates: Collection[int] = ()
) -> None:
    """Set the board order of the whole roster, and who of it are alternates."""
    event, team, manages = lock_team(event_id, team_id, by)
    rules = event.team_rules or TeamRules()
    rows = {row.pk: row for row in team.members.all()}
    if sorted(rows) != sorted(members) or not set(alternates) <= rows.keys():
        raise ActionError("not-the-roster", _("List every player of the roster exactly once."), "members")
    if len(alternates) > rules.alternates:
        raise ActionError("limit-reached", _("A team can have at most {most} alternates.", most=rules.alternates), "alternates")
    if not manages and rules.order == BoardOrder.FIXED and event.status not in BEFORE_START:
        text = _("The board order is fixed for the whole event. Only the organiser can still change it.")
        raise ActionError("board-order", text, "members")
    before = [row.player.log_name for row in team.members.select_related("player")]
    for order, member_id in enumerate(members, start=1):
        rows[member_id].update(order=order, alternate=member_id in alternates)
    after = [row.player.log_name for row in team.members.select_related("player")]
    log_action(event, by, "team.ordered", {"order": [*before]}, {"team": team.name, "order": [*after]}, at=at)


@transaction.atomic
def set_captain(*, event_id: int, team_id: int, member_id: int, by: int, at: datetime) -> None:
    """Make a member the captain."""
    event, team, _unused = lock_team(event_id, team_id, by)
    member = _get_members(team, [member_id])[0]
    if member.accepted_at is None or member.player.is_placeholder:
        raise ActionError(
            "not-accepted", _("Only a player with an account who has joined the team can be its captain."), "member_id"
        )
    before = {"captain": team.entrant.player.log_name}
    Entrant.objects.filter(pk=team.entrant_id).update(player=member.player)
    log_action(event, by, "team.captain", before, {"team": team.name, "captain": member.player.log_name}, at=at)


def lock_team(event_id: int, team_id: int, by: int) -> tuple[Event, Team, bool]:
    """Return the locked event, its team, and whether `by` manages the event.

    Raises ActionError unless `by` is the team's captain or a manager, and if the event is over.
    """
    event = lock_event(event_id)
    team = Team.objects.select_related("entrant__player").filter(pk=team_id, event=event).first()
    if team is None:
        raise ActionError("not-found", _("Team not found in this event."))
    manages = is_manager(event, by)
    if by != team.entrant.player_id and not manages:
        raise ActionError("not-allowed", _("Only the captain of the team or the organiser can do this."))
    if event.status in OVER or team.entrant.status == EntrantStatus.WITHDRAWN:
        raise ActionError("event-over", _("This team has no more matches."))
    return event, team, manages


def list_accepted(team_ids: Collection[int]) -> QuerySet[TeamMember]:
    """Return the members of these teams who can be fielded, in board order."""
    return TeamMember.objects.filter(team__in=team_ids, accepted_at__isnull=False).order_by("team", "alternate", "order", "pk")


def _check_size(rules: TeamRules, team: Team, *, alternate: bool) -> None:
    most = rules.alternates if alternate else rules.roster_most
    if team.members.filter(alternate=alternate).count() < most:
        return
    text = _("A team can have at most {most} alternates.", most=most)
    if not alternate:
        text = _("A roster can have at most {most} players besides alternates.", most=most)
    raise ActionError("limit-reached", text, "username")


def _get_members(team: Team, ids: Sequence[int]) -> list[TeamMember]:
    rows = list(team.members.filter(pk__in=ids).select_related("player"))
    if len(rows) < len(ids):
        raise ActionError("not-on-roster", _("This player isn't on the roster of the team."), "member_id")
    return rows
