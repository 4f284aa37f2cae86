"""The reader's own team in an event."""

from typing import NamedTuple

from league.events.models import Event
from league.people.models import Player
from league.teams.links import team_path
from league.teams.models import Team, TeamMatch, TeamMember


class OwnTeam(NamedTuple):
    """A team that the reader leads or plays for; `invited`: has still to answer."""

    name: str
    url: str
    invited: bool = False


def find_own_team(event: Event, viewer: Player | None) -> OwnTeam | None:
    """Return the viewer's team; in the event of the boards that of the event between teams. None without one."""
    teams_event = event.boards_of_id if event.boards_of_id is not None else event.pk
    if viewer is None or (event.teams is None and event.boards_of_id is None):
        return None
    member = TeamMember.objects.filter(event=teams_event, player=viewer).select_related("team").first()
    if member is not None:
        return OwnTeam(member.team.name, team_path(teams_event, member.team_id), member.accepted_at is None)
    team = Team.objects.filter(event=teams_event, entrant__player=viewer).first()
    return OwnTeam(team.name, team_path(teams_event, team.pk)) if team else None


def are_lineups_closed(pairing_id: int) -> bool:
    """Return whether the boards of a team match exist, so that no line-up can be handed in."""
    return TeamMatch.objects.filter(pairing=pairing_id, closed_at__isnull=False).exists()
