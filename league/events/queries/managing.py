"""Who may run an event."""

from league.events.models import Event
from league.leagues.queries.roles import may_organise


def manages(event: Event, player_id: int | None) -> bool:
    """Whether a player is the event's organiser, or one of its league."""
    if player_id is None:
        return False
    if player_id == event.organiser_id:
        return True
    return event.league_id is not None and may_organise(player_id, event.league_id)
