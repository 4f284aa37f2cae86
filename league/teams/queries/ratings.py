"""Ratings of teams."""

from collections import defaultdict

from league.events.models import Event
from league.ratings.queries.players import get_rating_values
from league.teams.models import TeamMember


def rate_teams(event: Event) -> dict[int, float]:
    """Return the mean rating of each team's top players, as many as there are boards, by entrant; empty without teams."""
    rules = event.team_rules
    if rules is None:
        return {}
    rows = TeamMember.objects.filter(event=event, accepted_at__isnull=False).order_by("alternate", "order", "pk")
    members: dict[int, list[int]] = defaultdict(list)
    for entrant, player in rows.values_list("team__entrant", "player"):
        members[entrant].append(player)
    ratings = get_rating_values([player for players in members.values() for player in players], event.seeding_pool)
    top = {entrant: [ratings[player] for player in players[: rules.boards]] for entrant, players in members.items()}
    return {entrant: sum(values) / len(values) for entrant, values in top.items()}
