"""The line-ups that captains hand in."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engines.i18n import translate as _
from league.events.actions.event_lifecycle import announce
from league.events.models import Event, Side
from league.events.queries import is_manager
from league.events.team_rules import TeamRules
from league.teams.models import Team, TeamLineup, TeamMatch
from league.teams.rules.lineups import Place, build_default_lineup, check_lineup
from matches.errors import ActionError


@transaction.atomic
def hand_in_lineup(
    *, event_id: int, pairing_id: int, team_id: int, by: int, members: Sequence[int | None], at: datetime
) -> None:
    """Name the team's players for a match, from board 1; no players at all leave it to the default line-up.

    The match's lock decides between a line-up and the deadline. Raises ActionError: not-found, not-allowed, too-late, and
    the codes of `check_lineup`.
    """
    match = TeamMatch.objects.select_for_update().filter(pairing=pairing_id, pairing__round__event=event_id).first()
    team = Team.objects.select_related("entrant", "event").filter(pk=team_id, event=event_id).first()
    if match is None or team is None:
        raise ActionError("not-found", _("Team match not found in this event."))
    if by != team.entrant.player_id and not is_manager(team.event, by):
        raise ActionError("not-allowed", _("Only the captain of the team can name its players."))
    side = find_side(match, team)
    if side is None:
        raise ActionError("not-found", _("This team doesn't play in that match."))
    if match.closed_at is not None or at >= match.lineups_by:
        raise ActionError("too-late", _("The deadline for line-ups has passed. The players are set."))
    if not members:
        TeamLineup.objects.filter(match=match, side=side).delete()
    else:
        check_lineup(get_team_rules(team.event), list_places(team), members)
        TeamLineup.objects.update_or_create(match=match, side=side, defaults={"members": list(members), "at": at})
    announce(event_id)


def find_side(match: TeamMatch, team: Team) -> int | None:
    """Return the side of a team in a match, None if it plays in another one."""
    rows = Side.objects.filter(pairing=match.pairing_id, entrant=team.entrant_id)
    return rows.values_list("number", flat=True).first()


def choose_lineup(rules: TeamRules, match: TeamMatch, side: int, team: Team) -> list[int | None]:
    """Return the members who play: those handed in who are still on the roster, otherwise the default line-up."""
    places = list_places(team)
    row = TeamLineup.objects.filter(match=match, side=side).first()
    if row is None:
        return build_default_lineup(rules, places)
    ready = {place.id for place in places if place.accepted}
    return [member if member in ready else None for member in row.members]


def list_places(team: Team) -> list[Place]:
    """Return the roster in board order."""
    rows = team.members.order_by("alternate", "order", "pk").values_list("pk", "alternate", "accepted_at", "player__is_active")
    return [Place(pk, alternate, accepted is not None and active) for pk, alternate, accepted, active in rows]


def get_team_rules(event: Event) -> TeamRules:
    """Return the rules of an event between teams. Raises ActionError("not-teams") for an event between players."""
    rules = event.team_rules
    if rules is None:
        raise ActionError("not-teams", _("Players enter this event on their own, without teams."))
    return rules
