"""Who may organise an event."""

from league.events.models import Event
from league.leagues.queries.roles import may_organise
from league.people.models import Player


def may_manage(event: Event, player_id: int | None) -> bool:
    """Its organiser may, those of its league, and the staff of the site."""
    if player_id is None:
        return False
    if player_id == event.organiser_id:
        return True
    if event.league_id is not None and may_organise(player_id, event.league_id):
        return True
    return Player.objects.filter(pk=player_id, is_staff=True, is_active=True).exists()
