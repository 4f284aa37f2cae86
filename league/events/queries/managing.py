"""Who may organise an event."""

from league.events.models import Event
from league.people.models import Player


def may_manage(event: Event, player_id: int) -> bool:
    """Its organiser may, and the staff of the site."""
    return (
        event.organiser_id == player_id or Player.objects.filter(pk=player_id, is_staff=True, is_active=True).exists()
    )
