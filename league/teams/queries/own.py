"""The reader's own team in an event, and the state of team matches and boards."""

from typing import NamedTuple

from django.db.models import Q, QuerySet

from league.events.models import Event, SeriesMatch
from league.people.models import Player
from league.teams.links import team_path
from league.teams.models import Team, TeamMatch, TeamMember
from matches.models import Status


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


def list_begun_matches() -> QuerySet[SeriesMatch]:
    """Return the matches for which no alternate can stand in any more. A match that ended as a no-show hasn't begun."""
    rows = SeriesMatch.objects.exclude(match__status__in=(Status.OPEN, Status.VOID))
    return rows.filter(Q(counted_at=None) | Q(match__started_at__isnull=False))
