"""Marks on team matches whose score has to be computed again."""

from django.db.models import Q

from league.events.models import Entrant, Event
from league.teams.models import TeamMatch
from matches.pubsub import enqueue


def mark_board_changed(event: Event, pairing_id: int | None = None) -> None:
    """Have the team match of this board computed again; without a pairing, all of the event of the boards."""
    if event.boards_of_id is None:
        return
    rows = TeamMatch.objects.filter(pairing__round__event=event.boards_of_id)
    if pairing_id is not None:
        rows = rows.filter(boards__pairing=pairing_id)
    rows.update(changed=True)
    enqueue("league.tasks.settle_team_matches")


def mark_team_withdrawn(entrant: Entrant) -> None:
    """Have the open matches and boards of a team that has withdrawn decided."""
    rows = TeamMatch.objects.filter(pairing__sides__entrant=entrant)
    is_open = Q(pairing__counted_at=None) | Q(boards__pairing__isnull=False, boards__pairing__counted_at=None)
    TeamMatch.objects.filter(pk__in=rows.filter(is_open).values("pk")).update(changed=True)
    enqueue("league.tasks.settle_team_matches")
